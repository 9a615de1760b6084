import type { LlmFailure, LlmRequest } from '../types/index.js';

/** When a call is to end. */
export type AskedTime = Pick<LlmRequest, 'signal' | 'timeoutMs'>;

const defaultTimeoutMs = 120_000;

/** The time a request has, and what ends it sooner. */
export class Deadline {
  readonly signal: AbortSignal;
  readonly #caller: AbortSignal;
  readonly #time: AbortSignal;
  readonly #timeoutMs: number;
  readonly #end: number;

  constructor({ signal, timeoutMs = defaultTimeoutMs }: AskedTime) {
    this.#caller = signal;
    this.#timeoutMs = timeoutMs;
    this.#time = AbortSignal.timeout(timeoutMs);
    this.#end = Date.now() + timeoutMs;
    this.signal = AbortSignal.any([signal, this.#time]);
  }

  get ended(): 'cancelled' | 'timeout' | null {
    if (this.#caller.aborted) return 'cancelled';
    return this.#time.aborted ? 'timeout' : null;
  }

  failure(): LlmFailure {
    if (this.ended === 'cancelled') return { failure: 'cancelled', message: 'it was cancelled' };
    return { failure: 'timeout', message: `no reply within ${this.#timeoutMs / 1000} s` };
  }

  remainingMs(): number {
    return this.#end - Date.now();
  }

  /** Ends early with the signal. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.signal.addEventListener('abort', done, { once: true });
      if (this.signal.aborted) done();
    });
  }
}
