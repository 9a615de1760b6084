import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryFailure } from '../embedded/protocol.js';
import type { ServerConnection, ServerEngine } from './server-engine.js';

/** How long the server has to keep its own time-out before it is told to stop, and then before its session is ended. */
const cancelAfterMs = 200;
const terminateAfterMs = 500;
/** How long an ended connection has to say so. */
const settleMs = 1000;
/** A timer that is this late means that this thread was busy, so that the server's answer may be waiting. */
const lateMs = 30;
/** How often it is looked whether this thread is busy. */
const lookMs = 25;

/**
 * Sees to it that a query on a server ends: a while after its time-out it is cancelled over another connection, and if
 * that does not help its session is ended there and the socket dropped here. The caller's signal does the same at once.
 */
export class Deadline {
  /** Resolves when nothing more will come of the query. */
  readonly givenUp: Promise<QueryFailure>;
  #stopped: 'timeout' | 'cancelled' | null = null;
  #ended = false;
  #timer: NodeJS.Timeout | null = null;
  /** The longest time in which this thread took nothing from the server, in milliseconds. */
  #busyMs = 0;
  #looked = performance.now();
  readonly #look: NodeJS.Timeout;
  readonly #timeoutMs: number | null;
  #giveUp!: (failure: QueryFailure) => void;
  readonly #telling = new Set<Promise<void>>();
  readonly #abort = (): void => this.#stop('cancelled');

  constructor(
    private readonly engine: ServerEngine,
    private readonly connection: ServerConnection,
    timeoutMs: number | null,
    private readonly signal: AbortSignal,
  ) {
    this.givenUp = new Promise((resolve) => {
      this.#giveUp = resolve;
    });
    this.#timeoutMs = timeoutMs;
    this.#look = setInterval(() => this.#lookAgain(), lookMs);
    if (timeoutMs !== null) this.#after(timeoutMs + cancelAfterMs, () => this.#stop('timeout'));
    if (signal.aborted) this.#stop('cancelled');
    else signal.addEventListener('abort', this.#abort, { once: true });
  }

  /** The query has ended; says why it was stopped, if it was. Waits a while for words to the server to arrive. */
  async end(): Promise<'timeout' | 'cancelled' | null> {
    this.#ended = true;
    clearInterval(this.#look);
    this.#lookAgain();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.signal.removeEventListener('abort', this.#abort);
    if (this.#telling.size > 0) {
      const patience = new AbortController();
      const waited = sleep(settleMs, undefined, { signal: patience.signal }).catch(() => {});
      await Promise.race([Promise.all(this.#telling), waited]);
      patience.abort();
    }
    return this.#stopped;
  }

  /**
   * Whether the server's time-out may have come of this thread being busy: a server that cannot send its rows waits, and
   * its clock goes on.
   */
  get wasHeldUp(): boolean {
    return this.#timeoutMs !== null && this.#busyMs > Math.max(100, this.#timeoutMs / 10);
  }

  #lookAgain(): void {
    const now = performance.now();
    this.#busyMs = Math.max(this.#busyMs, now - this.#looked - lookMs);
    this.#looked = now;
  }

  #stop(why: 'timeout' | 'cancelled'): void {
    if (this.#ended || this.#stopped !== null) return;
    this.#stopped = why;
    this.#tell(this.engine.cancel(this.connection.id));
    this.#after(terminateAfterMs, () => {
      this.#tell(this.engine.terminate(this.connection.id));
      this.connection.destroy();
      this.#after(settleMs, () =>
        this.#giveUp({
          kind: 'error',
          code: 'connection',
          fault: 'infrastructure',
          message: 'The connection was dropped.',
        }),
      );
    });
  }

  #tell(word: Promise<void>): void {
    const told = word.catch(() => {});
    this.#telling.add(told);
    void told.finally(() => this.#telling.delete(told));
  }

  #after(wait: number, act: () => void): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const due = performance.now() + wait;
    this.#timer = setTimeout(() => {
      if (this.#ended) return;
      const late = performance.now() - due;
      if (late > lateMs) this.#after(Math.min(late, 1000), act);
      else act();
    }, wait);
  }
}
