import { CommanderError } from 'commander';
import { buildProgram, type ParsedCommand } from './build-program.js';
import type { CliIo } from './cli-io.js';
import type { CommandName } from './command-table.js';
import type { CommandAction } from './commands/command-action.js';
import { usage } from './flags/read-flag.js';
import { resolveFlags } from './flags/resolve-flags.js';
import { unknownVariables } from './flags/unknown-variables.js';
import { packageVersion } from './package-version.js';
import { printError } from './print-error.js';

/** Loaded when called, so that `--help` and `init` do not wait for the engines. */
const actions: Readonly<Record<CommandName, () => Promise<CommandAction>>> = {
  run: async () => (await import('./commands/run-command.js')).runCommand,
  score: async () => (await import('./commands/score-command.js')).scoreCommand,
  merge: async () => (await import('./commands/merge-command.js')).mergeCommand,
  cache: async () => (await import('./commands/cache-command.js')).cacheCommand,
  init: async () => (await import('./commands/init-command.js')).initCommand,
  gold: async () => (await import('./commands/gold-command.js')).goldCommand,
  validate: async () => (await import('./commands/validate-command.js')).validateCommand,
  list: async () => (await import('./commands/list-command.js')).listCommand,
  doctor: async () => (await import('./commands/doctor-command.js')).doctorCommand,
  equiv: async () => (await import('./commands/equiv-command.js')).equivCommand,
  gate: async () => (await import('./commands/gate-command.js')).gateCommand,
  compare: async () => (await import('./commands/compare-command.js')).compareCommand,
  judge: async () => (await import('./commands/judge-command.js')).judgeCommand,
  scorers: async () => (await import('./commands/scorers-command.js')).scorersCommand,
};

/** Runs one command line and returns its exit code; what goes wrong is on stderr, and 2. */
export async function runCli(words: readonly string[], io: CliIo): Promise<number> {
  try {
    const parsed = parse(words, io);
    if (parsed === null) return 0;
    for (const line of unknownVariables(io.env)) io.stderr.write(`${line}\n`);
    const { command, argument, isArgumentGiven, moreArguments, given } = parsed;
    const action = await actions[command.name]();
    return await action({
      argument,
      isArgumentGiven,
      moreArguments,
      flagsWith: (config) => resolveFlags(command, given, io.env, config),
      io,
    });
  } catch (error) {
    printError(error, io);
    return 2;
  }
}

/** Null when help or the version was asked for and printed. */
function parse(words: readonly string[], io: CliIo): ParsedCommand | null {
  const found: ParsedCommand[] = [];
  const program = buildProgram(packageVersion(), { out: (text) => void io.stdout.write(text) }, (parsed) => {
    found.push(parsed);
  });
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return null;
    const [what = '', hint = ''] = error.message
      .replace(/^error: /, '')
      .replace(/\.$/, '')
      .split('\n');
    throw usage(
      undefined,
      capitalise(what),
      hint === '' ? 'See sqlassay --help.' : hint.replace(/^\((.*)\)$/, '$1'),
    );
  }
  return found[0] ?? null;
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
