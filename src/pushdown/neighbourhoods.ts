import { compareRowSets } from '../rowsets/index.js';
import type { Cell, Row } from '../types/index.js';
import { cellKey, cellsMatch, countOf, exactOfCell, isNumber, type Tolerance } from '../values/index.js';
import { bothSides, derivedRows, type Embedding, keyNames, shownKeys } from './embedding.js';
import { type PairPlan, sideRow } from './plan-columns.js';
import { pushedLimits } from './pushed-limits.js';

/** Equal rows of both sides, with how often each side has them. */
interface RowGroup {
  /** What the database tells the group by. */
  readonly key: string;
  readonly expected: Row | null;
  readonly actual: Row | null;
  readonly counts: { readonly expected: number; readonly actual: number };
}

interface StartRows {
  readonly expected: readonly Row[];
  readonly actual: readonly Row[];
}

/**
 * Decides rows that found no partner among the rows that differ: a perfect pairing may go through rows that both sides
 * have, as `{0, 1}` and `{1, 2}` are paired within 1. All rows that can be reached from them by matches are fetched, and
 * paired as a whole.
 */
export async function decideNeighbourhoods(
  embedding: Embedding,
  start: StartRows,
  tolerance: Tolerance,
): Promise<'equal' | 'different' | 'too_many'> {
  const known = new Map<string, RowGroup>();
  const asked = new Set<string>();
  let frontier: readonly RowForms[] = [...start.expected, ...start.actual].map((row) => [row]);
  for (let hop = 0; frontier.length > 0; hop++) {
    if (hop > pushedLimits.hops) return 'too_many';
    const found: RowForms[] = [];
    for (const form of frontier.flat()) asked.add(formKey(form));
    for (let from = 0; from < frontier.length; from += pushedLimits.conditions) {
      const batch = frontier.slice(from, from + pushedLimits.conditions);
      const groups = await groupsNear(embedding, batch, tolerance);
      if (groups === null) return 'too_many';
      for (const group of groups) {
        const forms = [group.expected, group.actual].filter((row) => row !== null);
        if (known.has(group.key) || !batch.some((near) => formsMatch(near, forms, tolerance))) continue;
        known.set(group.key, group);
        // The rows it started from are found again, and need not be asked about twice.
        if (!forms.every((form) => asked.has(formKey(form)))) found.push(forms);
      }
      if (known.size > pushedLimits.neighbours) return 'too_many';
    }
    frontier = found;
  }
  return pairGroups([...known.values()], tolerance);
}

function pairGroups(groups: readonly RowGroup[], tolerance: Tolerance): 'equal' | 'different' | 'too_many' {
  const surplus = groups.reduce((sum, { counts }) => sum + Math.abs(counts.expected - counts.actual), 0);
  // A pairing that goes through equal rows needs no more of them than there are rows without an equal one.
  const spared = ({ counts }: RowGroup): number =>
    Math.max(0, Math.min(counts.expected, counts.actual) - surplus);
  const rows = (side: 'expected' | 'actual'): Row[] | null => {
    const all: Row[] = [];
    for (const group of groups) {
      const count = group.counts[side] - spared(group);
      if (all.length + count > pushedLimits.units) return null;
      for (let index = 0; index < count; index++) all.push(group[side]!);
    }
    return all;
  };
  const expected = rows('expected');
  const actual = rows('actual');
  if (expected === null || actual === null) return 'too_many';
  const { outcome } = compareRowSets({ rows: expected }, { rows: actual }, { order: 'ignore', tolerance });
  return outcome === 'inconclusive' ? 'too_many' : outcome;
}

/** Equal rows as each side has them: their cells may be of different types. */
type RowForms = readonly Row[];

/** Tells rows apart by their values and the types of these, which decide what they match. */
function formKey(row: Row): string {
  return JSON.stringify(row.map((cell) => [isTagged(cell) ? cell.k : typeof cell, cellKey(cell)]));
}

function isTagged(cell: Cell): cell is Extract<Cell, { k: unknown }> {
  return typeof cell === 'object' && cell !== null;
}

/** Whether two groups of rows may match, whichever side they are of. */
function formsMatch(one: RowForms, other: RowForms, tolerance: Tolerance): boolean {
  return one.some((row) =>
    other.some((near) => row.every((cell, at) => cellsMatch(cell, near[at]!, tolerance))),
  );
}

/** The groups that lie near some of these rows, and perhaps others; null when they are too many. */
async function groupsNear(
  embedding: Embedding,
  near: readonly RowForms[],
  tolerance: Tolerance,
): Promise<readonly RowGroup[] | null> {
  const { head, queries, plan } = embedding;
  const names = keyNames(embedding).join(', ');
  const where = near.map(([row]) => `(${conditions(row!, embedding, tolerance)})`).join('\n or ');
  const sql = `${head}
select ${shownKeys(embedding)}, g, p from (
select ${names}, sum(case when w > 0 then 1 else 0 end) g, sum(case when w < 0 then 1 else 0 end) p from (
${bothSides(embedding)}
) u where ${where} group by ${names} limit ${pushedLimits.rows + 1}
) r`;
  const rows = await derivedRows(queries, sql);
  if (rows.length > pushedLimits.rows) return null;
  return rows.map((row) => {
    const counts = {
      expected: countOf(row[plan.keys.length]),
      actual: countOf(row[plan.keys.length + 1]),
    };
    return {
      key: JSON.stringify(row.slice(0, plan.keys.length).map(cellKey)),
      expected: counts.expected > 0 ? sideRow(row, plan, 'expected') : null,
      actual: counts.actual > 0 ? sideRow(row, plan, 'actual') : null,
      counts,
    };
  });
}

/** A condition that holds for every row that matches, and for others where a cell has no literal. */
function conditions(row: Row, { plan, sql }: Embedding, tolerance: Tolerance): string {
  const parts = row.flatMap((cell, index) => {
    const pair = plan.pairs[index]!;
    return pair.slots.expected === pair.slots.actual ? (condition(cell, pair) ?? []) : [];
  });
  return parts.length === 0 ? '1 = 1' : parts.join(' and ');

  function condition(cell: Cell, pair: PairPlan): string | null {
    const key = `k${pair.slots.expected}`;
    if (cell === null) return `${key} is null`;
    if (pair.reads !== null) return null;
    if (typeof cell === 'string') {
      const literal = ['text', 'enum', 'mixed'].includes(pair.expected.kind) ? sql.literal(cell) : null;
      const own = plan.keys[pair.slots.expected]!.expected;
      return literal === null || own === null ? null : `${key} = ${own.wrap(literal)}`;
    }
    const whole = pair.isExact ? wholeNumber(cell) : null;
    // Written so, the database need not look at every row.
    if (whole !== null) return `${key} = ${whole}`;
    const range = isNumber(cell) ? reach(cell, tolerance) : null;
    if (range === null) return null;
    const isMixed = sql.isNumber === null ? '' : `${sql.isNumber(key)} and `;
    return `${isMixed}${sql.asDouble(key)} between ${range.low} and ${range.high}`;
  }
}

/** An integer's literal; null for other cells. */
function wholeNumber(cell: Cell): string | null {
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? `(${cell})` : null;
  return isTagged(cell) && cell.k === 'int' ? `(${cell.v})` : null;
}

/** Doubles between which every number lies that matches, with room for rounding; null where there are none. */
function reach(cell: Cell, tolerance: Tolerance): { readonly low: string; readonly high: string } | null {
  const exact = exactOfCell(cell);
  if (exact === null) return null;
  const value = approximate(exact.n, exact.d);
  if (!(Math.abs(value) < 1e300)) return null;
  const room =
    1.1 * Number(tolerance.absolute) +
    ((1.1 * tolerance.relative) / (1 - tolerance.relative)) * Math.abs(value) +
    1e-14 * Math.abs(value);
  return { low: literal(value - room), high: literal(value + room) };
}

/** The double nearest to a fraction, within a few units of its last place. */
function approximate(n: bigint, d: bigint): number {
  const whole = Number(n) / Number(d);
  return Number.isNaN(whole) || (whole === 0 && n !== 0n) ? Number.NaN : whole;
}

function literal(value: number): string {
  const text = value.toExponential();
  return text.startsWith('-') ? `(${text})` : text;
}
