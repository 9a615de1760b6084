import { appendFileSync, closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';
import { loadModule } from '../modules/index.js';
import {
  type CommandGuard,
  createCommandGuard,
  createReporter,
  type GithubIo,
  isReporterName,
  type ReporterIo,
  readReporterModule,
  type Tally,
} from '../report/index.js';
import { type Reporter, SqlassayError } from '../types/index.js';
import { type CliIo, columnsOf, isLive, wantsColors } from './cli-io.js';
import { usage } from './flags/read-flag.js';
import type { Flags } from './flags/resolve-flags.js';
import type { Project } from './open-project.js';

/** The reporters of a run, and the way to let go of what they hold. */
export interface ChosenReporters {
  readonly reporters: readonly Reporter[];
  /** Whether stdout holds a machine's format, so that people are told the outcome on stderr. */
  readonly isStdoutForMachines: boolean;
  close(): void;
}

const machines = new Set(['json', 'jsonl', 'junit', 'markdown']);
const byExtension: Readonly<Record<string, string>> = {
  json: 'json',
  jsonl: 'jsonl',
  xml: 'junit',
  md: 'markdown',
};

/**
 * Makes the reporters that flags and config name.
 *
 * @throws SqlassayError E_CLI_USAGE, E_REPORTER_UNKNOWN, E_REPORTER_MODULE
 */
export async function chooseReporters(
  flags: Flags,
  project: Project,
  tally: Tally,
  io: CliIo,
): Promise<ChosenReporters> {
  const files = new Map<string, string>();
  const named = namedReporters(flags, project, io);
  for (const entry of flags.outputFile ?? []) {
    const { name, file } = readOutputFile(entry, named);
    files.set(name, resolve(io.folder, file));
  }
  const entries = [...named, ...[...files.keys()].filter((name) => !named.includes(name))];
  const onStdout = entries.filter(
    (entry) => typeof entry === 'string' && isReporterName(entry) && entry !== 'github' && !files.has(entry),
  );
  if (onStdout.length > 1) {
    throw usage(
      '--reporter',
      `${onStdout.join(' and ')} would both write on stdout`,
      'Give one of them a file, such as --output-file json=report.json.',
    );
  }
  const isStdoutForMachines = onStdout.some((name) => machines.has(String(name)));
  const commands = isStdoutForMachines ? io.stderr : io.stdout;
  const guard = isGithub(io) ? createCommandGuard(commands) : null;
  const open: number[] = [];
  const reporters: Reporter[] = [];
  const closers: (() => void)[] = [];
  // Lines are workflow commands again before the annotations, so whatever else prints must have printed by then.
  for (const entry of [...entries].sort((a, b) => Number(a === 'github') - Number(b === 'github'))) {
    if (typeof entry !== 'string') reporters.push(entry);
    else if (isReporterName(entry)) {
      const file = files.get(entry);
      const own = file === undefined ? screen(flags, io) : paper(file, open, io);
      const made = createReporter(entry, tally, {
        ...own,
        ...(flags.inconclusive === undefined ? {} : { inconclusive: flags.inconclusive }),
        ...(entry === 'github'
          ? { github: githubIo(commands, guard, file === undefined ? null : own.stdout, io) }
          : {}),
      });
      reporters.push(made);
      if (made.close !== undefined) closers.push(made.close);
    } else if (isPath(entry)) {
      const base = flags.reporter === undefined && flags.json !== true ? project.folder : io.folder;
      reporters.push(await loadReporter(resolve(base, entry)));
    } else {
      createReporter(entry, tally, screen(flags, io));
    }
  }
  // A reporter of the project writes where it likes, which is most often stdout.
  if (!isStdoutForMachines && entries.some((entry) => typeof entry !== 'string' || isPath(entry))) {
    io.shareStdout();
  }
  return {
    reporters: guard === null ? reporters : [{ onRunStart: guard.start }, ...reporters],
    isStdoutForMachines,
    close() {
      guard?.end();
      for (const close of closers.splice(0)) close();
      for (const descriptor of open.splice(0)) closeSync(descriptor);
    },
  };
}

function namedReporters(
  { json, reporter }: Flags,
  { config }: Project,
  io: CliIo,
): readonly (string | Reporter)[] {
  if (json === true && reporter !== undefined && !reporter.includes('json')) {
    throw usage(
      '--json',
      'It cannot be used with another --reporter',
      'Use --output-file for the other one.',
    );
  }
  if (json === true) return ['json'];
  return reporter ?? config.reporters ?? (isGithub(io) ? ['default', 'github'] : ['default']);
}

function readOutputFile(
  entry: string,
  named: readonly (string | Reporter)[],
): { readonly name: string; readonly file: string } {
  const [, name, file] = /^([a-z]+)=(.+)$/.exec(entry) ?? [];
  if (name !== undefined && file !== undefined) {
    if (isReporterName(name)) return { name, file };
    throw usage(
      '--output-file',
      `"${name}" is not a reporter that can write a file`,
      'Use NAME=FILE, such as json=FILE, junit=FILE, markdown=FILE or github=FILE.',
    );
  }
  const extension = extname(entry).slice(1);
  const known = byExtension[extension];
  if (known !== undefined) return { name: known, file: entry };
  const [only, second] = named;
  const isForText = /^(txt|log|out)?$/.test(extension);
  if (typeof only === 'string' && second === undefined && isForText) return { name: only, file: entry };
  throw usage(
    '--output-file',
    `It is not clear which report ${entry} is to hold`,
    'Write NAME=FILE, such as json=report.json.',
  );
}

function screen(flags: Flags, io: CliIo): ReporterIo {
  return {
    stdout: io.stdout,
    stderr: io.stderr,
    isTTY: isLive(io),
    colors: wantsColors(io, flags.color),
    columns: columnsOf(io),
    folder: io.folder,
    now: io.now,
  };
}

/** A file is written piece by piece, so that what a killed run had reported is there. */
function paper(file: string, open: number[], io: CliIo): ReporterIo {
  const descriptor = openForWriting(file);
  open.push(descriptor);
  return {
    stdout: { write: (text) => writeSync(descriptor, text) },
    stderr: io.stderr,
    isTTY: false,
    colors: false,
    columns: 120,
    folder: io.folder,
    now: io.now,
  };
}

function githubIo(
  commands: GithubIo['commands'],
  guard: CommandGuard | null,
  comment: GithubIo['comment'],
  { env, stderr }: CliIo,
): GithubIo {
  const { GITHUB_STEP_SUMMARY: summaryFile = '', GITHUB_WORKSPACE: workspace = '' } = env;
  const summary = {
    write(text: string) {
      try {
        appendFileSync(summaryFile, `${text}\n`);
      } catch (error) {
        stderr.write(`the summary of the job could not be written: ${(error as Error).message}\n`);
      }
    },
  };
  return {
    commands,
    ...(guard === null ? {} : { guard }),
    summary: summaryFile === '' ? null : summary,
    comment,
    workspace: workspace === '' ? null : workspace,
  };
}

function isGithub({ env }: CliIo): boolean {
  return env.GITHUB_ACTIONS === 'true';
}

function openForWriting(file: string): number {
  try {
    mkdirSync(dirname(file), { recursive: true });
    return openSync(file, 'w');
  } catch (cause) {
    const { message } = cause as Error;
    throw usage('--output-file', `${file} cannot be written: ${message}`, 'Name a file that can be.');
  }
}

function isPath(name: string): boolean {
  return /[./\\]/.test(name);
}

async function loadReporter(file: string): Promise<Reporter> {
  const exports = await loadModule(
    file,
    (message, cause) =>
      new SqlassayError('E_REPORTER_MODULE', {
        what: `The reporter's module could not be loaded: ${message}`,
        where: file,
        advice: 'Check the path and that the module runs by itself.',
        cause,
      }),
  );
  return readReporterModule(exports, file);
}
