import { Worker } from 'node:worker_threads';
import { type Entry, findEntry } from '../../entries/index.js';
import { SqlassayError } from '../../types/index.js';
import type { ParserAnswers, ParserReady, ParserReply, ParserRequest } from './protocol.js';

/** Limits of the parser's thread. */
export interface ParserLimits {
  /** Milliseconds for one call, once the thread is up. */
  readonly timeoutMs: number;
  /** The thread is replaced when its memory outside the JavaScript heap has grown by so many bytes since it began. */
  readonly maxGrowthBytes: number;
  /** Stack of the thread; with Node's 4 MB the parser overflows on deep trees, and then breaks for good. */
  readonly stackSizeMb: number;
}

/** What became of the parser's threads so far. */
export interface ParserStatistics {
  readonly calls: number;
  readonly threadsStarted: number;
  readonly restarts: {
    readonly poisoned: number;
    readonly grown: number;
    readonly timedOut: number;
    readonly died: number;
  };
  /** Bytes of the running thread outside and inside its JavaScript heap, after its last call; zero without a thread. */
  readonly memory: { readonly external: number; readonly heap: number };
}

/** An answer, or why there is none. */
export type ParserOutcome<T> =
  | { readonly kind: 'answer'; readonly answer: T }
  | { readonly kind: 'gave_up'; readonly reason: string };

interface Call {
  readonly operation: keyof ParserAnswers;
  readonly input: unknown;
  readonly dialect: string;
  readonly resolve: (outcome: ParserOutcome<unknown>) => void;
  readonly reject: (error: unknown) => void;
  attempts: number;
}

/** An ordinary call needs under 20 MB of JavaScript heap; one that needs more than this ends the thread, not the process. */
const maxHeapMb = 256;
const startTimeoutMs = 60_000;

/**
 * Runs the parser in a thread of its own, one call at a time, so that a call that breaks the thread costs no other one.
 * A call is tried twice when the thread breaks under it; one that overstays is given up and its thread ended.
 */
export class ParserHost {
  #worker: Worker | null = null;
  #queue: Call[] = [];
  #current: Call | null = null;
  #timer: NodeJS.Timeout | undefined;
  #ready = false;
  #nextId = 0;
  #baseline = 0;
  #memory = { external: 0, heap: 0 };
  #calls = 0;
  #threads = 0;
  #restarts = { poisoned: 0, grown: 0, timedOut: 0, died: 0 };

  constructor(
    private readonly limits: ParserLimits,
    private readonly locate: () => Entry = () => findEntry('parser-worker'),
  ) {}

  call<Operation extends keyof ParserAnswers>(
    operation: Operation,
    input: unknown,
    dialect: string,
    signal?: AbortSignal,
  ): Promise<ParserOutcome<ParserAnswers[Operation]>> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const call: Call = {
        operation,
        input,
        dialect,
        attempts: 0,
        resolve: (outcome) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(outcome as ParserOutcome<ParserAnswers[Operation]>);
        },
        reject: (error) => {
          signal?.removeEventListener('abort', onAbort);
          reject(error);
        },
      };
      const onAbort = (): void => {
        this.#queue = this.#queue.filter((one) => one !== call);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#queue.push(call);
      this.#advance();
    });
  }

  statistics(): ParserStatistics {
    return {
      calls: this.#calls,
      threadsStarted: this.#threads,
      restarts: { ...this.#restarts },
      memory: { ...this.#memory },
    };
  }

  /** Ends the thread; what waits is given up. The next call starts a new one. */
  async close(): Promise<void> {
    const waiting = [...(this.#current === null ? [] : [this.#current]), ...this.#queue];
    this.#queue = [];
    this.#current = null;
    const ended = this.#endWorker();
    for (const call of waiting) call.resolve({ kind: 'gave_up', reason: 'the parser was closed' });
    await ended;
  }

  #advance(): void {
    if (this.#current !== null) return;
    const call = this.#queue.shift();
    if (call === undefined) {
      this.#worker?.unref();
      return;
    }
    this.#current = call;
    call.attempts++;
    this.#calls++;
    let worker: Worker;
    try {
      worker = this.#worker ?? this.#startWorker();
    } catch (error) {
      this.#fail(error);
      return;
    }
    worker.ref();
    const request: ParserRequest = {
      id: ++this.#nextId,
      operation: call.operation,
      input: call.input,
      dialect: call.dialect,
    };
    this.#giveUpAfter(this.#ready ? this.limits.timeoutMs : startTimeoutMs);
    worker.postMessage(request);
  }

  #giveUpAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const reason = `the parser took longer than ${milliseconds} ms`;
      this.#restarts.timedOut++;
      void this.#endWorker();
      if (this.#ready) this.#finish({ kind: 'gave_up', reason });
      else this.#fail(unavailable(reason));
    }, milliseconds);
  }

  #startWorker(): Worker {
    const entry = this.locate();
    const worker = new Worker(entry.path, {
      execArgv: [...entry.execArgv],
      env: {},
      resourceLimits: { stackSizeMb: this.limits.stackSizeMb, maxOldGenerationSizeMb: maxHeapMb },
    });
    this.#threads++;
    this.#baseline = 0;
    this.#ready = false;
    this.#worker = worker;
    worker.on('message', (message: ParserReady | ParserReply) => {
      if (this.#worker !== worker) return;
      if (message !== 'ready') this.#receive(message);
      else {
        this.#ready = true;
        if (this.#current !== null) this.#giveUpAfter(this.limits.timeoutMs);
      }
    });
    const died = (reason: string): void => {
      if (this.#worker !== worker) return;
      this.#restarts.died++;
      this.#worker = null;
      this.#memory = { external: 0, heap: 0 };
      // A thread that never came up says nothing about the text, so the text must not pass for one that cannot be read.
      if (!this.#ready && (this.#current?.attempts ?? 0) >= 2) this.#fail(unavailable(reason));
      else this.#retry(reason);
    };
    worker.on('error', (error) => died(error.message));
    worker.on('exit', (code) => died(`the parser's thread ended with code ${code}`));
    return worker;
  }

  #receive(reply: ParserReply): void {
    if (reply.id !== this.#nextId || this.#current === null) return;
    this.#memory = reply.memory;
    this.#baseline ||= reply.memory.external;
    if (reply.poisoned) {
      this.#restarts.poisoned++;
      void this.#endWorker();
      this.#retry('the parser broke on this text');
      return;
    }
    if (reply.memory.external - this.#baseline > this.limits.maxGrowthBytes) {
      this.#restarts.grown++;
      void this.#endWorker();
    }
    this.#finish({ kind: 'answer', answer: reply.answer });
  }

  #retry(reason: string): void {
    const call = this.#current;
    if (call === null) return;
    if (call.attempts >= 2) {
      this.#finish({ kind: 'gave_up', reason });
      return;
    }
    clearTimeout(this.#timer);
    this.#current = null;
    this.#queue.unshift(call);
    this.#advance();
  }

  #finish(outcome: ParserOutcome<unknown>): void {
    clearTimeout(this.#timer);
    const call = this.#current;
    this.#current = null;
    call?.resolve(outcome);
    this.#advance();
  }

  #fail(error: unknown): void {
    clearTimeout(this.#timer);
    const call = this.#current;
    this.#current = null;
    call?.reject(error);
    this.#advance();
  }

  async #endWorker(): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = null;
    this.#memory = { external: 0, heap: 0 };
    await worker?.terminate();
  }
}

function unavailable(reason: string): SqlassayError {
  return new SqlassayError('E_PARSER_UNAVAILABLE', {
    what: `The SQL parser's thread could not be started (${reason})`,
    advice:
      'Check that @polyglot-sql/sdk is installed beside sqlassay, and that the machine has about 150 MB of memory free.',
  });
}
