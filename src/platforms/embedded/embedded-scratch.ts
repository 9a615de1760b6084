import type { ExecutionError, ExecutionLimits, Scratch, ScratchResult } from '../../types/index.js';
import { decodeRows } from '../../values/index.js';
import { childPool } from './child-pool.js';
import { deathFailure } from './death-failure.js';
import type { EngineOptions, QueryFailure, ScratchDatabase, ScratchDatabaseReply } from './protocol.js';

type ScratchOutcome = Awaited<ReturnType<Scratch['runMany']>>[number];

/** Scratch databases run in a child of the pool, all of one call in one message. */
export class EmbeddedScratch implements Scratch {
  readonly dialect: string;
  #open = true;

  constructor(
    private readonly options: EngineOptions,
    private readonly leave: () => Promise<void>,
  ) {
    this.dialect = options.engine;
  }

  /**
   * `limits.timeoutMs` is for the whole call. What was done before the time was up is kept; the query that used it up
   * is a time-out, the databases after it have `budget_exceeded`.
   */
  async runMany(
    databases: readonly ScratchDatabase[],
    limits: ExecutionLimits,
  ): Promise<readonly ScratchOutcome[]> {
    const { signal, ...caps } = limits;
    const lease = await childPool.lease({
      key: JSON.stringify(['scratch', this.options]),
      options: this.options,
      open: null,
      signal,
    });
    if (lease === null)
      return databases.map((one) => failedDatabase(one, deathFailure('cancelled', null, 0)));
    if ('kind' in lease) return databases.map((one) => failedDatabase(one, lease));
    const done: ScratchOutcome[] = [];
    lease.child.queries++;
    const end = await lease.child.request(
      { op: 'scratch', options: this.options, databases, limits: caps },
      {
        signal,
        timeoutMs: caps.timeoutMs,
        onDatabase: (result) => done.push(outcomeOf(result)),
      },
    );
    lease.release(end.ended === 'death' || lease.child.hasGrown(this.options.memoryBytes));
    const broke =
      end.ended === 'death'
        ? deathFailure(end.why, caps.timeoutMs, this.options.memoryBytes)
        : (end.reply ?? noTime);
    const broken = done.length;
    const rest = databases
      .slice(broken)
      .map((one, at) => failedDatabase(one, at === 0 || end.ended === 'reply' ? broke : noTime));
    return [...done, ...rest];
  }

  async close(): Promise<void> {
    const leaves = this.#open;
    this.#open = false;
    if (leaves) await this.leave();
  }
}

const noTime: QueryFailure = {
  kind: 'error',
  code: 'budget_exceeded',
  fault: 'query',
  message: 'No time was left for the query.',
};

function outcomeOf({ setupError, results }: ScratchDatabaseReply): ScratchOutcome {
  return {
    setupError,
    results: results.map(
      (result): ScratchResult =>
        result.kind === 'error'
          ? executionError(result)
          : { columns: result.columns, rows: decodeRows(result.rows), truncated: result.truncated },
    ),
  };
}

function failedDatabase(database: ScratchDatabase, failure: QueryFailure): ScratchOutcome {
  return { setupError: null, results: database.queries.map(() => executionError(failure)) };
}

function executionError({ code, fault, message }: QueryFailure): ExecutionError {
  return { kind: 'error', code, fault, message, latencySeconds: 0 };
}
