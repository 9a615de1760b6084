import { Option, Command as Program } from 'commander';
import { type Command, type CommandName, commands } from './command-table.js';
import { type Flag, keyOf, usageOf, variableOf } from './flags/flag.js';

/** A command line that was understood. */
export interface ParsedCommand {
  readonly command: Command & { readonly name: CommandName };
  readonly argument: string;
  readonly isArgumentGiven: boolean;
  readonly moreArguments: readonly string[];
  /** Only what stood on the command line, by the flags' keys. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** The parser of the command line; it writes nothing by itself but help and version, and throws what is wrong. */
export function buildProgram(
  version: string,
  write: { readonly out: (text: string) => void },
  onParsed: (parsed: ParsedCommand) => void,
): Program {
  const program = new Program('sqlassay')
    .description('Says whether AI-written SQL is right, and how it knows.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .configureHelp({ showGlobalOptions: false })
    .addHelpText(
      'after',
      '\nEvery flag has a variable: --last-failed is SQLASSAY_LAST_FAILED. Flags beat variables, and variables beat sqlassay.config.*.\nExit codes of a run: 0 the gate is met, 1 it is not met, 2 something is wrong with the suite or the command,\n3 it could not be evaluated, 130 interrupted.',
    );
  for (const command of commands) addCommand(program, command, onParsed);
  quieten(program, write);
  return program;
}

function addCommand(
  program: Program,
  command: Command & { readonly name: CommandName },
  onParsed: (parsed: ParsedCommand) => void,
): void {
  const { argument, moreArguments } = command;
  const sub = program
    .command(command.name, { isDefault: command.isDefault === true })
    .description(command.about)
    .helpOption('-h, --help', 'print help');
  if (argument !== undefined) sub.argument(`[${argument.name}]`, argument.about);
  if (moreArguments !== undefined) sub.argument(`[${moreArguments.name}...]`, moreArguments.about);
  for (const flag of command.flags) sub.addOption(optionOf(flag));
  sub.action((...call: unknown[]) => {
    const given = argument === undefined ? undefined : (call[0] as string | undefined);
    onParsed({
      command,
      argument: given ?? argument?.default ?? '',
      isArgumentGiven: given !== undefined,
      moreArguments: moreArguments === undefined ? [] : (call[1] as readonly string[]),
      given: givenFlags(command, sub),
    });
  });
}

function optionOf(flag: Flag): Option {
  const option = new Option(usageOf(flag), `${flag.about.replaceAll('`', '')} [${variableOf(flag)}]`);
  if (flag.takes.kind === 'list') {
    option.argParser((value: string, previous: string[] | undefined) => [...(previous ?? []), value]);
  }
  return option;
}

/** Defaults that the parser makes up for `--no-x` are not given. */
function givenFlags({ flags }: Command, sub: Program): Record<string, unknown> {
  const values = sub.opts();
  const keys = flags.map(keyOf).filter((key) => sub.getOptionValueSource(key) === 'cli');
  return Object.fromEntries(keys.map((key) => [key, values[key]]));
}

function quieten(program: Program, { out }: { readonly out: (text: string) => void }): void {
  for (const one of [program, ...program.commands]) {
    one.exitOverride().configureOutput({ writeOut: out, writeErr: () => {}, outputError: () => {} });
  }
}
