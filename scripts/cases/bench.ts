import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEvaluator } from '../../src/runner/index.js';
import { createSuite } from '../../src/suite/index.js';
import type {
  Case,
  CaseResult,
  CaseRun,
  DatasourceConfig,
  ResultSet,
  Scorer,
} from '../../src/types/index.js';
import { makePostgresDatabase } from '../../test/servers/postgres-database.js';
import type { AcceptanceCase } from './acceptance-case.js';
import { isOrderMatter, limitsOf, type TrialOptions } from './trial-options.js';

export interface TrialResult {
  readonly result: CaseResult;
  readonly milliseconds: number;
}

/** The database of one acceptance case, on which its queries are tried one after another. */
export interface Bench {
  /** Judges what the model wrote against the gold. */
  judge(scorer: Scorer, trial: TrialOptions): Promise<TrialResult>;
  /** The rows of a query on the same database; null when it fails or is cut. */
  rowsOf(sql: string): Promise<ResultSet | null>;
  close(): Promise<void>;
}

/** One evaluator serves every trial of a case, so that a query that changed the database would be seen by the next. */
export async function openBench(item: AcceptanceCase): Promise<Bench> {
  const { config, drop } = await makeDatabase(item);
  const asked = { sql: '', scorer: undefined as Scorer | undefined };
  const evaluator = await openEvaluator({
    suite: suiteOf(item, config),
    scorers: [
      {
        name: 'acceptance',
        comparesWithGold: true,
        score: (run, context) => asked.scorer!.score(run, context),
      },
    ],
    solver: { name: 'candidate', solve: async () => ({ status: 'success', sql: asked.sql }) },
  });
  const [run] = evaluator.runs;
  const ask = async (one: Case, sql: string, scorer: Scorer): Promise<CaseResult> => {
    Object.assign(asked, { sql, scorer });
    return (await evaluator.evaluate({ ...run!, case: one }))!;
  };
  const rowsOf = async (sql: string): Promise<ResultSet | null> => {
    const taker = new RowTaker();
    await ask({ ...run!.case, sql }, sql, taker);
    return taker.taken;
  };

  return {
    rowsOf,
    async judge(scorer, trial) {
      const recorded = trial.scorer === 'result_match' ? await recordRows(item, rowsOf) : {};
      const judged: Case = { ...run!.case, ...recorded, orderMatters: isOrderMatter(trial.options) };
      const started = performance.now();
      const result = await ask(judged, answerOf(item), scorer);
      return { result, milliseconds: performance.now() - started };
    },
    async close() {
      await evaluator.close();
      await drop();
    },
  };
}

/** The case's tables in a new database: on the test server for PostgreSQL, else in memory. */
async function makeDatabase({ dialect, schema_sql }: AcceptanceCase): Promise<{
  readonly config: DatasourceConfig;
  drop(): Promise<void>;
}> {
  const schema = schema_sql ?? '';
  if (dialect === 'postgres') {
    const database = await makePostgresDatabase(process.env.SQLASSAY_TEST_POSTGRES!, schema);
    return { config: { kind: 'postgres', url: database.url }, drop: database.drop };
  }
  const folder = mkdtempSync(join(tmpdir(), 'acceptance-'));
  const script = join(folder, 'schema.sql');
  writeFileSync(script, schema);
  return {
    config: {
      kind: dialect === 'duckdb' ? 'duckdb' : 'sqlite',
      scripts: schema.trim() === '' ? [] : [script],
    },
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

function suiteOf(item: AcceptanceCase, config: DatasourceConfig) {
  const { seconds = 30, rows } = limitsOf(item.extra?.options ?? {});
  const [sql, ...altSql] = goldsOf(item);
  const suite = createSuite({
    name: item.id,
    datasources: { main: config },
    cases: [],
    settings: {
      caseTimeoutSeconds: seconds,
      ...(rows === undefined ? {} : { limits: { rows, bytes: 256 * 2 ** 20, memoryBytes: 2 ** 30 } }),
    },
  });
  const only: Case = {
    id: item.id,
    question: item.question ?? '',
    ...(sql === undefined ? {} : { sql }),
    ...(item.extra?.expectations === undefined
      ? {}
      : { expectations: item.extra.expectations as NonNullable<Case['expectations']> }),
    ...(altSql.length === 0 ? {} : { altSql }),
  };
  return { ...suite, cases: [only] };
}

function goldsOf({ gold_sql }: AcceptanceCase): readonly string[] {
  if (typeof gold_sql === 'string') return [gold_sql];
  return gold_sql ?? [];
}

function answerOf(item: AcceptanceCase): string {
  return item.extra?.raw_output ?? item.candidate_sql ?? '';
}

/** What `sqlassay gold` would record; nothing when a gold fails, so that the verdict is inconclusive. */
async function recordRows(
  item: AcceptanceCase,
  rowsOf: (sql: string) => Promise<ResultSet | null>,
): Promise<Partial<Case>> {
  const taken: (ResultSet | null)[] = [];
  for (const sql of goldsOf(item)) taken.push(await rowsOf(sql));
  const [first, ...others] = taken;
  if (first === undefined || first === null) return {};
  return {
    rows: first.rows,
    resultColumns: first.columns.map(({ name }) => name),
    altRows: others.flatMap((other) => (other === null ? [] : [other.rows])),
  };
}

/** A scorer that only looks: it keeps the rows of the answer. */
class RowTaker implements Scorer {
  readonly name = 'row_taker';
  taken: ResultSet | null = null;

  score({ resultSets: [only] }: CaseRun): { passed: boolean } {
    this.taken = only === undefined || only.truncated ? null : only;
    return { passed: true };
  }
}
