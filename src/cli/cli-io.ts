import { isCi } from '../runner/index.js';

/** What the command line has of the world: its streams, its variables, its folder and the clock. */
export interface CliIo {
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
  readonly now: () => number;
  /** Lets the modules of the project print on stdout again. */
  shareStdout(): void;
}

export function processIo(): CliIo {
  const { own, share } = keepForResult(surviveClosing(process.stdout));
  return {
    stdout: own,
    stderr: surviveClosing(process.stderr),
    env: process.env,
    folder: process.cwd(),
    now: Date.now,
    shareStdout: share,
  };
}

/** A reader that goes away (`| head`) must not end a run: what cannot be written any more is dropped. */
function surviveClosing<Stream extends NodeJS.WriteStream>(stream: Stream): Stream {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return stream;
}

/** What the modules of a project print goes to stderr, or `--json` would not be JSON. */
function keepForResult(stream: NodeJS.WriteStream): {
  readonly own: NodeJS.WriteStream;
  readonly share: () => void;
} {
  const write = stream.write.bind(stream);
  stream.write = process.stderr.write.bind(process.stderr);
  return {
    own: Object.create(stream, { write: { value: write } }) as NodeJS.WriteStream,
    share: () => {
      stream.write = write;
    },
  };
}

/** Whether to write colours: the flag, then `NO_COLOR`, then `FORCE_COLOR`, then whether stdout is a terminal. */
export function wantsColors({ stdout, env }: CliIo, flag: boolean | undefined): boolean {
  if (flag === false) return false;
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined) return !/^(0|false)$/.test(env.FORCE_COLOR);
  return stdout.isTTY === true && env.TERM !== 'dumb';
}

/** Whether a line on stderr can be updated in place. */
export function isLive({ stderr, env }: CliIo): boolean {
  return stderr.isTTY === true && env.TERM !== 'dumb' && !isCi(env);
}

const plainColumns = 100;

export function columnsOf({ stdout }: CliIo): number {
  return stdout.columns !== undefined && stdout.columns > 0 ? stdout.columns : plainColumns;
}
