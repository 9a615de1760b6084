import { type ChildProcess, fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Assignment, type Judgement, lostJudgement } from './judgement.js';

interface Task {
  readonly assignment: Assignment;
  readonly done: (judgement: Judgement) => void;
}

/** A pair that holds its worker longer than this beyond its own time is given up, and its worker with it. */
const graceMilliseconds = 10_000;

/** Processes that judge pairs; one that dies loses the pair it has, and another takes its place. */
export class WorkerPool {
  readonly #waiting: Task[] = [];
  readonly #idle: ChildProcess[] = [];
  readonly #all = new Set<ChildProcess>();
  /** A new process says itself when it listens. */
  readonly #ready = new WeakSet<ChildProcess>();

  constructor(private readonly size: number) {}

  judge(assignment: Assignment): Promise<Judgement> {
    return new Promise((done) => {
      this.#waiting.push({ assignment, done });
      this.#next();
    });
  }

  close(): void {
    for (const child of this.#all) child.disconnect();
    this.#all.clear();
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const child = this.#idle.pop() ?? (this.#all.size < this.size ? this.#start() : undefined);
    if (child !== undefined) this.#give(child, this.#waiting.shift()!);
  }

  #start(): ChildProcess {
    const jiti = createRequire(import.meta.url).resolve('jiti/package.json');
    const loader = pathToFileURL(join(dirname(jiti), 'lib', 'jiti-register.mjs')).href;
    const child = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), {
      execArgv: ['--import', loader],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#all.add(child);
    return child;
  }

  #give(child: ChildProcess, { assignment, done }: Task): void {
    // A proven pair is judged twice.
    const longest = 2 * assignment.milliseconds + graceMilliseconds;
    let timer: NodeJS.Timeout | undefined;
    let start = performance.now();
    const send = (): void => {
      start = performance.now();
      timer = setTimeout(() => child.kill('SIGKILL'), longest + 1);
      child.send(assignment);
    };
    const finish = (judgement: Judgement): void => {
      clearTimeout(timer);
      child.off('message', answer);
      child.off('exit', death);
      done(judgement);
      this.#next();
    };
    const answer = ({ judgement }: { readonly judgement?: Judgement }): void => {
      if (judgement === undefined) send();
      else {
        this.#idle.push(child);
        finish(judgement);
      }
    };
    const death = (): void => {
      this.#all.delete(child);
      const taken = performance.now() - start;
      finish(
        taken > longest
          ? lostJudgement('budget', 'the pair held its process beyond its time', taken)
          : lostJudgement('unsupported.failure', 'the process that judged it died', taken),
      );
    };
    child.on('message', answer);
    child.once('exit', death);
    if (this.#ready.has(child)) send();
    this.#ready.add(child);
  }
}
