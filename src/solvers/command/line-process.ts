import { parseExactJson } from '../replay/parse-exact-json.js';
import { startProcess } from './process-group.js';
import { readLines } from './read-lines.js';

export interface LineProcessSettings {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  /** It gets one question and the end of its input, and its reply needs no id. */
  readonly single: boolean;
}

/**
 * What became of one question:
 *
 * - `reply`: an object with the question's id
 * - `late`: it overstayed, and was killed
 * - `malformed`: what was written was no reply, too much of it, or nothing
 * - `lost`: the process ended or could not be started; `mayRecur` when another one would fare no better
 */
export type LineOutcome =
  | { readonly kind: 'reply'; readonly reply: Readonly<Record<string, unknown>> }
  | { readonly kind: 'late' }
  | { readonly kind: 'malformed'; readonly message: string }
  | { readonly kind: 'lost'; readonly message: string; readonly mayRecur: boolean };

/** One running program that reads questions and writes replies, one JSON object a line. */
export interface LineProcess {
  /** False once it has ended or was killed. */
  readonly isUsable: boolean;
  /** How many questions it was given. */
  readonly asked: number;
  /** Rejects with the signal's reason. */
  ask(
    question: Readonly<Record<string, unknown>>,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<LineOutcome>;
  /** Ends its input, waits a little, then kills what is left. */
  close(): Promise<void>;
}

/** Lines that are no replies, such as a progress bar or a greeting, before it is taken to speak another language. */
const mostForeignLines = 1000;
/** Of what it wrote to stderr, in characters. */
const keptOfStderr = 8000;
const shownOfStderr = 500;
const graceMs = 1000;

interface Waiting {
  settle(outcome: LineOutcome): void;
}

export function startLineProcess(settings: LineProcessSettings): LineProcess {
  const group = startProcess(settings.command, settings.cwd, settings.env);
  const { child } = group;
  const waiting = new Map<number, Waiting>();
  let asked = 0;
  let foreignLines = 0;
  let lastForeign = '';
  let stderr = '';
  let end: LineOutcome | undefined;
  const ended = new Promise<void>((resolve) => {
    const finish = (outcome: LineOutcome): void => {
      stop(outcome);
      resolve();
    };
    child.on('error', (error) => {
      const message = `The command could not be started: ${error.message}`;
      finish({ kind: 'lost', message, mayRecur: true });
    });
    child.on('exit', (code, signal) => {
      // What it started may hold its output open forever.
      group.kill();
      const outcome = outcomeOfExit(code, signal, settings.single && foreignLines === 0, said);
      child.on('close', () => finish(outcome));
      setTimeout(() => finish(outcome), graceMs).unref();
    });
  });

  /** Nothing is asked of it any more; whoever waits is told. */
  function stop(outcome: LineOutcome): void {
    end ??= outcome;
    group.kill();
    for (const [id, one] of [...waiting]) {
      waiting.delete(id);
      one.settle(end);
    }
    group.hold(false);
  }

  function said(): string {
    const text = stderr.trim();
    const foreign = lastForeign.trim();
    return [
      foreign === '' ? '' : `; it wrote, which is no reply: ${foreign.slice(0, shownOfStderr)}`,
      text === '' ? '' : `; stderr ends with: ${text.slice(-shownOfStderr)}`,
    ].join('');
  }

  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-keptOfStderr);
  });
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {});
  readLines(
    child.stdout,
    settings.maxBytes,
    (line) => {
      if (line.trim() === '') return;
      const reply = parseReply(line);
      const id = reply?.id ?? (settings.single && reply !== undefined ? 1 : undefined);
      const one = typeof id === 'number' ? waiting.get(id) : undefined;
      if (one !== undefined && reply !== undefined) {
        foreignLines = 0;
        waiting.delete(id as number);
        one.settle({ kind: 'reply', reply });
        return;
      }
      lastForeign = line;
      foreignLines += 1;
      if (foreignLines > mostForeignLines)
        stop({ kind: 'malformed', message: `More than ${mostForeignLines} lines are no replies${said()}` });
    },
    () => stop({ kind: 'malformed', message: `A line is longer than ${settings.maxBytes} bytes` }),
  );
  group.hold(false);

  return {
    get isUsable() {
      return end === undefined && !(settings.single && asked > 0);
    },
    get asked() {
      return asked;
    },
    ask(question, timeoutMs, signal) {
      asked += 1;
      const id = asked;
      return new Promise((resolve, reject) => {
        if (end !== undefined) return resolve(end);
        const done = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
          if (waiting.size === 0) group.hold(false);
        };
        const timer = setTimeout(() => {
          waiting.delete(id);
          done();
          resolve({ kind: 'late' });
          stop({ kind: 'lost', message: 'The process was killed for another question', mayRecur: false });
        }, timeoutMs);
        const abort = (): void => {
          waiting.delete(id);
          done();
          reject(signal.reason);
          stop({ kind: 'lost', message: 'The process was killed for another question', mayRecur: false });
        };
        signal.addEventListener('abort', abort, { once: true });
        waiting.set(id, {
          settle(outcome) {
            done();
            resolve(outcome);
          },
        });
        group.hold(true);
        child.stdin.write(`${JSON.stringify({ id, ...question })}\n`);
        if (settings.single) child.stdin.end();
      });
    },
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => group.kill(), end === undefined ? graceMs : 0);
      if (child.pid !== undefined) {
        group.hold(true);
        await ended;
      }
      clearTimeout(timer);
      stop({ kind: 'lost', message: 'The solver was closed', mayRecur: true });
    },
  };
}

function outcomeOfExit(
  code: number | null,
  signal: string | null,
  isSilent: boolean,
  said: () => string,
): LineOutcome {
  if (code === 0 && isSilent)
    return { kind: 'malformed', message: `The command ended without a reply${said()}` };
  const how = code === null ? `was ended by ${signal}` : `ended with exit code ${code}`;
  return { kind: 'lost', message: `The command ${how}${said()}`, mayRecur: false };
}

function parseReply(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseExactJson(line);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
