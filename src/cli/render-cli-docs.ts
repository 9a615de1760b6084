import { type Command, commands } from './command-table.js';
import { usageOf, variableOf } from './flags/flag.js';

const intro = `# Command line

<!-- Made from the command table by \`npm run docs\`. -->

\`npx sqlassay\` in a folder with an \`evals.yaml\` runs it. stdout is the result, stderr is everything else.

Every flag has a variable, named after it: \`--last-failed\` is \`SQLASSAY_LAST_FAILED\`. Switches take 1 or 0, lists take commas.
Flags beat variables, and variables beat \`sqlassay.config.{ts,mts,js,mjs,json}\` beside the suite, whose default export may hold a
default for every flag of \`run\` but those that pick out one run (by the flag's name in camelCase), \`scorers\` (names to factories)
and \`reporters\` (names, paths of modules, or reporters).

## Exit codes

| code | of a run | of other commands |
|---|---|---|
| 0 | the gate is met | done |
| 1 | evaluated, and the gate is not met | \`gold --check\`: a recorded result no longer reproduces |
| 2 | something is wrong with the command, the config or the suite | the same |
| 3 | could not be evaluated: too much is inconclusive, errored, unscored or not run, or nothing was selected | \`gold\`: a gold query did not run |
| 130 | interrupted; what is finished is kept | |

The first Ctrl-C stops a run and keeps what is finished, the second ends it at once. \`sqlassay run --resume\` goes on.
\`SQLASSAY_DEBUG=1\` shows the stack of an error. A variable that only looks like one of these is named on stderr, with the one
that may be meant.
`;

/** `docs/cli.md`, made from the command table. */
export function renderCliDocs(): string {
  return `${[intro, ...commands.map(section)].join('\n')}`;
}

function section({ name, about, argument, moreArguments, flags }: Command): string {
  const words = [
    argument === undefined ? '' : ` [${argument.name}]`,
    moreArguments === undefined ? '' : ` [${moreArguments.name}...]`,
    flags.length > 0 ? ' [flags]' : '',
  ];
  const usage = `sqlassay ${name}${words.join('')}`;
  const explained = [
    argument === undefined
      ? ''
      : `\`${argument.name}\`: ${argument.about}${argument.default === '' ? '' : ` Default \`${argument.default}\`.`}`,
    moreArguments === undefined ? '' : `\`${moreArguments.name}\`: ${moreArguments.about}`,
  ].filter(Boolean);
  const about2 = explained.length === 0 ? '' : `\n${explained.join('\n\n')}\n`;
  const rows = flags.map(
    (flag) => `| \`${usageOf(flag)}\` | \`${variableOf(flag)}\` | ${choices(flag.about, flag.takes)} |`,
  );
  return `## ${name}

${about}

\`\`\`sh
${usage}
\`\`\`
${about2}
| flag | variable | |
|---|---|---|
${rows.join('\n')}
`;
}

function choices(about: string, takes: Command['flags'][number]['takes']): string {
  if (takes.kind !== 'choice') return about;
  return `${about} One of ${takes.choices.map((choice) => `\`${choice}\``).join(', ')}.`;
}
