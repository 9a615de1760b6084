import { compareRowSets } from '../rowsets/index.js';
import type { Diff, Row } from '../types/index.js';
import { countOf, exact, type Tolerance } from '../values/index.js';
import { countSides } from './count-sides.js';
import { bothSides, derivedRows, type Embedding, keyNames, shownKeys } from './embedding.js';
import { decideNeighbourhoods } from './neighbourhoods.js';
import { fixedKey, isOutOfReach } from './out-of-reach.js';
import { type ColumnPlan, type PairPlan, type Side, sideRow, withTypes } from './plan-columns.js';
import { different, emptyDiff, equal, type PushedComparison, undecided } from './pushed-comparison.js';
import { pushedLimits } from './pushed-limits.js';

/** A row that one side has more often than the other. */
interface Residue {
  readonly shown: Row;
  /** How many more the expected side has; negative where the actual side has more. */
  readonly surplus: number;
}

/**
 * Compares two results as bags. The database cancels rows that are surely equal; what is left is pulled and paired as the
 * tolerance says, and where that finds no pairing, so are the cancelled rows around it, through which there may be one.
 */
export async function bagDifference(embedding: Embedding, tolerance: Tolerance): Promise<PushedComparison> {
  const residue = await readResidue(embedding);
  return residue.length === 0
    ? equal()
    : decideResidue(embedding, residue, tolerance, withTypes(embedding.plan, embedding.sql));
}

/** Decides what is left of both sides; `typed` is the plan that keeps types apart, where this was not done yet. */
async function decideResidue(
  embedding: Embedding,
  residue: readonly Residue[],
  tolerance: Tolerance,
  typed: ColumnPlan | null,
): Promise<PushedComparison> {
  const { plan } = embedding;
  const units = residue.reduce((sum, { surplus }) => sum + Math.abs(surplus), 0);
  if (residue.length > pushedLimits.rows || units > pushedLimits.units)
    return largeDifference(embedding, residue);

  const sides = expandBoth(residue, plan);
  const paired = compareRowSets(sides.expected, sides.actual, { order: 'ignore', tolerance });
  if (paired.outcome === 'equal') return equalWithin(sides, tolerance);
  const counts = await countSides(embedding);
  const diff: Diff = {
    ...emptyDiff,
    ...counts,
    missing: paired.diff?.missing ?? null,
    extra: paired.diff?.extra ?? null,
    missingSample: paired.diff?.missingSample ?? [],
    extraSample: paired.diff?.extraSample ?? [],
  };
  const isCertain =
    counts.expectedRows !== counts.actualRows ||
    differBeyondTolerance(sides, plan) ||
    diff.missingSample.some((row) =>
      isOutOfReach(row, sides.actual.rows, plan.pairs, tolerance, counts.expectedRows),
    );
  if (isCertain) return explained(diff);

  let start = { expected: diff.missingSample, actual: diff.extraSample };
  let isWhole = diff.missing === start.expected.length && diff.extra === start.actual.length;
  let near = embedding;
  if (typed !== null) {
    near = { ...embedding, plan: typed };
    // What equal numbers match depends on their types, so from here on they are kept apart.
    if (sides.expected.rows.length > pushedLimits.sample)
      return decideResidue(near, await readResidue(near), tolerance, null);
    start = { expected: sides.expected.rows, actual: sides.actual.rows };
    isWhole = true;
  } else if (paired.outcome === 'inconclusive') {
    return undecided(paired.reason, { undecided_rows: units }, diff);
  }

  const decided = await decideNeighbourhoods(near, start, tolerance);
  if (decided === 'different') return explained(diff);
  if (decided === 'equal' && isWhole) return equal(['tolerance_decisive']);
  if (typed !== null) return decideResidue(near, await readResidue(near), tolerance, null);
  const why =
    decided === 'equal'
      ? 'too many rows match only through others to decide them all'
      : 'the rows around a difference are too many to decide whether the tolerance pairs them';
  return undecided(why, { undecided_rows: units }, diff);
}

async function readResidue(embedding: Embedding): Promise<readonly Residue[]> {
  const { head, queries, plan } = embedding;
  const sql = `${head}\nselect ${shownKeys(embedding)}, d from (\n${surplusQuery(embedding)}\nlimit ${pushedLimits.rows + 1}\n) r`;
  const rows = await derivedRows(queries, sql);
  return rows.map((row) => ({ shown: row, surplus: countOf(row[plan.keys.length]) }));
}

function surplusQuery(embedding: Embedding): string {
  const names = keyNames(embedding).join(', ');
  return `select ${names}, sum(w) d from (\n${bothSides(embedding)}\n) u group by ${names} having sum(w) <> 0`;
}

function expandBoth(residue: readonly Residue[], plan: ColumnPlan): Sides {
  return {
    expected: { rows: expand(residue, plan, 'expected') },
    actual: { rows: expand(residue, plan, 'actual') },
  };
}

function expand(residue: readonly Residue[], plan: ColumnPlan, side: Side): Row[] {
  const sign = side === 'expected' ? 1 : -1;
  return residue.flatMap(({ shown, surplus }) => {
    const count = surplus * sign;
    return count > 0 ? Array<Row>(count).fill(sideRow(shown, plan, side)) : [];
  });
}

interface Sides {
  readonly expected: { readonly rows: readonly Row[] };
  readonly actual: { readonly rows: readonly Row[] };
}

function equalWithin(sides: Sides, tolerance: Tolerance): PushedComparison {
  if (tolerance.relative === 0 && Number(tolerance.absolute) === 0) return equal();
  const exactly = compareRowSets(sides.expected, sides.actual, { order: 'ignore', tolerance: exact });
  return equal(exactly.outcome === 'equal' ? [] : ['tolerance_decisive']);
}

/**
 * Whether no tolerance can pair the rows: those parts of them that a tolerance does not touch are not the same bag. The
 * cancelled rows are the same bag on both sides, so they change nothing.
 */
function differBeyondTolerance({ expected, actual }: Sides, { pairs }: ColumnPlan): boolean {
  const counts = new Map<string, number>();
  const add = (row: Row, by: number): void => {
    const key = JSON.stringify(row.map((cell, index) => fixedKey(cell, pairs[index]!)));
    counts.set(key, (counts.get(key) ?? 0) + by);
  };
  for (const row of expected.rows) add(row, 1);
  for (const row of actual.rows) add(row, -1);
  return [...counts.values()].some((count) => count !== 0);
}

/** A difference too large to be pulled: certain where the counts or the parts without a tolerance differ. */
async function largeDifference(embedding: Embedding, residue: readonly Residue[]): Promise<PushedComparison> {
  const { head, queries, plan } = embedding;
  const counts = await countSides(embedding);
  const sizes = await derivedRows(
    queries,
    `${head}\nselect count(*), sum(case when d > 0 then d else 0 end), sum(case when d < 0 then -d else 0 end) from (\n${surplusQuery(embedding)}\n) r`,
  );
  const [groups, missing, extra] = (sizes[0] ?? []).map(countOf);
  const isExact = plan.pairs.every((pair) => pair.isExact);
  const diff: Diff = {
    ...emptyDiff,
    ...counts,
    ...(isExact ? { missing: missing!, extra: extra! } : {}),
    ...(isExact ? samples(residue, plan) : {}),
  };
  const detail = { residue_groups: groups, residue_rows: missing! + extra! };
  const differ = counts.expectedRows !== counts.actualRows || isExact || (await fixedPartsDiffer(embedding));
  if (differ) return explained(diff, detail);
  const reason = `${missing! + extra!} rows are equal at most within the tolerance, which are too many to pair; a match_key decides them row by row`;
  return undecided(reason, detail, diff);
}

function samples(residue: readonly Residue[], plan: ColumnPlan): Pick<Diff, 'missingSample' | 'extraSample'> {
  const of = (side: Side, sign: number): Row[] =>
    residue
      .filter(({ surplus }) => surplus * sign > 0)
      .slice(0, pushedLimits.sample)
      .map(({ shown }) => sideRow(shown, plan, side));
  return { missingSample: of('expected', 1), extraSample: of('actual', -1) };
}

/** Whether those parts of the rows that no tolerance touches differ as bags, counted in the database. */
async function fixedPartsDiffer(embedding: Embedding): Promise<boolean> {
  const { head, queries, plan, sql } = embedding;
  const parts = plan.pairs.flatMap((pair) => fixedParts(pair, sql.isNumber));
  const names = parts.map((_, index) => `f${index}`);
  const list = parts.map((part, index) => `${part} f${index}`).join(', ');
  const grouped = `select sum(w) d from (\nselect ${list}, w from (\n${bothSides(embedding)}\n) u) v group by ${names.join(', ')} having sum(w) <> 0`;
  const rows = await derivedRows(queries, `${head}\nselect count(*) from (\n${grouped}\nlimit 1\n) r`);
  return countOf(rows[0]?.[0]) > 0;
}

function fixedParts(pair: PairPlan, isNumberOf: ((key: string) => string) | null): readonly string[] {
  const expected = `k${pair.slots.expected}`;
  const actual = `k${pair.slots.actual}`;
  if (pair.isExact) return [expected];
  if (pair.isForeign)
    return [`case when ${expected} is not null then 1 when ${actual} is not null then 2 else 0 end`];
  if (expected === actual && isNumberOf !== null)
    return [
      `case when ${isNumberOf(expected)} then 0 else 1 end`,
      `case when ${isNumberOf(expected)} then null else ${expected} end`,
    ];
  return [
    `case when coalesce(${[...new Set([expected, actual])].map(asText).join(', ')}) is null then 0 else 1 end`,
  ];
}

function asText(key: string): string {
  return `case when ${key} is null then null else 1 end`;
}

function explained(diff: Diff, detail: PushedComparison['detail'] = {}): PushedComparison {
  const { expectedRows, actualRows, missing, extra } = diff;
  const parts = [
    missing !== null && missing > 0 ? `${missing} of ${expectedRows} expected rows are missing` : null,
    extra !== null && extra > 0 ? `${extra} of ${actualRows} rows are not expected` : null,
  ].filter((part) => part !== null);
  const counts =
    expectedRows === actualRows
      ? 'the rows differ'
      : `${expectedRows} rows were expected, and there are ${actualRows}`;
  return different(parts.length === 0 ? counts : parts.join(', and '), diff, detail);
}
