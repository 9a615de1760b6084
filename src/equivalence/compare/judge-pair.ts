import { parseQuery, type QueryNode } from '../../sql/index.js';
import type { CheckContext, QueryPair, SemanticVerdict } from '../../types/index.js';
import { type Expression, isLimited, outputNames, type Query, visitQuery } from '../algebra/index.js';
import { bindQuery, type DialectSemantics, semanticsOf, withoutDollars } from '../bind/index.js';
import { Facts, withMixedTypes } from '../facts/index.js';
import { normalise, type RuleSet, type Trace } from '../rules/index.js';
import { canonicalForm, TooManyArrangements } from './canonical-form.js';
import { findUndetermined, isAtMostOneRow } from './is-determined.js';

export interface Method {
  readonly name: string;
  readonly rules: RuleSet;
  /** Whether columns that WHERE makes equal are taken as one. */
  readonly congruence: boolean;
}

class OutOfTime extends Error {}

type Unknown = { readonly code: string; readonly detail: string };

/** Proves that two queries mean the same by bringing both into one form, or says why not. Never throws. */
export async function judgePair(
  pair: QueryPair,
  context: CheckContext,
  method: Method,
): Promise<SemanticVerdict> {
  const unknown = ({ code, detail }: Unknown): SemanticVerdict => ({
    equivalence: 'unknown',
    method: method.name,
    code,
    detail,
  });
  try {
    const deadline = performance.now() + context.budget.milliseconds;
    const checkpoint = (): void => {
      if (performance.now() > deadline || context.signal.aborted) throw new OutOfTime();
    };
    const [gold, candidate] = await Promise.all([
      bind(pair.gold, 'gold', pair.dialect, context),
      bind(pair.candidate, 'candidate', pair.dialect, context),
    ]);
    if (gold.kind === 'unknown') return unknown(gold);
    if (candidate.kind === 'unknown') return unknown(candidate);
    const result = compare(gold.query, candidate.query, semanticsOf(pair.dialect), method, checkpoint);
    return result.kind === 'unknown'
      ? unknown(result)
      : {
          equivalence: 'equivalent',
          method: method.name,
          compare: result.compare,
          uses: [...(context.catalog === undefined ? assumptions(gold.query) : []), ...result.uses],
          trace: result.trace,
        };
  } catch (error) {
    if (error instanceof OutOfTime)
      return unknown({ code: 'budget', detail: 'the time for one pair was up' });
    if (error instanceof TooManyArrangements || error instanceof RangeError) {
      return unknown({ code: 'budget', detail: 'too many like relations, or too deep a query' });
    }
    const detail = error instanceof Error ? error.message : String(error);
    return unknown({ code: 'unsupported.internal', detail });
  }
}

/** Without a catalogue, nothing is known of collations either. */
function assumptions(query: Query): readonly string[] {
  let columns = 0;
  visitQuery(query, (one) => {
    if (one.kind === 'comparison' && one.left.kind === 'column' && one.right.kind === 'column') columns += 1;
    return true;
  });
  return columns > 0 ? ['no column declares a collation'] : [];
}

type Bound = { readonly kind: 'bound'; readonly query: Query } | ({ readonly kind: 'unknown' } & Unknown);

async function bind(
  sql: string,
  side: 'gold' | 'candidate',
  dialect: string,
  { catalog, signal }: CheckContext,
): Promise<Bound> {
  let parsed = await parseQuery(sql, dialect, signal);
  const spelled = parsed.kind === 'failed' ? withoutDollars(sql, dialect) : null;
  if (spelled !== null) parsed = await parseQuery(spelled, dialect, signal);
  if (parsed.kind === 'failed')
    return { kind: 'unknown', code: 'unsupported.syntax', detail: `${side}: ${parsed.message}` };
  const bound = bindQuery(parsed.query as QueryNode, spelled ?? sql, dialect, catalog ?? null);
  if (bound.kind === 'bound') return bound;
  const code = bound.code === 'invalid' ? `invalid-${side}` : bound.code;
  return { kind: 'unknown', code, detail: `${side}: ${bound.detail}` };
}

type Compared =
  | {
      readonly kind: 'equal';
      readonly compare: 'list' | 'bag';
      readonly uses: readonly string[];
      readonly trace: readonly string[];
    }
  | ({ readonly kind: 'unknown' } & Unknown);

function compare(
  gold: Query,
  candidate: Query,
  semantics: DialectSemantics,
  method: Method,
  checkpoint: () => void,
): Compared {
  if (width(gold) !== null && width(candidate) !== null && width(gold) !== width(candidate)) {
    return { kind: 'unknown', code: 'not-proven', detail: 'the queries have different numbers of columns' };
  }
  // What the rules leave out may have decided which rows are alike.
  const collated = [gold, candidate].some((query) => readsCollation(query, new Facts(query, semantics)));
  if (collated)
    return { kind: 'unknown', code: 'unsupported.collation', detail: 'a column declares a collation' };
  const trace: Trace = { rules: new Set(), uses: new Set() };
  const sides = [gold, candidate].map((query) => {
    const marked = withMixedTypes(query, semantics);
    const done = normalise(marked, method.rules, semantics, trace, checkpoint);
    return { query: done, facts: new Facts(done, semantics) };
  }) as [Side, Side];
  const ordered = isOrdered(sides[0], trace);
  const forms = sides.map(({ query, facts }) =>
    canonicalForm(query, { facts, congruence: method.congruence, unordered: !ordered, checkpoint }),
  );
  if (forms[0] !== forms[1]) return differing(sides, method, ordered, checkpoint);
  // Equal forms mean the same, so that it is enough that one side is known to be determined.
  const undetermined = findUndetermined(sides[0].query, sides[0].facts, trace.uses);
  if (undetermined !== null) {
    const uses = new Set<string>();
    if (findUndetermined(sides[1].query, sides[1].facts, uses) !== null) {
      return {
        kind: 'unknown',
        code: undetermined.code,
        detail: `the queries are alike, but ${undetermined.detail}`,
      };
    }
    for (const use of uses) trace.uses.add(use);
  }
  const rules = [...trace.rules, ...(method.congruence ? ['congruence'] : []), 'isomorphism'];
  return { kind: 'equal', compare: ordered ? 'list' : 'bag', uses: [...trace.uses], trace: rules };
}

interface Side {
  readonly query: Query;
  readonly facts: Facts;
}

/** An order that was asked for counts, unless there is but one row. */
function isOrdered({ query, facts }: Side, trace: Trace): boolean {
  if (query.kind === 'values' || query.order.length === 0) return false;
  return !isAtMostOneRow(query, facts, trace.uses) || isLimited(query);
}

function differing(
  [gold, candidate]: readonly [Side, Side],
  method: Method,
  ordered: boolean,
  checkpoint: () => void,
): Compared {
  if (ordered) {
    const forms = [gold, candidate].map(({ query, facts }) =>
      canonicalForm(query, { facts, congruence: method.congruence, unordered: true, checkpoint }),
    );
    if (forms[0] === forms[1])
      return { kind: 'unknown', code: 'order', detail: 'the queries differ in the order of rows only' };
  }
  return { kind: 'unknown', code: 'not-proven', detail: 'the queries have different forms' };
}

function width(query: Query): number | null {
  if (query.kind === 'block' && query.outputs.some(({ expression }) => expression.kind === 'star'))
    return null;
  return outputNames(query).length;
}

/** Whether a column with a declared collation is used: which of two collations holds hangs on how a comparison is written. */
function readsCollation(query: Query, facts: Facts): boolean {
  let found = false;
  visitQuery(query, (one: Expression) => {
    if (one.kind !== 'column') return !found;
    const source = facts.relation(one.instance)?.source;
    if (source?.kind !== 'table') return !found;
    const { columns = [] } = source.table ?? {};
    const column = columns.find(({ name }) => name.toLowerCase() === one.column.toLowerCase());
    found ||= column?.collation !== undefined && column.collation.toUpperCase() !== 'BINARY';
    return !found;
  });
  return found;
}
