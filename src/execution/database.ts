import type {
  Catalog,
  Column,
  ExecutionError,
  ExecutionResult,
  Fingerprint,
  LimitSettings,
  Platform,
  StoredQuery,
} from '../types/index.js';
import type { Budget } from './budget.js';

/** Runs a task when a slot of a resource is free. */
export type Slot = <T>(task: () => Promise<T>) => Promise<T>;

/** One database of a run: every query on it takes a session slot, draws on a budget and keeps to the caps. */
export interface Database {
  /** `name`, or `name/db_id`. */
  readonly name: string;
  readonly platform: Platform;
  execute(sql: string, budget: Budget, signal: AbortSignal, maxRows?: number): Promise<ExecutionResult>;
  /** The columns of a query; the time this takes draws on the budget too. */
  describe(sql: string, budget: Budget, signal: AbortSignal): Promise<readonly Column[] | ExecutionError>;
  /** Read once, as it is at the first use. */
  fingerprint(): Promise<Fingerprint>;
  /** What holds the same data has the same one. */
  identity(): Promise<string>;
  /** Read once. */
  catalog(): Promise<Catalog>;
  /** Rejects when the database does not tell. */
  storedQueries(signal: AbortSignal): Promise<readonly StoredQuery[]>;
}

export function createDatabase(
  name: string,
  platform: Platform,
  limits: Pick<LimitSettings, 'rows' | 'bytes'>,
  slot: Slot,
): Database {
  let catalog: Promise<Catalog> | undefined;
  let fingerprint: Promise<Fingerprint> | undefined;
  return {
    name,
    platform,
    catalog() {
      catalog ??= slot(() => platform.catalog());
      catalog.catch(() => {
        catalog = undefined;
      });
      return catalog;
    },
    storedQueries: (signal) => slot(() => platform.storedQueries(signal)),
    execute(sql, budget, signal, maxRows = limits.rows) {
      return slot(async () => {
        const timeoutMs = budget.remainingMs();
        if (timeoutMs === 0) return budgetExceeded;
        if (signal.aborted) return cancelled;
        const session = await platform.open(signal);
        try {
          const result = await session.execute(sql, { timeoutMs, maxRows, maxBytes: limits.bytes, signal });
          budget.draw(result.latencySeconds);
          return result;
        } finally {
          await session.release();
        }
      }).catch((error: unknown) => unreachable(error));
    },
    describe(sql, budget, signal) {
      return slot(async () => {
        const timeoutMs = budget.remainingMs();
        if (timeoutMs === 0) return budgetExceeded;
        if (signal.aborted) return cancelled;
        const session = await platform.open(signal);
        const started = performance.now();
        const late = timeoutMs === null ? null : AbortSignal.timeout(Math.min(timeoutMs, longestTimer));
        try {
          const described = await session.describe(
            sql,
            late === null ? signal : AbortSignal.any([signal, late]),
          );
          const isLate = late?.aborted === true && !signal.aborted && 'fault' in described;
          return isLate ? { ...timedOut, latencySeconds: (performance.now() - started) / 1000 } : described;
        } finally {
          budget.draw((performance.now() - started) / 1000);
          await session.release();
        }
      }).catch((error: unknown) => unreachable(error));
    },
    fingerprint() {
      fingerprint ??= platform.fingerprint();
      fingerprint.catch(() => {
        fingerprint = undefined;
      });
      return fingerprint;
    },
    async identity() {
      const known = await this.fingerprint().catch(() => null);
      // Only a hash of the data says that two databases are one; without it each is its own.
      return known?.strength === 'content'
        ? `${platform.dialect} ${known.hash}`
        : `${platform.dialect} named ${name}`;
    },
  };
}

/** What timers take at most, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

const timedOut: ExecutionError = {
  kind: 'error',
  code: 'timeout',
  fault: 'query',
  message: 'The columns of the query were not known when the time was up',
  latencySeconds: 0,
};

/** No time was left for a query, and nothing was sent to the database. */
export const budgetExceeded: ExecutionError = {
  kind: 'error',
  code: 'budget_exceeded',
  fault: 'query',
  message: 'The time for this case was used up before this query could start',
  latencySeconds: 0,
};

const cancelled: ExecutionError = {
  kind: 'error',
  code: 'cancelled',
  fault: 'infrastructure',
  message: 'The run was cancelled before this query could start',
  latencySeconds: 0,
};

/** A platform that cannot open a session says so by throwing; for a case run that is infrastructure. */
function unreachable(error: unknown): ExecutionError {
  return {
    kind: 'error',
    code: 'connection',
    fault: 'infrastructure',
    message: error instanceof Error ? error.message : String(error),
    latencySeconds: 0,
  };
}
