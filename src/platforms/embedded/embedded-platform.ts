import {
  type Catalog,
  type Column,
  type ExecutionError,
  type ExecutionLimits,
  type ExecutionResult,
  type Fingerprint,
  type Platform,
  type PlatformExamination,
  type PlatformInfo,
  type PlatformSession,
  type Row,
  SqlassayError,
  type StoredQuery,
} from '../../types/index.js';
import { decodeRows } from '../../values/index.js';
import { childPool, type Lease } from './child-pool.js';
import { deathFailure } from './death-failure.js';
import type { RequestEnd, RequestOptions } from './embedded-child-process.js';
import { examineEmbedded } from './examine-embedded.js';
import { fingerprintOf } from './fingerprint.js';
import type { ChildRequest, DatabaseSource, EngineOptions, QueryFailure, Replies } from './protocol.js';
import { sourceStamp } from './source-stamp.js';

type QueryOperation = 'execute' | 'describe' | 'catalog' | 'stored';

/** What became of a request: the reply (or a failure), and the milliseconds it took. */
interface Outcome<Op extends QueryOperation> {
  readonly value: Replies[Op] | QueryFailure;
  readonly milliseconds: number;
}

const gone: QueryFailure = {
  kind: 'error',
  code: 'connection',
  fault: 'infrastructure',
  message: 'The database is not there any more.',
};

/** Describing a query runs nothing, but planning it can take long. */
const describeTimeoutMs = 10_000;

/** A database file, or one made by scripts, whose queries run in the pool's children. */
export class EmbeddedPlatform implements Platform {
  readonly dialect: string;
  readonly pinnedClock: boolean;
  readonly #key: string;

  constructor(
    private readonly source: DatabaseSource,
    private readonly options: EngineOptions,
  ) {
    this.dialect = options.engine;
    this.pinnedClock = options.referenceDate !== null;
    this.#key = JSON.stringify([options, source]);
  }

  /** A session holds no child: each query takes one when it runs, so that sessions never wait for each other. */
  async open(): Promise<PlatformSession> {
    return {
      execute: (sql, limits) => this.#execute(sql, limits),
      describe: (sql, signal) => this.#describe(sql, signal),
      release: async () => {},
    };
  }

  catalog(signal?: AbortSignal): Promise<Catalog> {
    return this.#ask<'catalog', Catalog>({ op: 'catalog' }, signal);
  }

  storedQueries(signal?: AbortSignal): Promise<readonly StoredQuery[]> {
    return this.#ask<'stored', readonly StoredQuery[]>({ op: 'stored' }, signal);
  }

  async examine(signal?: AbortSignal): Promise<PlatformExamination> {
    return examineEmbedded(this.options.engine, await this.info(signal), this.source);
  }

  async info(signal?: AbortSignal): Promise<PlatformInfo> {
    signal?.throwIfAborted();
    const lease = await this.#lease(signal, false);
    signal?.throwIfAborted();
    if ('kind' in lease) throw this.#unreadable(lease);
    lease.release();
    return lease.child.info!;
  }

  fingerprint(): Promise<Fingerprint> {
    return fingerprintOf(this.source);
  }

  async close(): Promise<void> {}

  async #execute(sql: string, limits: ExecutionLimits): Promise<ExecutionResult> {
    const { signal, ...caps } = limits;
    if (caps.timeoutMs !== null && caps.timeoutMs <= 0) {
      const message = 'No time was left for the query.';
      return { kind: 'error', code: 'budget_exceeded', fault: 'query', message, latencySeconds: 0 };
    }
    let rows: Row[] = [];
    const onRows = (batch: readonly Row[]): void => {
      for (const row of batch) rows.push(row);
    };
    const request = { op: 'execute', sql, limits: caps } as const;
    const { value, milliseconds } = await this.#run(
      request,
      { signal, timeoutMs: caps.timeoutMs, onRows },
      () => {
        rows = [];
      },
    );
    if (value.kind === 'error') return failed(value, milliseconds);
    onRows(decodeRows(value.rows));
    return { ...value, rows, latencySeconds: milliseconds / 1000 };
  }

  async #describe(sql: string, signal?: AbortSignal): Promise<readonly Column[] | ExecutionError> {
    const request = { op: 'describe', sql, timeoutMs: describeTimeoutMs } as const;
    const options = { signal, timeoutMs: describeTimeoutMs };
    const { value, milliseconds } = await this.#run<'describe'>(request, options, () => {});
    return 'kind' in value ? failed(value, milliseconds) : value;
  }

  async #ask<Op extends 'catalog' | 'stored', Answer extends Exclude<Replies[Op], QueryFailure>>(
    request: Extract<ChildRequest, { op: Op }>,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    signal?.throwIfAborted();
    const { value } = await this.#run<Op>(request, { signal }, () => {});
    signal?.throwIfAborted();
    if ('kind' in value && value.kind === 'error') throw this.#unreadable(value);
    return value as Answer;
  }

  /**
   * Runs a request in a child. When the child crashes, an earlier query may have spoilt it, so the request is run
   * once more in a child that no query has used; a crash there is the query's own.
   */
  async #run<Op extends QueryOperation>(
    request: Extract<ChildRequest, { op: Op }>,
    options: RequestOptions,
    restart: () => void,
  ): Promise<Outcome<Op>> {
    for (let fresh = false; ; fresh = true) {
      const lease = await this.#lease(options.signal, fresh);
      if ('kind' in lease) return { value: lease, milliseconds: 0 };
      const { child } = lease;
      const used = child.queries++ > 0;
      const sent = performance.now();
      const end = await child.request(request, options);
      const milliseconds = end.ended === 'reply' ? end.workMs : performance.now() - sent;
      const value = this.#valueOf(end, options);
      const poisoned = 'kind' in value && value.kind === 'error' && value.poisoned === true;
      const crashed = poisoned || (end.ended === 'death' && end.why === 'crash');
      lease.release(crashed || child.hasGrown(this.options.memoryBytes));
      if (!crashed || !used || fresh) return { value, milliseconds };
      restart();
    }
  }

  #valueOf<Op extends QueryOperation>(
    end: RequestEnd<Op>,
    options: RequestOptions,
  ): Replies[Op] | QueryFailure {
    if (end.ended === 'reply') return end.reply;
    return deathFailure(end.why, options.timeoutMs ?? null, this.options.memoryBytes);
  }

  async #lease(signal: AbortSignal | undefined, fresh: boolean): Promise<Lease | QueryFailure> {
    const stamp = sourceStamp(this.source);
    if (stamp === null) return gone;
    const lease = await childPool.lease({
      key: `${this.#key} ${stamp}`,
      options: this.options,
      open: { op: 'open', options: this.options, source: this.source },
      signal,
      fresh,
    });
    return lease ?? deathFailure('cancelled', null, 0);
  }

  #unreadable(failure: QueryFailure): SqlassayError {
    return new SqlassayError('E_DATABASE_UNREADABLE', {
      what: failure.message.replace(/\.$/, ''),
      where: this.source.kind === 'file' ? this.source.path : this.source.files.join(', '),
      advice: `Check that it is a ${this.options.engine} database that this user may read and that no other program has locked.`,
    });
  }
}

function failed(failure: QueryFailure, milliseconds: number): ExecutionError {
  const { code, fault, message } = failure;
  return { kind: 'error', code, fault, message, latencySeconds: milliseconds / 1000 };
}
