import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBudget, createDatabase, createQueryRunner } from '../../execution/index.js';
import { openPlatform } from '../../platforms/index.js';
import type {
  CaseRun,
  DatasourceConfig,
  Expectation,
  ExpectationOutcome,
  QueryRunner,
  ScoreResult,
} from '../../types/index.js';
import { bareContext, caseRunOf } from '../case-run.fixture.js';
import { ExpectationSuiteScorer } from './expectation-suite.js';

/** A database that expectations are tried on. */
export interface ExpectationBench {
  /** Scores what a query gives; `asked` then holds the queries that were derived from it. */
  score(sql: string, ...expectations: readonly Expectation[]): Promise<ScoreResult>;
  /** What became of one expectation. */
  outcome(sql: string, expectation: Expectation): Promise<ExpectationOutcome>;
  /** The same over rows that are read first. */
  outcomeOfRows(sql: string, expectation: Expectation): Promise<ExpectationOutcome>;
  readonly asked: string[];
  close(): Promise<void>;
}

const limits = { rows: 20_000, bytes: 2 ** 26, memoryBytes: 2 ** 29 };

export function openBench(kind: 'sqlite' | 'duckdb', script: string): ExpectationBench {
  const folder = mkdtempSync(join(tmpdir(), 'sqlassay-expectations-'));
  const file = join(folder, 'schema.sql');
  writeFileSync(file, script);
  const bench = benchOf({ kind, scripts: [file] });
  return {
    ...bench,
    async close() {
      await bench.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function benchOf(config: DatasourceConfig): ExpectationBench {
  const platform = openPlatform(config, {
    limits,
    concurrency: { cases: 1, children: 1, sessions: 1, modelCalls: 1 },
  });
  const database = createDatabase('t', platform, limits, (task) => task());
  const { signal } = new AbortController();
  const asked: string[] = [];

  const start = async (sql: string, maxRows?: number) => {
    asked.length = 0;
    const execution = await database.execute(sql, createBudget(null), signal, maxRows);
    const queries = createQueryRunner(database, sql, createBudget(60), signal, () => {});
    const watched: QueryRunner = {
      ...queries,
      run: (text) => {
        asked.push(text);
        return queries.run(text);
      },
      scalar: (text) => {
        asked.push(text);
        return queries.scalar(text);
      },
    };
    const resultSets = execution.kind === 'success' ? [execution] : [];
    return { run: caseRunOf({ execution, resultSets, statement: { sql, cleaned: [] } }), queries: watched };
  };
  const scoreRun = async (run: CaseRun, queries: QueryRunner | null, expectations: readonly Expectation[]) =>
    new ExpectationSuiteScorer({ expectations }).score(run, { ...bareContext, queries });
  const score: ExpectationBench['score'] = async (sql, ...expectations) => {
    const { run, queries } = await start(sql, 0);
    return scoreRun(run, queries, expectations);
  };
  return {
    asked,
    score,
    async outcome(sql, expectation) {
      return (await score(sql, expectation)).outcomes![0]!;
    },
    async outcomeOfRows(sql, expectation) {
      const { run } = await start(sql);
      return (await scoreRun(run, null, [expectation])).outcomes![0]!;
    },
    close: () => platform.close(),
  };
}
