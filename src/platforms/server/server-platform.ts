import { createHash } from 'node:crypto';
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
  SqlassayError,
  type StoredQuery,
} from '../../types/index.js';
import type { QueryFailure } from '../embedded/protocol.js';
import { Deadline } from './deadline.js';
import type { ResolvedUrl } from './resolve-url.js';
import { scrubError, scrubSecrets } from './scrub-secrets.js';
import type { ServerConnection, ServerEngine, ServerOutcome } from './server-engine.js';
import { type PoolSettings, ServerPool } from './server-pool.js';

export interface ServerPlatformSettings {
  readonly dialect: string;
  /** Names the datasource in errors. */
  readonly where: string;
  /** Finds out the address when it is first needed; may throw. */
  readonly resolve: () => ResolvedUrl;
  readonly createEngine: (url: string) => ServerEngine;
  readonly pool: PoolSettings;
}

/** Describing a query runs nothing, but planning it can take long. */
const describeTimeoutMs = 10_000;

/** A database on a server. Nothing is connected, and no variable of the environment is read, before its first use. */
export class ServerPlatform implements Platform {
  readonly dialect: string;
  readonly #pool: ServerPool;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #engine: ServerEngine | null = null;
  #secrets: readonly string[] = [];
  #reached = false;

  constructor(private readonly settings: ServerPlatformSettings) {
    this.dialect = settings.dialect;
    this.#pool = new ServerPool(() => this.#engineOf(), settings.pool);
  }

  get pinnedClock(): boolean {
    try {
      return this.#engineOf().pinnedClock;
    } catch {
      return false;
    }
  }

  /**
   * A session holds no connection: each query takes one, and the session on the server is put back after it.
   *
   * @throws SqlassayError E_ENVIRONMENT_MISSING, E_URL_INVALID, E_DRIVER_MISSING, E_CONNECTION_REFUSED, E_USER_PRIVILEGED
   */
  async open(signal?: AbortSignal): Promise<PlatformSession> {
    if (!this.#reached) await this.#ask(async () => {}, signal);
    return {
      execute: (sql, limits) => this.#execute(sql, limits),
      describe: (sql, given) => this.#describe(sql, given),
      release: async () => {},
    };
  }

  catalog(signal?: AbortSignal): Promise<Catalog> {
    return this.#ask((connection) => connection.catalog(), signal);
  }

  storedQueries(signal?: AbortSignal): Promise<readonly StoredQuery[]> {
    return this.#ask((connection) => connection.storedQueries(), signal);
  }

  info(signal?: AbortSignal): Promise<PlatformInfo> {
    return this.#ask((connection) => connection.info(), signal);
  }

  examine(signal?: AbortSignal): Promise<PlatformExamination> {
    return this.#ask((connection) => connection.examine(), signal);
  }

  async fingerprint(signal?: AbortSignal): Promise<Fingerprint> {
    const [catalog, { engine, version }] = [await this.catalog(signal), await this.info(signal)];
    const hash = createHash('sha256')
      .update(JSON.stringify([engine, version, catalog]))
      .digest('hex');
    return { hash: `sha256:${hash}`, strength: 'schema' };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#running);
    await this.#pool.close();
  }

  async #execute(sql: string, { signal, ...caps }: ExecutionLimits): Promise<ExecutionResult> {
    if (caps.timeoutMs !== null && caps.timeoutMs <= 0) {
      const message = 'No time was left for the query.';
      return { kind: 'error', code: 'budget_exceeded', fault: 'query', message, latencySeconds: 0 };
    }
    const { value, seconds } = await this.#run(caps.timeoutMs, signal, (connection, timeoutMs) =>
      connection.execute(sql, { ...caps, timeoutMs }),
    );
    return value.kind === 'error' ? this.#failed(value, seconds) : { ...value, latencySeconds: seconds };
  }

  async #describe(sql: string, signal?: AbortSignal): Promise<readonly Column[] | ExecutionError> {
    const { value, seconds } = await this.#run(
      describeTimeoutMs,
      signal ?? new AbortController().signal,
      (connection) => connection.describe(sql, describeTimeoutMs),
    );
    return 'kind' in value ? this.#failed(value, seconds) : value;
  }

  /**
   * Runs a query on a connection of its own. When the connection is lost under it, by nobody's wish, it is run once
   * more on a fresh one; so it is when the server's time was up while this thread was too busy to take its rows.
   */
  #run<T extends ServerOutcome | readonly Column[]>(
    timeoutMs: number | null,
    given: AbortSignal,
    work: (connection: ServerConnection, timeoutMs: number | null) => Promise<T | QueryFailure>,
  ): Promise<{ readonly value: T | QueryFailure; readonly seconds: number }> {
    const signal = AbortSignal.any([given, this.#closing.signal]);
    return this.#tracked(async () => {
      let spentMs = 0;
      for (let fresh = false; ; fresh = true) {
        const connection = await this.#acquire(signal, fresh);
        if ('kind' in connection) return { value: connection, seconds: spentMs / 1000 };
        const left = timeoutMs === null ? null : Math.max(1, Math.round(timeoutMs - spentMs));
        const started = performance.now();
        const deadline = new Deadline(this.#engineOf(), connection, left, signal);
        const value = await Promise.race([work(connection, left), deadline.givenUp]);
        spentMs += performance.now() - started;
        const stopped = await deadline.end();
        const lost = isLost(value);
        // A connection that was told to stop may be told a moment too late, in the middle of the next query.
        await this.#pool.release(connection, stopped === null && !lost);
        if (stopped !== null && 'kind' in value && value.kind === 'error')
          return { value: stoppedFailure(stopped, timeoutMs), seconds: spentMs / 1000 };
        const heldUp = isTimeout(value) && deadline.wasHeldUp;
        const again = heldUp || (lost && (timeoutMs === null || spentMs < timeoutMs));
        if (fresh || !again) return { value, seconds: spentMs / 1000 };
        if (heldUp) spentMs = 0;
      }
    });
  }

  async #acquire(signal: AbortSignal, fresh: boolean): Promise<ServerConnection | QueryFailure> {
    try {
      const connection = await this.#pool.acquire(signal, fresh);
      this.#reached = true;
      return connection;
    } catch (error) {
      if (signal.aborted) return stoppedFailure('cancelled', null);
      const { message } = this.#scrubbed(error);
      return { kind: 'error', code: 'connection', fault: 'infrastructure', message };
    }
  }

  /** A question of our own, asked once more on a fresh connection when it fails. */
  #ask<T>(question: (connection: ServerConnection) => Promise<T>, given?: AbortSignal): Promise<T> {
    const signal =
      given === undefined ? this.#closing.signal : AbortSignal.any([given, this.#closing.signal]);
    return this.#tracked(async () => {
      for (let fresh = false; ; fresh = true) {
        given?.throwIfAborted();
        let connection: ServerConnection | null = null;
        try {
          connection = await this.#pool.acquire(signal, fresh);
          this.#reached = true;
          const answer = await untilAborted(question(connection), signal);
          await this.#pool.release(connection);
          return answer;
        } catch (error) {
          given?.throwIfAborted();
          // What a connection at rest died of may arrive before its end does.
          const mayBeDead = connection !== null && !signal.aborted;
          if (connection !== null) await this.#pool.release(connection, false);
          if (!mayBeDead || fresh) throw this.#scrubbed(error);
        }
      }
    });
  }

  #tracked<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    this.#running.add(running);
    const forget = (): void => void this.#running.delete(running);
    running.then(forget, forget);
    return running;
  }

  #engineOf(): ServerEngine {
    if (this.#engine !== null) return this.#engine;
    const { url, secrets } = this.settings.resolve();
    this.#secrets = secrets;
    this.#engine = this.settings.createEngine(url);
    return this.#engine;
  }

  #failed({ code, fault, message, sqlState }: QueryFailure, latencySeconds: number): ExecutionError {
    const shown = scrubSecrets(message, this.#secrets);
    const state = sqlState === undefined ? {} : { sqlState };
    return { kind: 'error', code, fault, message: shown, ...state, latencySeconds };
  }

  #scrubbed(error: unknown): SqlassayError {
    if (this.#closing.signal.aborted && !SqlassayError.is(error)) {
      return new SqlassayError('E_PLATFORMS_CLOSED', {
        what: 'The platform was closed',
        where: this.settings.where,
        advice: 'Close it after the last query.',
      });
    }
    return scrubError(error, this.settings.where, this.#secrets);
  }
}

function isLost(value: ServerOutcome | readonly Column[]): boolean {
  return 'kind' in value && value.kind === 'error' && value.code === 'connection';
}

function isTimeout(value: ServerOutcome | readonly Column[]): boolean {
  return 'kind' in value && value.kind === 'error' && value.code === 'timeout';
}

function stoppedFailure(why: 'timeout' | 'cancelled', timeoutMs: number | null): QueryFailure {
  if (why === 'cancelled') {
    return { kind: 'error', code: 'cancelled', fault: 'infrastructure', message: 'The query was cancelled.' };
  }
  const message = `The query did not end within ${timeoutMs} ms and was stopped.`;
  return { kind: 'error', code: 'timeout', fault: 'query', message };
}

/** Rejects when the signal says so; what goes on then is ended with its connection. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
