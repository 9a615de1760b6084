import { type CompareOptions, compareRowSets, compareTied } from '../rowsets/index.js';
import { undeterminedBy } from '../sql/index.js';
import { findTies, type TiesFound, tieReasons } from '../ties/index.js';
import type { ExecutionSuccess, ResultSet, ScoreContext } from '../types/index.js';

/** What a comparison that failed becomes when the gold's ties may be broken in any way. */
export interface TieReading {
  /** Null where that could not be decided. */
  readonly passes: boolean | null;
  readonly reason: string;
  readonly flags: readonly string[];
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Null where ties cannot matter: other counts, or the same order counts for rows that are not the same. */
export async function readTies(parts: {
  readonly gold: string;
  readonly expected: ExecutionSuccess;
  readonly answer: ResultSet;
  readonly dialect: string;
  readonly context: ScoreContext;
  readonly rules: CompareOptions;
}): Promise<TieReading | null> {
  const { gold, expected, answer, dialect, context, rules } = parts;
  if (expected.truncated || answer.truncated || expected.rows.length !== answer.rows.length) return null;
  if (expected.columns.length !== answer.columns.length) return null;
  const { cutsOrder } = await undeterminedBy(gold, dialect, context.signal);
  if (!cutsOrder) {
    const isReordered = rules.order === 'ordered' && isSameBag(expected, answer, rules);
    if (!isReordered) return null;
  }
  if (rules.order === 'ignore' && rules.multiplicity === 'set') return null;
  const statement = await context.gold.statement(gold);
  if (typeof statement !== 'string') return null;
  const ties = await findTies({
    statement,
    dialect,
    result: expected,
    signal: context.signal,
    execute: (sql) => context.gold.execute(sql),
  });
  if (ties.kind === 'unknown') {
    return { passes: false, reason: '', flags: [], detail: { ties: { analysed: false, why: ties.why } } };
  }
  const { order, alignment = 'by_position' } = rules;
  const tied = compareTied(ties.groups, answer, {
    order,
    alignment,
    ...(rules.tolerance === undefined ? {} : { tolerance: rules.tolerance }),
  });
  const isEqual = tied.outcome === 'equal';
  return {
    passes: tied.outcome === 'inconclusive' ? null : isEqual,
    reason: tied.reason,
    flags: [...tied.flags, ...(isEqual ? ['tie_broken_differently'] : []), ...cutFlags(ties)],
    detail: { ties: describeTies(ties), ...undetermined(ties) },
  };
}

function isSameBag(expected: ExecutionSuccess, answer: ResultSet, rules: CompareOptions): boolean {
  return (
    compareRowSets(expected, answer, { ...rules, order: 'ignore', multiplicity: 'multiset' }).outcome !==
    'different'
  );
}

type Found = Extract<TiesFound, { kind: 'found' }>;

function describeTies({ tied, largest, cutAtLimit, cutAtOffset }: Found): object {
  const cut = (name: string, tie: Found['cutAtLimit']): object =>
    tie === null ? {} : { [name]: { candidates: tie.candidates, kept: tie.kept } };
  return {
    analysed: true,
    groups: tied,
    largest,
    ...cut('cut_at_limit', cutAtLimit),
    ...cut('cut_at_offset', cutAtOffset),
  };
}

function isOpen(ties: Found): boolean {
  return tieReasons(ties).includes('tie_at_limit');
}

function cutFlags(ties: Found): readonly string[] {
  return isOpen(ties) ? ['gold_limit_cuts_tie', 'gold_undetermined'] : [];
}

function undetermined(ties: Found): object {
  return isOpen(ties) ? { gold_undetermined: ['tie_at_limit'] } : {};
}
