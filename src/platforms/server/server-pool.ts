import { SqlassayError } from '../../types/index.js';
import type { ServerConnection, ServerEngine } from './server-engine.js';

export interface PoolSettings {
  /** Most connections at once. */
  readonly size: number;
  /** How long to wait for one that is in use, in milliseconds. Default 30 seconds. */
  readonly waitMs?: number;
  /** After this long a connection is replaced, in milliseconds. Default 30 minutes. */
  readonly lifetimeMs?: number;
  /** An unused connection is closed after this long, in milliseconds. Default 30 seconds. */
  readonly idleMs?: number;
  /** A connection unused for longer is asked whether it still lives, in milliseconds. Default 5 seconds. */
  readonly pingAfterMs?: number;
  /** How long putting a session back, or asking whether it lives, may take, in milliseconds. Default 5 seconds. */
  readonly upkeepMs?: number;
}

interface Idle {
  readonly connection: ServerConnection;
  readonly since: number;
  readonly timer: NodeJS.Timeout;
}

interface Waiter {
  readonly proceed: () => void;
}

/** Connections of one server: made when needed, used by one query at a time, put back clean or not at all. */
export class ServerPool {
  readonly #settings: Required<PoolSettings>;
  readonly #idle: Idle[] = [];
  readonly #waiting: Waiter[] = [];
  readonly #born = new WeakMap<ServerConnection, number>();
  readonly #inUse = new Set<ServerConnection>();
  /** Connections that are open, being opened or being put back. */
  #taken = 0;
  #closed = false;

  constructor(
    private readonly engine: () => ServerEngine,
    settings: PoolSettings,
  ) {
    this.#settings = {
      waitMs: 30_000,
      lifetimeMs: 30 * 60_000,
      idleMs: 30_000,
      pingAfterMs: 5_000,
      upkeepMs: 5_000,
      ...settings,
    };
  }

  /**
   * A connection of one's own until `release`. `fresh` asks for one that was made just now, because those at rest may
   * be as dead as the last one was.
   *
   * @throws whatever the engine throws, E_CONNECTION_REFUSED when none became free in time, and the signal's reason
   */
  async acquire(signal: AbortSignal, fresh = false): Promise<ServerConnection> {
    signal.throwIfAborted();
    const engine = this.engine();
    if (fresh) for (const idle of this.#idle.splice(0)) this.#discard(idle);
    for (;;) {
      this.#requireOpen();
      const idle = this.#idle.pop();
      if (idle === undefined) break;
      clearTimeout(idle.timer);
      if (await this.#isWell(idle)) return this.#use(idle.connection);
      this.#drop(idle.connection);
    }
    if (this.#taken >= this.#settings.size) {
      await this.#turn(signal);
      return this.acquire(signal, fresh);
    }
    this.#taken++;
    try {
      const connection = await engine.connect(signal);
      this.#born.set(connection, performance.now());
      if (!this.#closed && !signal.aborted) return this.#use(connection);
      connection.destroy();
      signal.throwIfAborted();
      this.#requireOpen();
      return connection;
    } catch (error) {
      this.#free();
      throw error;
    }
  }

  /** Gives a connection back: it is cleaned for the next query, or dropped when it cannot be. Never rejects. */
  async release(connection: ServerConnection, keep = true): Promise<void> {
    this.#inUse.delete(connection);
    const age = performance.now() - (this.#born.get(connection) ?? 0);
    if (!keep || !connection.usable || this.#closed || age > this.#settings.lifetimeMs) {
      this.#drop(connection);
      return;
    }
    try {
      await this.#within(connection.reset());
    } catch {
      this.#drop(connection);
      return;
    }
    if (connection.usable && !this.#closed) this.#rest(connection);
    else this.#drop(connection);
  }

  /** Ends every connection, those in use at once. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiter of this.#waiting.splice(0)) waiter.proceed();
    for (const connection of this.#inUse) connection.destroy();
    await Promise.all(
      this.#idle.splice(0).map(async ({ connection, timer }) => {
        clearTimeout(timer);
        await this.#within(connection.close()).catch(() => connection.destroy());
      }),
    );
  }

  #use(connection: ServerConnection): ServerConnection {
    this.#inUse.add(connection);
    return connection;
  }

  #rest(connection: ServerConnection): void {
    const timer = setTimeout(() => {
      const at = this.#idle.findIndex((idle) => idle.connection === connection);
      if (at < 0) return;
      this.#idle.splice(at, 1);
      void connection.close();
      this.#free();
    }, this.#settings.idleMs);
    timer.unref();
    this.#idle.push({ connection, since: performance.now(), timer });
    this.#waiting.shift()?.proceed();
  }

  async #isWell({ connection, since }: Idle): Promise<boolean> {
    const now = performance.now();
    if (!connection.usable) return false;
    if (now - (this.#born.get(connection) ?? 0) > this.#settings.lifetimeMs) return false;
    if (now - since < this.#settings.pingAfterMs) return true;
    return this.#within(connection.ping()).then(
      () => connection.usable,
      () => false,
    );
  }

  #discard({ connection, timer }: Idle): void {
    clearTimeout(timer);
    this.#drop(connection);
  }

  #drop(connection: ServerConnection): void {
    connection.destroy();
    this.#free();
  }

  /** Room for another connection. */
  #free(): void {
    this.#taken--;
    this.#waiting.shift()?.proceed();
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        const at = this.#waiting.indexOf(waiter);
        if (at >= 0) this.#waiting.splice(at, 1);
        settle();
      };
      const waiter: Waiter = { proceed: () => end(resolve) };
      const abort = (): void => end(() => reject(signal.reason));
      const { waitMs, size } = this.#settings;
      const timer = setTimeout(
        () =>
          end(() =>
            reject(
              new SqlassayError('E_CONNECTION_REFUSED', {
                what: `All ${size} connections of the pool were in use for ${waitMs / 1000} s: the pool is exhausted`,
                advice: 'Allow more sessions, or run fewer cases at once.',
              }),
            ),
          ),
        waitMs,
      );
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.push(waiter);
    });
  }

  #within<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error('The server did not answer.')),
        this.#settings.upkeepMs,
      );
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  }

  #requireOpen(): void {
    if (!this.#closed) return;
    throw new SqlassayError('E_PLATFORMS_CLOSED', {
      what: 'The platform was closed already',
      advice: 'Close it after the last query.',
    });
  }
}
