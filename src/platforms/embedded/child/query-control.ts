import { deathFailure } from '../death-failure.js';
import type { EmbeddedKind, QueryFailure } from '../protocol.js';
import { graceMs } from '../protocol.js';
import type { Guardian } from './guardian.js';

/** Why a running query has to stop. */
export type StopReason = 'timeout' | 'cancelled';

/**
 * The time of one query: says when to stop, asks the engine to, and sets the guardian's deadline for when it does not.
 * Time spent waiting for the pipe to the parent is given back, so that a busy parent never turns into a time-out.
 */
export class QueryControl {
  #reason: StopReason | null = null;
  #deadline: bigint | null;
  #interrupt: (() => void) | null = null;
  #timer: NodeJS.Timeout | null = null;
  readonly #started = process.hrtime.bigint();
  #waited = 0n;
  #paused = false;

  constructor(
    private readonly engine: EmbeddedKind,
    private readonly timeoutMs: number | null,
    private readonly memoryBytes: number,
    private readonly guardian: Guardian,
  ) {
    this.#deadline = timeoutMs === null ? null : this.#started + nanoseconds(timeoutMs);
    this.#guard();
  }

  /** Null while the query may go on. Cheap enough to ask every few rows. */
  stopped(): StopReason | null {
    if (
      this.#reason === null &&
      !this.#paused &&
      this.#deadline !== null &&
      process.hrtime.bigint() >= this.#deadline
    ) {
      this.#reason = 'timeout';
    }
    return this.#reason;
  }

  cancel(): void {
    this.#reason ??= 'cancelled';
    this.#interrupt?.();
    this.#schedule();
  }

  /** Calls `interrupt` when the query has to stop, and again every few milliseconds until `end`. */
  onStop(interrupt: () => void): void {
    this.#interrupt = interrupt;
    this.#schedule();
  }

  /** Runs `wait` with the clock stopped. */
  async pausedWhile<T>(wait: () => Promise<T>): Promise<T> {
    const from = process.hrtime.bigint();
    this.#paused = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.guardian.watch(null, this.memoryBytes);
    try {
      return await wait();
    } finally {
      const waited = process.hrtime.bigint() - from;
      this.#waited += waited;
      this.#paused = false;
      if (this.#deadline !== null) this.#deadline += waited;
      this.#guard();
      this.#schedule();
    }
  }

  /** Ends the watch; milliseconds worked. */
  end(): number {
    this.guardian.rest();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#interrupt = null;
    return Number(process.hrtime.bigint() - this.#started - this.#waited) / 1e6;
  }

  failure(): QueryFailure {
    return deathFailure(this.stopped() ?? 'timeout', this.timeoutMs, this.memoryBytes);
  }

  #guard(): void {
    const killAt = this.#deadline === null ? null : this.#deadline + nanoseconds(graceMs[this.engine]);
    this.guardian.watch(killAt, this.memoryBytes);
  }

  // An interrupt is lost when the query still waits for a thread of the pool, so it is repeated.
  #schedule(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#interrupt === null) return;
    const stopping = this.stopped() !== null;
    if (!stopping && this.#deadline === null) return;
    const left = stopping ? 10 : Number(this.#deadline! - process.hrtime.bigint()) / 1e6;
    this.#timer = setTimeout(
      () => {
        if (this.stopped() !== null) this.#interrupt?.();
        this.#schedule();
      },
      Math.min(Math.max(left, 1), 2 ** 31 - 1),
    );
  }
}

function nanoseconds(milliseconds: number): bigint {
  return BigInt(Math.round(milliseconds * 1e6));
}
