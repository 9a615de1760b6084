import { catalogFromDdl } from '../../src/catalog/index.js';
import type { ExecutionLimits, ResultSet, Scratch, ScratchResult } from '../../src/types/index.js';
import { cellKey } from '../../src/values/index.js';
import { fillDatabase, insertStatements, type Rows } from './fill-database.js';
import type { FuzzPair } from './fuzz-pair.js';
import type { Judge } from './judge.js';
import type { Batch } from './make-round.js';
import type { Random } from './random.js';
import { printSchema } from './schema-model.js';
import { constantsOf } from './vary-text.js';

/** A proven pair whose two results were not the same. */
export interface FoundDifference {
  readonly pair: FuzzPair;
  readonly dialect: string;
  readonly ddl: readonly string[];
  readonly inserts: readonly string[];
  /** The same rows as they were stored for the candidate; in another order where that must not matter. */
  readonly candidateInserts: readonly string[];
  readonly trace: readonly string[];
  readonly uses: readonly string[];
  /** What each side gave: rows as text, or the engine's message. */
  readonly gold: readonly string[];
  readonly candidate: readonly string[];
}

export interface BatchReport {
  readonly judged: number;
  readonly proven: number;
  readonly executions: number;
  /** Executions in which one side or both failed; they do not count. */
  readonly failed: number;
  readonly byRule: ReadonlyMap<string, number>;
  readonly difference: FoundDifference | null;
}

/** Where the queries of a dialect are executed, with what makes that engine behave as the dialect does. */
export interface Engines {
  readonly sqlite: Scratch;
  readonly duckdb: Scratch;
}

interface Proven {
  readonly pair: FuzzPair;
  readonly trace: readonly string[];
  readonly uses: readonly string[];
  readonly isList: boolean;
}

const databasesOf = { sqlite: 24, duckdb: 8 } as const;

const limits: ExecutionLimits = {
  timeoutMs: 120_000,
  maxRows: 20_000,
  maxBytes: 64_000_000,
  signal: new AbortController().signal,
};

/** Judges the pairs of a batch, and executes those that are proven on many databases. Stops at the first difference. */
export async function runBatch(
  { schema, dialect, pairs }: Batch,
  judge: Judge,
  engines: Engines,
  random: Random,
): Promise<BatchReport> {
  const engine = dialect === 'sqlite' ? 'sqlite' : 'duckdb';
  const ddl = printSchema(schema, engine);
  const { catalog } = catalogFromDdl(ddl.join(';\n'), dialect);
  const proven: Proven[] = [];
  for (const pair of pairs) {
    const { gold, candidate } = pair;
    const verdict = await judge(
      { gold, candidate, dialect },
      { catalog, signal: limits.signal, budget: { milliseconds: 60_000 } },
    );
    if (verdict.equivalence !== 'equivalent') continue;
    const { trace, uses, compare } = verdict;
    proven.push({ pair, trace, uses, isList: compare === 'list' });
  }
  const byRule = new Map<string, number>();
  const empty = {
    judged: pairs.length,
    proven: proven.length,
    executions: 0,
    failed: 0,
    byRule,
    difference: null,
  };
  if (proven.length === 0) return empty;
  const constants = constantsOf(
    proven.flatMap(({ pair }) => [pair.gold, pair.candidate]),
    engine,
  );
  // MySQL compares texts without regard to case, which DuckDB does when it is told to: until it is told otherwise.
  const collation = dialect === 'mysql' ? 'nocase' : '';
  const before = engine === 'duckdb' ? [`SET default_collation = '${collation}'`] : [];
  const databases = Array.from({ length: databasesOf[engine] }, () => {
    const rows = fillDatabase(schema, engine, constants, random);
    const other = random.chance(0.4) ? rows.map((table) => random.shuffle(table)) : rows;
    return { rows, other };
  });
  const setup = (rows: Rows): string =>
    [
      ...before,
      ...(engine === 'sqlite' ? ['BEGIN'] : []),
      ...ddl,
      ...insertStatements(schema, rows),
      ...(engine === 'sqlite' ? ['COMMIT'] : []),
    ].join(';\n');
  const golds = proven.map(({ pair }) => pair.gold);
  const candidates = proven.map(({ pair }) => pair.candidate);
  const runs = databases.flatMap(({ rows, other }) =>
    rows === other
      ? [{ setup: [setup(rows)], queries: [...golds, ...candidates] }]
      : [
          { setup: [setup(rows)], queries: golds },
          { setup: [setup(other)], queries: candidates },
        ],
  );
  const outcomes = await engines[engine].runMany(runs, limits);
  const broken = outcomes.findIndex(({ setupError }) => setupError !== null);
  if (broken >= 0)
    throw new Error(`a database could not be made: ${outcomes[broken]!.setupError}\n${runs[broken]!.setup}`);
  const results = outcomes.flatMap((outcome) => outcome.results);
  let executions = 0;
  let failed = 0;
  for (const [number, { rows, other }] of databases.entries()) {
    for (const [at, { pair, trace, uses, isList }] of proven.entries()) {
      const first = number * 2 * proven.length + at;
      const [gold, candidate] = [results[first]!, results[first + proven.length]!];
      const said = compareSides(gold, candidate, isList ? (pair.sortedBy ?? []) : []);
      if (said === 'failed') {
        failed += 1;
        continue;
      }
      executions += 1;
      for (const rule of trace) byRule.set(rule, (byRule.get(rule) ?? 0) + 1);
      if (said === 'same') continue;
      const difference: FoundDifference = {
        pair,
        dialect,
        ddl,
        inserts: insertStatements(schema, rows),
        candidateInserts: insertStatements(schema, other),
        trace,
        uses,
        gold: textOf(gold),
        candidate: textOf(candidate),
      };
      return { ...empty, executions, failed, difference };
    }
  }
  return { ...empty, executions, failed };
}

type Said = 'same' | 'different' | 'failed';

/** Two results as bags, and their sort keys in order. A query that fails says nothing, but only if both do or by chance. */
function compareSides(gold: ScratchResult, candidate: ScratchResult, sortedBy: readonly number[]): Said {
  if (isError(gold) || isError(candidate)) return 'failed';
  if (gold.columns.length !== candidate.columns.length || gold.rows.length !== candidate.rows.length)
    return 'different';
  const [left, right] = [gold, candidate].map((side) => side.rows.map(rowKey)) as [string[], string[]];
  for (const column of sortedBy)
    if (gold.rows.some((row, at) => cellText(row[column]!) !== cellText(candidate.rows[at]![column]!)))
      return 'different';
  if (left.every((one, at) => one === right[at])) return 'same';
  left.sort();
  right.sort();
  return left.every((one, at) => one === right[at]) ? 'same' : 'different';
}

type Cell = ResultSet['rows'][number][number];

/** Doubles that are sums of the same numbers in another order are one. */
function cellText(cell: Cell): string {
  const double =
    typeof cell === 'number' && !Number.isInteger(cell)
      ? cell
      : cell !== null && typeof cell === 'object' && cell.k === 'f64' && Number.isFinite(cell.v)
        ? cell.v
        : null;
  return double === null ? cellKey(cell) : `n${Number(double.toPrecision(9))}`;
}

function rowKey(row: readonly Cell[]): string {
  return JSON.stringify(row.map(cellText));
}

function isError(result: ScratchResult): result is Extract<ScratchResult, { kind: 'error' }> {
  return 'kind' in result && result.kind === 'error';
}

function textOf(result: ScratchResult): readonly string[] {
  return isError(result) ? [`failed: ${result.message}`] : result.rows.map(rowKey);
}
