import { type SpelledToken, spelledTokens } from '../../tokenizer/index.js';

interface OpenBracket {
  /** Where the ORDER BY of this level was seen. */
  ordered: boolean;
  /** The bracket belongs to OVER or to an aggregate, where no LIMIT follows. */
  readonly call: boolean;
}

/**
 * The query with ties broken at random: wherever rows are put in order or cut off, a random number is the last key. Null
 * when nothing in it depends on an order.
 */
export function withRandomTies(sql: string, dialect: string, randomNumber: string): string | null {
  const tokens = spelledTokens(sql, dialect);
  const inserts: { at: number; text: string }[] = [];
  const levels: OpenBracket[] = [{ ordered: false, call: false }];
  let previousEnd = 0;
  tokens.forEach((token, at) => {
    const level = levels.at(-1)!;
    if (token.kind === 'symbol' && token.value === '(')
      levels.push({ ordered: false, call: isCall(tokens[at - 1]) });
    else if (token.kind === 'symbol' && token.value === ')') {
      if (level.ordered) inserts.push({ at: previousEnd, text: `, ${randomNumber}` });
      if (levels.length > 1) levels.pop();
    } else if (token.kind === 'symbol' && token.value === ';') {
      if (level.ordered) inserts.push({ at: previousEnd, text: `, ${randomNumber}` });
      level.ordered = false;
    } else if (token.kind === 'word') {
      if (token.value === 'order' && tokens[at + 1]?.value === 'by') level.ordered = true;
      const cuts = token.value === 'limit' || token.value === 'fetch';
      const ends =
        cuts || token.value === 'offset' || (level.call && ['rows', 'range', 'groups'].includes(token.value));
      if (ends && !isQualified(tokens, at)) {
        if (level.ordered) inserts.push({ at: previousEnd, text: `, ${randomNumber}` });
        else if (cuts) inserts.push({ at: previousEnd, text: ` ORDER BY ${randomNumber}` });
        level.ordered = false;
      }
    }
    previousEnd = token.end;
  });
  if (levels.at(-1)!.ordered) inserts.push({ at: previousEnd, text: `, ${randomNumber}` });
  if (inserts.length === 0) return null;
  let text = '';
  let end = 0;
  for (const insert of inserts) {
    text += sql.slice(end, insert.at) + insert.text;
    end = insert.at;
  }
  return text + sql.slice(end);
}

function isCall(before: SpelledToken | undefined): boolean {
  if (before?.kind !== 'word') return false;
  return !['in', 'from', 'join', 'as', 'exists', 'and', 'or', 'not', 'select', 'where', 'on'].includes(
    before.value,
  );
}

function isQualified(tokens: readonly SpelledToken[], at: number): boolean {
  return tokens[at - 1]?.value === '.' || tokens[at + 1]?.value === '.' || tokens[at - 1]?.value === 'as';
}

/** Whether the words outside of all brackets order the rows. */
export function ordersRows(sql: string, dialect: string): boolean {
  let depth = 0;
  const tokens = spelledTokens(sql, dialect);
  return tokens.some((token, at) => {
    if (token.kind === 'symbol' && token.value === '(') depth++;
    if (token.kind === 'symbol' && token.value === ')') depth--;
    return depth === 0 && token.kind === 'word' && token.value === 'order' && tokens[at + 1]?.value === 'by';
  });
}
