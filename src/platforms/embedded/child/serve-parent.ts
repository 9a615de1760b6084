import type { Row } from '../../../types/index.js';
import { encodeRows } from '../../../values/index.js';
import type {
  ChildMessage,
  ChildRequest,
  EmbeddedKind,
  ParentMessage,
  QueryFailure,
  Replies,
  RowsReply,
} from '../protocol.js';
import type { Engine, ScratchEngine } from './engine.js';
import { type Guardian, startGuardian } from './guardian.js';
import { openEngine, openScratch, warmEngine } from './open-engine.js';
import { QueryControl } from './query-control.js';
import { RowSink } from './row-sink.js';

type Request<Op extends ChildRequest['op']> = Extract<ChildRequest, { op: Op }> & { readonly id: number };

/** Answers the parent's requests, one at a time, until the parent lets go. */
export async function serveParent(): Promise<void> {
  // Ctrl-C reaches the whole group; what is to happen then is the parent's to decide.
  process.on('SIGINT', () => {});
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  const guardian = await startGuardian(Number(process.argv[2]));
  const child = new Child(guardian);
  process.on('message', (message: ParentMessage) => {
    if (message.op === 'cancel') child.cancel();
    else void child.answer(message);
  });
  await send({ is: 'ready' });
}

class Child {
  #engine: Engine | null = null;
  #kind: EmbeddedKind = 'sqlite';
  #memoryBytes = 0;
  #scratch: ScratchEngine | null = null;
  #control: QueryControl | null = null;

  constructor(private readonly guardian: Guardian) {}

  cancel(): void {
    this.#control?.cancel();
  }

  async answer(request: ChildRequest & { readonly id: number }): Promise<void> {
    let reply: Replies[keyof Replies];
    let workMs = 0;
    try {
      reply = await this.#handle(request);
    } catch (error) {
      reply = bug(error);
    } finally {
      workMs = this.#control?.end() ?? 0;
      this.#control = null;
      this.guardian.rest();
    }
    await send({
      is: 'done',
      id: request.id,
      reply,
      workMs,
      residentBytes: process.memoryUsage.rss(),
    });
  }

  async #handle(request: ChildRequest & { readonly id: number }): Promise<Replies[keyof Replies]> {
    switch (request.op) {
      case 'warm':
        await warmEngine(request.options);
        return null;
      case 'open':
        return this.#open(request);
      case 'close':
        await this.#engine?.close();
        this.#engine = null;
        return null;
      case 'execute':
        return this.#execute(request);
      case 'describe':
        return this.#engineOr((engine) => engine.describe(request.sql, this.#begin(request.timeoutMs)));
      case 'catalog':
        return this.#engineOr((engine) => engine.catalog());
      case 'stored':
        return this.#engineOr((engine) => engine.storedQueries());
      case 'scratch':
        return this.#runScratch(request);
    }
  }

  async #open({ source, options }: Request<'open'>): Promise<Replies['open']> {
    await this.#engine?.close();
    this.#engine = null;
    this.#kind = options.engine;
    this.#memoryBytes = options.memoryBytes;
    this.guardian.watch(null, options.memoryBytes);
    const engine = await openEngine(source, options);
    if ('kind' in engine) return engine;
    this.#engine = engine;
    return engine.info;
  }

  async #execute({ id, sql, limits }: Request<'execute'>): Promise<Replies['execute']> {
    return this.#engineOr(async (engine) => {
      const sink = new RowSink(limits.maxRows, limits.maxBytes, (rows) =>
        send({ is: 'rows', id, rows: encodeRows(rows) }),
      );
      const reply = await engine.execute(sql, sink, this.#begin(limits.timeoutMs));
      return reply.kind === 'error' ? reply : { ...reply, rows: encodeRows(sink.rest()) };
    });
  }

  /** The time limit is for the whole request; each database is answered as soon as it is done. */
  async #runScratch({ id, options, databases, limits }: Request<'scratch'>): Promise<null | QueryFailure> {
    if (this.#scratch === null) {
      const opened = await openScratch(options);
      if ('kind' in opened) return opened;
      this.#scratch = opened;
      this.#kind = options.engine;
      this.#memoryBytes = options.memoryBytes;
    }
    const control = this.#begin(limits.timeoutMs);
    for (const { setup, queries } of databases) {
      const made = await this.#scratch.make(setup);
      const results: (RowsReply | QueryFailure)[] = [];
      if (typeof made !== 'string') {
        for (const sql of queries) {
          const rows: Row[] = [];
          const sink = new RowSink(limits.maxRows, limits.maxBytes, async (batch) => {
            rows.push(...batch);
          });
          const reply =
            control.stopped() === null ? await made.execute(sql, sink, control) : control.failure();
          rows.push(...sink.rest());
          results.push(reply.kind === 'error' ? reply : { ...reply, rows: encodeRows(rows) });
        }
        await made.close();
      }
      const result = { setupError: typeof made === 'string' ? made : null, results };
      await control.pausedWhile(() => send({ is: 'database', id, result }));
    }
    return null;
  }

  #begin(timeoutMs: number | null): QueryControl {
    this.#control = new QueryControl(this.#kind, timeoutMs, this.#memoryBytes, this.guardian);
    return this.#control;
  }

  async #engineOr<T>(use: (engine: Engine) => Promise<T>): Promise<T | QueryFailure> {
    if (this.#engine !== null) return use(this.#engine);
    return { kind: 'error', code: 'connection', fault: 'infrastructure', message: 'No database is open.' };
  }
}

function bug(error: unknown): QueryFailure {
  const text = error instanceof Error ? error.message : String(error);
  // An error of our own may name files of this installation, which are nobody's business.
  const message = text.replace(/(\/[\w.@+-]+){2,}/g, '…');
  return { kind: 'error', code: 'engine_crash', fault: 'query', message, poisoned: true };
}

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    // When the parent is gone there is nobody to tell.
    if (!process.connected) resolve();
    else process.send!(message, undefined, undefined, () => resolve());
  });
}
