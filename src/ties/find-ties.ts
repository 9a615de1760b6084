import { compareRowSets, compareTied, type TieGroup } from '../rowsets/index.js';
import { rankQuery } from '../sql/index.js';
import type { ExecutionResult, ExecutionSuccess, Row } from '../types/index.js';

/** A gold query that ran, and how to run queries derived from it. */
export interface RankedGold {
  /** One statement, without a semicolon. */
  readonly statement: string;
  readonly dialect: string;
  readonly result: ExecutionSuccess;
  readonly signal?: AbortSignal;
  execute(sql: string): Promise<ExecutionResult>;
}

/** A tie that an end of the result cuts: how many rows there were to choose from, and how many of them it holds. */
export interface CutTie {
  readonly candidates: number;
  readonly kept: number;
  /** Whether the rows differ, so that the choice shows. */
  readonly differs: boolean;
}

export interface Ties {
  readonly kind: 'found';
  /** The whole result as tie groups in order; cut groups with every row there is. */
  readonly groups: readonly TieGroup[];
  /** How many groups have more than one row, and the rows of the largest. */
  readonly tied: number;
  readonly largest: number;
  readonly cutAtLimit: CutTie | null;
  readonly cutAtOffset: CutTie | null;
}

export type TiesFound = Ties | { readonly kind: 'unknown'; readonly why: string };

/**
 * Finds the rows of an ordered gold that are equal on every sort key, as the engine itself sees it. What is found is held
 * against the gold's own result, which must be one way to break the ties; else nothing is claimed.
 */
export async function findTies(gold: RankedGold): Promise<TiesFound> {
  const { result } = gold;
  if (result.truncated !== null) return unknown('its result was cut at a cap');
  const names = result.columns.map(({ name }) => name);
  const ranked = await rankQuery(gold.statement, gold.dialect, names, gold.signal);
  if (ranked.kind === 'declined') return unknown(ranked.why);
  const { offset } = ranked;
  const end = offset + result.rows.length;
  if (result.rows.length === 0) return { kind: 'found', groups: [], ...describe([], null, null) };

  const seen = await readRanks(gold, ranked.first(end + 1), names.length);
  if (typeof seen === 'string') return unknown(seen);
  const [low, high] = [seen[offset], seen[end - 1]];
  if (low === undefined || high === undefined) return unknown('the derived query gives fewer rows');
  const isCut = seen[end]?.rank === high.rank || (offset > 0 && seen[offset - 1]!.rank === low.rank);
  const ranks = isCut
    ? await readRanks(gold, ranked.groups(low.rank, high.rank), names.length)
    : seen.slice(offset, end);
  if (typeof ranks === 'string') return unknown(ranks);

  const skipped = offset === 0 ? 0 : seen.slice(0, offset).filter(({ rank }) => rank === low.rank).length;
  const groups = groupsOf(ranks, result.rows.length, skipped);
  if (groups === null) return unknown('the derived query gives other rows');
  const isOwn = compareTied(groups, result, { order: 'ordered', tolerance: { absolute: 0, relative: 1e-9 } });
  if (isOwn.outcome !== 'equal') return unknown('the derived query gives other rows');
  const atOffset = skipped > 0 ? cutOf(groups[0]!) : null;
  const atLimit = seen[end]?.rank === high.rank ? cutOf(groups.at(-1)!) : null;
  return { kind: 'found', groups, ...describe(groups, atLimit, atOffset) };
}

interface RankedRow {
  readonly row: Row;
  readonly rank: number;
}

async function readRanks(
  gold: RankedGold,
  sql: string,
  width: number,
): Promise<readonly RankedRow[] | string> {
  const ranked = await gold.execute(sql);
  if (ranked.kind === 'error') return `the derived query failed (${ranked.code})`;
  if (ranked.truncated !== null) return 'the derived query was cut at a cap';
  const rows: RankedRow[] = [];
  for (const row of ranked.rows) {
    const rank = wholeNumber(row[width]);
    if (row.length !== width + 1 || rank === null) return 'the derived query gives other columns';
    rows.push({ row: row.slice(0, width), rank });
  }
  return rows;
}

function wholeNumber(cell: Row[number] | undefined): number | null {
  if (typeof cell === 'number') return cell;
  return typeof cell === 'object' && cell !== null && cell.k === 'int' ? Number(cell.v) : null;
}

/** Rows in order as groups, of which the first has lost `skipped` rows to an OFFSET and the last some to a LIMIT. */
function groupsOf(ranks: readonly RankedRow[], total: number, skipped: number): readonly TieGroup[] | null {
  const groups: { rows: Row[]; kept: number }[] = [];
  let last: number | null = null;
  for (const { row, rank } of ranks) {
    if (rank !== last) groups.push({ rows: [], kept: 0 });
    groups.at(-1)!.rows.push(row);
    last = rank;
  }
  let left = total;
  for (const [at, group] of groups.entries()) {
    group.kept = Math.min(group.rows.length - (at === 0 ? skipped : 0), left);
    left -= group.kept;
    if (group.kept < 1) return null;
  }
  return left === 0 ? groups : null;
}

function cutOf({ rows, kept }: TieGroup): CutTie {
  return { candidates: rows.length, kept, differs: !areAlike(rows) };
}

/** Whether rows are all the same, so that no order and no choice of them shows. */
export function areAlike([first, ...others]: readonly Row[]): boolean {
  return others.every(
    (row) => compareRowSets({ rows: [first!] }, { rows: [row] }, { order: 'ordered' }).outcome === 'equal',
  );
}

function describe(groups: readonly TieGroup[], cutAtLimit: CutTie | null, cutAtOffset: CutTie | null) {
  return {
    tied: groups.filter(({ rows }) => rows.length > 1).length,
    largest: groups.reduce((most, { rows }) => Math.max(most, rows.length), 0),
    cutAtLimit,
    cutAtOffset,
  };
}

function unknown(why: string): TiesFound {
  return { kind: 'unknown', why };
}
