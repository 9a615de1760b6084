import { LRUCache } from 'lru-cache';
import { guardStatement } from '../sql/index.js';
import type { ExecutionResult, Row } from '../types/index.js';
import type { Budget } from './budget.js';
import type { Database } from './database.js';

/** Results of gold queries, executed once per run and database, whatever names the database has in a suite. */
export interface GoldStore {
  /** Draws on the budget only where the query is executed; a kept result costs nobody anything. */
  execute(database: Database, sql: string, budget: Budget, signal: AbortSignal): Promise<ExecutionResult>;
}

/** `maxBytes` bounds what is kept, by the estimated size of the rows. */
export function createGoldStore(maxBytes = 32 * 1024 * 1024): GoldStore {
  const kept = new LRUCache<string, ExecutionResult>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    sizeCalculation: (result, key) => key.length * 2 + estimateBytes(result),
  });
  const running = new Map<string, Promise<ExecutionResult>>();
  /** A query that overstayed once is not tried again with as little time or less. */
  const timedOut = new Map<string, { readonly limitMs: number; readonly result: ExecutionResult }>();

  return {
    async execute(database, sql, budget, signal) {
      const key = `${await database.identity()}\n${sql}`;
      for (;;) {
        const known = kept.get(key);
        if (known !== undefined) return known;
        const started = running.get(key);
        if (started === undefined) break;
        // What came of it for another case, such as that case's time running out, need not come of it for this one.
        const result = await started;
        if (isLasting(result)) return result;
      }
      const limitMs = budget.remainingMs();
      const tooSlow = timedOut.get(key);
      if (tooSlow !== undefined && limitMs !== null && limitMs <= tooSlow.limitMs) return tooSlow.result;
      const execution = executeGold(database, sql, budget, signal);
      running.set(key, execution);
      try {
        const result = await execution;
        if (isLasting(result)) kept.set(key, result);
        if (result.kind === 'error' && result.code === 'timeout' && limitMs !== null) {
          timedOut.set(key, { limitMs, result });
        }
        return result;
      } finally {
        running.delete(key);
      }
    },
  };
}

async function executeGold(
  database: Database,
  sql: string,
  budget: Budget,
  signal: AbortSignal,
): Promise<ExecutionResult> {
  const guarded = await guardStatement(sql, database.platform.dialect, signal);
  if (guarded.kind === 'refused') {
    return { kind: 'error', code: 'refused', fault: 'query', message: guarded.message, latencySeconds: 0 };
  }
  return database.execute(guarded.statement.sql, budget, signal);
}

/** Time-outs depend on what was left of one case's budget, and faults of the infrastructure pass. */
function isLasting(result: ExecutionResult): boolean {
  if (result.kind === 'success') return true;
  return (
    result.fault === 'query' &&
    !['timeout', 'memory', 'engine_crash', 'budget_exceeded'].includes(result.code)
  );
}

function estimateBytes(result: ExecutionResult): number {
  if (result.kind === 'error') return 200;
  return 200 + result.rows.reduce((sum, row) => sum + rowBytes(row), 0);
}

function rowBytes(row: Row): number {
  return row.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? 16 + cell.length * 2 : 16), 32);
}
