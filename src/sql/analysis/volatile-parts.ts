import { determinismOf } from '../../dialects/index.js';
import { type SpelledToken, spelledTokens } from '../../tokenizer/index.js';
import type { StaticReason } from './determinism.js';

interface Call {
  readonly name: string;
  /** The texts that stand alone as an argument, by the argument's place. */
  readonly texts: Map<number, string>;
  argument: number;
  /** Whether anything stands between the brackets. */
  isEmpty: boolean;
  isOrdered: boolean;
}

/** What in a text depends on the clock, on chance, or on the order in which an aggregate is given its rows. */
export function volatileParts(sql: string, dialect: string): ReadonlySet<StaticReason> {
  const rules = determinismOf(dialect);
  const tokens = spelledTokens(sql, dialect);
  const found = new Set<StaticReason>();
  const open: Call[] = [];

  const close = (call: Call, at: number): void => {
    const { name, argument, isEmpty, texts, isOrdered } = call;
    const count = isEmpty ? 0 : argument + 1;
    if (rules.clockFunctions.includes(name)) found.add('clock');
    if (rules.clockWithOneArgument.includes(name) && count === 1) found.add('clock');
    const place = Object.hasOwn(rules.timeValueAt, name) ? rules.timeValueAt[name]! : null;
    if (place !== null && (count <= place || [...texts.values()].includes('now'))) found.add('clock');
    if (rules.randomFunctions.includes(name)) found.add('random');
    // An OVER orders by itself, and WITHIN GROUP holds an order.
    const follows = word(tokens[at + 1]);
    const isElsewhere = isOrdered || follows === 'over' || follows === 'within';
    if (rules.listingAggregates.includes(name) && !isElsewhere && follows !== 'as')
      found.add('unordered_aggregate');
  };

  tokens.forEach((token, at) => {
    const call = open.at(-1);
    if (token.kind === 'symbol') {
      if (token.value === '(') {
        if (call !== undefined) call.isEmpty = false;
        open.push(newCall(tokens, at));
      } else if (token.value === ')') {
        if (call !== undefined) close(call, at);
        open.pop();
      } else if (call !== undefined) {
        call.isEmpty = false;
        if (token.value === ',') call.argument++;
      }
      return;
    }
    if (call !== undefined) call.isEmpty = false;
    if (token.kind === 'string') {
      const text = token.value.toLowerCase();
      call?.texts.set(call.argument, text);
      if (rules.clockTexts.includes(text) && isDated(tokens, at)) found.add('clock');
    }
    if (token.kind !== 'word' || isQualified(tokens, at)) return;
    if (rules.clockWords.includes(token.value)) found.add('clock');
    if (call !== undefined && token.value === 'order' && word(tokens[at + 1]) === 'by') call.isOrdered = true;
    const isSample =
      token.value === 'tablesample' || (token.value === 'using' && word(tokens[at + 1]) === 'sample');
    if (isSample && !tokens.some(({ value }) => value === 'repeatable')) found.add('random');
  });
  return found;
}

/** A bracket with the function it belongs to; its name is empty when it belongs to none. */
function newCall(tokens: readonly SpelledToken[], at: number): Call {
  const before = tokens[at - 1];
  const isName = before !== undefined && (before.kind === 'word' || before.kind === 'name');
  const name = isName ? before.value.toLowerCase() : '';
  return { name, texts: new Map(), argument: 0, isEmpty: true, isOrdered: false };
}

/** `t.now`, but not the `pg_catalog.now` of a call, which has a bracket after it. */
function isQualified(tokens: readonly SpelledToken[], at: number): boolean {
  return tokens[at - 1]?.value === '.' && tokens[at - 1]?.kind === 'symbol';
}

/** Whether a text becomes a date or time: `date 'now'`, `'now'::date`, `cast('now' as date)`. */
function isDated(tokens: readonly SpelledToken[], at: number): boolean {
  const isType = (token: SpelledToken | undefined): boolean =>
    /^(?:date|time|timestamp|timestamptz|timetz)$/.test(word(token));
  if (isType(tokens[at - 1])) return true;
  const [next, second] = [tokens[at + 1], tokens[at + 2]];
  if (word(next) === 'as') return isType(second);
  return next?.value === ':' && second?.value === ':' && isType(tokens[at + 3]);
}

function word(token: SpelledToken | undefined): string {
  return token?.kind === 'word' ? token.value : '';
}
