import { type ChildProcess, execFile, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { findEntry } from '../../entries/index.js';
import type { PlatformInfo, Row } from '../../types/index.js';
import { decodeRows } from '../../values/index.js';
import type { ChildMessage, ChildRequest, EmbeddedKind, Replies, ScratchDatabaseReply } from './protocol.js';
import { graceMs, selfKillSignals } from './protocol.js';

/** How a request ended: with the child's reply, or with the child's death. */
export type RequestEnd<Op extends ChildRequest['op']> =
  | { readonly ended: 'reply'; readonly reply: Replies[Op]; readonly workMs: number }
  | { readonly ended: 'death'; readonly why: DeathReason };

export type DeathReason = 'timeout' | 'memory' | 'cancelled' | 'crash';

export interface RequestOptions {
  readonly timeoutMs?: number | null;
  readonly signal?: AbortSignal | undefined;
  /** Does not keep the program running until it has ended. */
  readonly background?: boolean;
  readonly onRows?: (rows: readonly Row[]) => void;
  readonly onDatabase?: (result: ScratchDatabaseReply) => void;
}

/** How long past the time when the child ends itself the parent waits before it ends it. */
const backstopMs = 40;

/** A timer that is this late means that this thread was busy, and by how much it then looks again. */
const lateMs = 30;
const secondLookMs = 100;

/** One child process and the one request it may be answering. */
export class EmbeddedChildProcess {
  readonly ready: Promise<boolean>;
  /** What the pool opened in it; null while it is a spare. */
  key: string | null = null;
  /** Whether its process's limits were lowered, as they are once it has opened something. */
  limited = false;
  /** Queries answered since it started; none means that no query can have spoilt it. */
  queries = 0;
  /** What the open database's engine said of itself. */
  info: PlatformInfo | null = null;
  #residentBytes = 0;
  #residentBytesOpened = 0;
  alive = true;
  /** Whether it is at a query now. */
  working = false;
  /** The engine it has loaded last. */
  engine: EmbeddedKind | undefined;
  #process: ChildProcess;
  #nextId = 1;
  #current: ((message: ChildMessage) => void) | null = null;
  #onDeath = new Set<(why: DeathReason) => void>();
  #killedFor: DeathReason | null = null;
  #holds = 0;
  #last: Promise<unknown>;

  constructor(entry: ReturnType<typeof findEntry>) {
    this.#process = fork(entry.path, [String(process.pid)], {
      execArgv: [...entry.execArgv],
      env: childEnvironment(),
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'json',
    });
    liveChildren.add(this);
    this.ready = new Promise((resolve) => {
      this.#current = (message) => {
        if (message.is === 'ready') resolve(true);
      };
      this.#onDeath.add(() => resolve(false));
    });
    this.#process.on('message', (message: ChildMessage) => this.#current?.(message));
    this.#process.on('exit', (_code, signal) => this.#died(signal));
    this.#process.on('error', () => this.#died(null));
    this.#hold(0);
    this.#last = this.ready;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Sends one request after those before it have ended. */
  request<Op extends ChildRequest['op']>(
    request: Extract<ChildRequest, { op: Op }>,
    options: RequestOptions = {},
  ): Promise<RequestEnd<Op>> {
    const holds = options.background !== true;
    if (holds) this.#hold(1);
    const end = this.#last
      .then(() => this.#send(request, options))
      .finally(() => {
        if (holds) this.#hold(-1);
      });
    this.#last = end;
    return end;
  }

  async #send<Op extends ChildRequest['op']>(
    request: Extract<ChildRequest, { op: Op }>,
    options: RequestOptions,
  ): Promise<RequestEnd<Op>> {
    if (!this.alive) return { ended: 'death', why: this.#killedFor ?? 'crash' };
    const id = this.#nextId++;
    const engine = 'options' in request ? request.options.engine : this.engine;
    if (engine !== undefined) this.engine = engine;
    return new Promise((resolve) => {
      let backstop: NodeJS.Timeout | null = null;
      const arm = (wait: number | null): void => {
        if (backstop !== null) clearTimeout(backstop);
        if (wait === null) return;
        const due = performance.now() + wait;
        backstop = setTimeout(() => {
          // When this thread was busy, the answer may already be waiting to be read.
          if (performance.now() - due > lateMs) arm(secondLookMs);
          else this.kill('timeout');
        }, wait);
      };
      const patience =
        options.timeoutMs === undefined || options.timeoutMs === null
          ? null
          : options.timeoutMs + graceMs[engine ?? 'duckdb'] + backstopMs;
      let ended = false;
      const abort = (): void => this.#cancel(engine === 'sqlite', () => !ended);
      const finish = (end: RequestEnd<Op>): void => {
        if (ended) return;
        ended = true;
        if (backstop !== null) clearTimeout(backstop);
        options.signal?.removeEventListener('abort', abort);
        this.#onDeath.delete(onDeath);
        this.#current = null;
        this.working = false;
        resolve(end);
      };
      const onDeath = (why: DeathReason): void => finish({ ended: 'death', why });
      this.#onDeath.add(onDeath);
      this.#current = (message) => {
        if (message.is === 'ready' || message.id !== id) return;
        if (message.is === 'done') {
          this.#residentBytes = message.residentBytes;
          if (request.op === 'open') this.#residentBytesOpened = message.residentBytes;
          finish({ ended: 'reply', reply: message.reply as Replies[Op], workMs: message.workMs });
          return;
        }
        arm(patience);
        if (message.is === 'rows') options.onRows?.(decodeRows(message.rows));
        else options.onDatabase?.(message.result);
      };
      arm(patience);
      this.working = request.op === 'execute' || request.op === 'scratch';
      this.#process.send({ ...request, id }, (error) => {
        if (error !== null && error !== undefined) this.kill('crash');
      });
      if (options.signal?.aborted) abort();
      options.signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** Whether queries have left so much memory behind that the next would have too little. */
  hasGrown(memoryBytes: number): boolean {
    const growth = this.#residentBytes - this.#residentBytesOpened;
    return this.#residentBytes > memoryBytes / 2 && growth > memoryBytes / 4;
  }

  /** Ends it. Nobody waits for its end: giving back a large memory takes the system its time. */
  kill(why: DeathReason = 'crash'): void {
    if (!this.alive) return;
    this.#killedFor ??= why;
    this.#process.kill('SIGKILL');
    this.#died(null);
  }

  /**
   * Lowers the process's own limits where `prlimit` can: address space, so that an allocation fails before memory
   * runs out, no core files, and no file can grow.
   */
  async limit(memoryBytes: number, withAddressSpace: boolean): Promise<void> {
    if (this.limited || prlimit === null || this.pid === undefined) return;
    this.limited = true;
    const addressSpace = withAddressSpace ? addressSpaceOf(this.pid) : null;
    const limits = ['--core=0:0', '--fsize=0:0', '--nofile=256:256'];
    if (addressSpace !== null) limits.push(`--as=${addressSpace + memoryBytes}`);
    const path = prlimit;
    await new Promise<void>((resolve) => {
      execFile(path, [`--pid=${this.pid}`, ...limits], { env: {}, timeout: 2000 }, () => resolve());
    });
  }

  /** A child at rest does not keep the program from ending. */
  #hold(change: number): void {
    this.#holds += change;
    const channel = this.#process.channel as { ref(): void; unref(): void } | null | undefined;
    const act = this.#holds > 0 ? 'ref' : 'unref';
    this.#process[act]();
    channel?.[act]();
  }

  #cancel(immediately: boolean, running: () => boolean): void {
    if (immediately) {
      this.kill('cancelled');
      return;
    }
    this.#process.send({ op: 'cancel' }, () => {});
    setTimeout(() => running() && this.kill('cancelled'), graceMs.duckdb);
  }

  #died(signal: NodeJS.Signals | null): void {
    if (!this.alive) return;
    this.alive = false;
    liveChildren.delete(this);
    const why = this.#killedFor ?? reasonOf(signal);
    this.#killedFor = why;
    for (const listener of [...this.#onDeath]) listener(why);
  }
}

function reasonOf(signal: NodeJS.Signals | null): DeathReason {
  if (signal === selfKillSignals.timeout) return 'timeout';
  if (signal === selfKillSignals.memory) return 'memory';
  return 'crash';
}

/** Nothing of this process's environment but where shared libraries are; a query must find no secrets. */
function childEnvironment(): NodeJS.ProcessEnv {
  const kept = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot'];
  const environment: NodeJS.ProcessEnv = { TZ: 'UTC', LANG: 'C.UTF-8', HOME: '/nonexistent' };
  for (const name of kept) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => existsSync(path)) ?? null;

function addressSpaceOf(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[0]) * 4096;
  } catch {
    return null;
  }
}

const liveChildren = new Set<EmbeddedChildProcess>();
process.on('exit', () => {
  for (const child of liveChildren) child.kill();
});
