import pLimit from 'p-limit';
import {
  caseDatasource,
  caseSeconds,
  createBudget,
  createDatabases,
  createGoldStore,
  type Database,
  type Databases,
  type GoldStore,
  goldSqlOf,
  sharedSignal,
} from '../execution/index.js';
import { createPlatforms } from '../platforms/index.js';
import { guardStatement } from '../sql/index.js';
import { undeterminedGold } from '../ties/index.js';
import type { Case, ExecutionSuccess, Suite, UndeterminedReason } from '../types/index.js';

/** What a case's gold queries returned, or why one of them did not. */
export type ExecutedGold =
  | {
      readonly kind: 'executed';
      readonly gold: ExecutionSuccess;
      readonly alternatives: readonly ExecutionSuccess[];
      /** Why the data do not determine these results; looked for only when that was asked for. */
      readonly undetermined: readonly UndeterminedReason[];
    }
  | { readonly kind: 'failed'; readonly reason: string };

export interface GoldOptions {
  readonly signal?: AbortSignal;
  readonly sqliteDriver?: 'auto' | 'node:sqlite' | 'better-sqlite3' | 'sql.js';
}

/** Runs every gold query of a suite; one entry per case that has one, in the suite's order. */
export async function executeGolds(
  suite: Suite,
  options: GoldOptions,
  looks: 'results' | 'determinism',
): Promise<readonly { readonly case: Case; readonly result: ExecutedGold }[]> {
  const { sqliteDriver = 'auto' } = options;
  const signal = sharedSignal(options.signal);
  const { concurrency, limits, referenceDate } = suite.settings;
  const { datasources } = suite;
  const platforms = createPlatforms({ datasources, limits, concurrency, referenceDate, sqliteDriver });
  const session = pLimit(concurrency.sessions);
  const databases = createDatabases(suite, platforms, (work) => session(work));
  const store = createGoldStore();
  const golds = suite.cases.filter((item) => item.sql !== undefined && item.kind !== 'routing');
  try {
    return await Promise.all(
      golds.map(async (item) => ({
        case: item,
        result: await executeGold(item, { suite, databases, store, signal, looks }),
      })),
    );
  } finally {
    await platforms.close();
  }
}

interface Scope {
  readonly suite: Suite;
  readonly databases: Databases;
  readonly store: GoldStore;
  readonly signal: AbortSignal;
  readonly looks: 'results' | 'determinism';
}

async function executeGold(item: Case, scope: Scope): Promise<ExecutedGold> {
  const { suite, databases, store, signal, looks } = scope;
  const source = caseDatasource(item, suite);
  const sql = goldSqlOf(item, source);
  if (source === null || sql === null)
    return { kind: 'failed', reason: 'it has no gold query for its datasource' };
  try {
    const database = await databases.get(source);
    const executed: ExecutionSuccess[] = [];
    const undetermined = new Set<UndeterminedReason>();
    for (const query of [sql, ...(item.altSql ?? [])]) {
      const budget = createBudget(caseSeconds(item, suite));
      const result = await store.execute(database, query, budget, signal);
      if (result.kind === 'error')
        return { kind: 'failed', reason: `${result.code} on ${source.label}: ${result.message}` };
      if (result.truncated !== null) {
        return {
          kind: 'failed',
          reason: `it returns more than the suite's limit of ${result.truncated} allows`,
        };
      }
      executed.push(result);
      if (looks === 'determinism') {
        for (const reason of await reasonsOf(item, query, result, database, scope)) undetermined.add(reason);
      }
    }
    const [gold, ...alternatives] = executed;
    return { kind: 'executed', gold: gold!, alternatives, undetermined: [...undetermined] };
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function reasonsOf(
  item: Case,
  query: string,
  result: ExecutionSuccess,
  database: Database,
  { suite, store, signal }: Scope,
): Promise<readonly UndeterminedReason[]> {
  const { platform } = database;
  const guarded = await guardStatement(query, platform.dialect, signal);
  if (guarded.kind === 'refused') return [];
  const budget = createBudget(caseSeconds(item, suite));
  return undeterminedGold(
    {
      statement: guarded.statement.sql,
      dialect: platform.dialect,
      pinnedClock: platform.pinnedClock,
      result,
      signal,
      execute: (derived) => store.execute(database, derived, budget, signal),
    },
    'everywhere',
  );
}
