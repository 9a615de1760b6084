import { findEntry } from '../../entries/index.js';
import { deathFailure } from './death-failure.js';
import { type DeathReason, EmbeddedChildProcess } from './embedded-child-process.js';
import type { ChildRequest, EngineOptions, QueryFailure } from './protocol.js';

type OpenRequest = Extract<ChildRequest, { op: 'open' }>;

/** A child with a database open (or made for scratch work) that nobody else uses. */
export interface Lease {
  readonly child: EmbeddedChildProcess;
  /** Gives it back; `discard` ends it instead. */
  release(discard?: boolean): void;
}

/** What a lease is for: `open` is null for scratch work. */
export interface LeaseRequest {
  readonly key: string;
  readonly options: EngineOptions;
  readonly open: OpenRequest | null;
  readonly signal?: AbortSignal | undefined;
  /** A child that has opened nothing and answered no query yet. */
  readonly fresh?: boolean;
}

interface Waiter {
  readonly request: LeaseRequest;
  readonly grant: (child: EmbeddedChildProcess | null) => void;
}

/** How long a child without a database waits for the next user of the pool. */
const lingerMs = 2_000;

/**
 * All children of this process. At most `limit` are alive, a started spare among them where there is room; a child at
 * rest keeps its database open until its place is needed, the one least recently used first.
 */
export class ChildPool {
  #limit = 1;
  /** At rest, least recently used first. */
  #idle: EmbeddedChildProcess[] = [];
  #busy = new Set<EmbeddedChildProcess>();
  #spare: EmbeddedChildProcess | null = null;
  #waiting: Waiter[] = [];
  #users = 0;
  #lastOptions: EngineOptions | null = null;
  #ending: NodeJS.Timeout | undefined;

  /** Counts a user in; the pool is as large as its most demanding user ever asked. */
  join(limit: number): void {
    clearTimeout(this.#ending);
    this.#users++;
    this.#limit = Math.max(this.#users === 1 ? 1 : this.#limit, limit);
  }

  /**
   * Counts a user out. With the last one, queries that still run or wait are cancelled and databases are closed. One
   * child at rest and the spare are kept for a moment, for a user that comes right after, as in a file of tests.
   */
  async leave(): Promise<void> {
    this.#users--;
    if (this.#users > 0) return;
    const kept = this.#idle.at(-1);
    for (const child of this.#all()) if (child !== kept && child !== this.#spare) child.kill('cancelled');
    this.#idle = kept === undefined ? [] : [kept];
    for (const { grant } of this.#waiting.splice(0)) grant(null);
    this.#ending = setTimeout(() => this.#endAll(), lingerMs);
    this.#ending.unref();
    if (kept === undefined) return;
    kept.key = null;
    await kept.request({ op: 'close' });
  }

  #endAll(): void {
    for (const child of this.#all()) child.kill('cancelled');
    this.#idle = [];
    this.#spare = null;
  }

  /** Process ids of the children that are alive. */
  pids(): number[] {
    return this.#all().flatMap((child) => child.pid ?? []);
  }

  /** Process ids of the children that run a query. */
  workingPids(): number[] {
    return [...this.#busy].flatMap((child) => (child.alive && child.working ? (child.pid ?? []) : []));
  }

  /** Starts a child ahead of its first use. */
  warm(options: EngineOptions): void {
    this.#lastOptions = options;
    this.#keepSpare();
  }

  /** A child with the database open, or why there is none; null when the signal or the last user's end came first. */
  async lease(request: LeaseRequest): Promise<Lease | QueryFailure | null> {
    this.#lastOptions = request.options;
    for (let attempt = 1; ; attempt++) {
      const child = await this.#take(attempt === 1 ? request : { ...request, fresh: true });
      if (child === null) return null;
      const opened = await this.#prepare(child, request);
      if (opened === null) return this.#lease(child);
      this.#giveBack(child, opened.discard);
      if (attempt === 2 || !opened.discard) return opened.failure;
    }
  }

  #lease(child: EmbeddedChildProcess): Lease {
    let released = false;
    return {
      child,
      release: (discard = false) => {
        if (released) return;
        released = true;
        this.#giveBack(child, discard);
      },
    };
  }

  async #prepare(
    child: EmbeddedChildProcess,
    request: LeaseRequest,
  ): Promise<{ readonly failure: QueryFailure; readonly discard: boolean } | null> {
    if (child.key === request.key) return null;
    child.key = null;
    if (request.open !== null) {
      const end = await child.request(request.open);
      if (end.ended === 'death') return { failure: notStarted(end.why, request), discard: true };
      // A process that may write no file any more cannot make what some databases need beside them to be opened.
      if ('kind' in end.reply) return { failure: end.reply, discard: child.limited };
      child.info = end.reply;
    } else {
      const end = await child.request({ op: 'warm', options: request.options });
      if (end.ended === 'death') return { failure: notStarted(end.why, request), discard: true };
    }
    await child.limit(request.options.memoryBytes, needsAddressSpaceCap(request.options));
    child.key = request.key;
    return null;
  }

  async #take(request: LeaseRequest): Promise<EmbeddedChildProcess | null> {
    if (this.#users === 0 || request.signal?.aborted) return null;
    if (this.#waiting.length === 0) {
      const child = this.#pick(request);
      if (child !== null) return child;
    }
    return new Promise((resolve) => {
      const waiter: Waiter = {
        request,
        grant: (child) => {
          request.signal?.removeEventListener('abort', abort);
          resolve(child);
        },
      };
      const abort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        resolve(null);
      };
      request.signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.push(waiter);
    });
  }

  #pick(request: LeaseRequest): EmbeddedChildProcess | null {
    this.#forgetDead();
    const usable = (child: EmbeddedChildProcess): boolean =>
      request.fresh !== true || (child.queries === 0 && !child.limited);
    const open = this.#idle.findLast((child) => child.key === request.key && usable(child));
    if (open !== undefined) return this.#use(open);
    const closed = this.#idle.findLast(
      (child) => child.key === null && child.engine === request.options.engine && usable(child),
    );
    if (closed !== undefined) return this.#use(closed);
    if (this.#spare !== null) {
      const spare = this.#spare;
      this.#spare = null;
      return this.#use(spare);
    }
    if (this.#all().length < this.#limit) return this.#use(this.#start());
    // The limits of a process cannot be raised again, and engines need different ones, so an engine keeps its process.
    const sameEngine = this.#idle.find((child) => child.engine === request.options.engine && usable(child));
    if (sameEngine !== undefined) return this.#use(sameEngine);
    const oldest = this.#idle.shift();
    if (oldest === undefined) return null;
    oldest.kill();
    return this.#use(this.#start());
  }

  #use(child: EmbeddedChildProcess): EmbeddedChildProcess {
    this.#idle = this.#idle.filter((other) => other !== child);
    this.#busy.add(child);
    this.#keepSpare();
    return child;
  }

  #giveBack(child: EmbeddedChildProcess, discard: boolean): void {
    this.#busy.delete(child);
    if (discard || this.#users === 0) child.kill();
    if (!discard && child.alive && this.#users > 0) this.#idle.push(child);
    this.#serveWaiting();
    this.#keepSpare();
  }

  #serveWaiting(): void {
    while (this.#waiting.length > 0) {
      const child = this.#pick(this.#waiting[0]!.request);
      if (child === null) return;
      this.#waiting.shift()!.grant(child);
    }
  }

  #keepSpare(): void {
    this.#forgetDead();
    if (this.#users === 0 || this.#spare !== null || this.#all().length >= this.#limit) return;
    this.#spare = this.#start();
    const options = this.#lastOptions;
    if (options !== null) void this.#spare.request({ op: 'warm', options }, { background: true });
  }

  #start(): EmbeddedChildProcess {
    return new EmbeddedChildProcess(findEntry('embedded-child'));
  }

  #all(): EmbeddedChildProcess[] {
    return [...this.#idle, ...this.#busy, ...(this.#spare === null ? [] : [this.#spare])];
  }

  #forgetDead(): void {
    this.#idle = this.#idle.filter((child) => child.alive);
    if (this.#spare?.alive === false) this.#spare = null;
  }
}

/** WebAssembly reserves far more address space than it uses; its own page limit caps it instead. */
function needsAddressSpaceCap(options: EngineOptions): boolean {
  return options.engine === 'duckdb';
}

function notStarted(why: DeathReason, { options }: LeaseRequest): QueryFailure {
  if (why === 'cancelled') return deathFailure(why, null, 0);
  const message =
    why === 'memory'
      ? `The database needs more than the ${Math.round(options.memoryBytes / 1e6)} MB of settings.limits.memory to be opened.`
      : 'The process that runs the database engine ended while it started.';
  return { kind: 'error', code: 'connection', fault: 'infrastructure', message };
}

/** The pool of this process. */
export const childPool = new ChildPool();
