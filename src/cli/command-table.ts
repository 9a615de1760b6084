import type { Flag } from './flags/flag.js';
import {
  concurrency,
  inconclusive,
  json,
  maxCost,
  mode,
  noColor,
  noSelfTest,
  outputFile,
  recordedRun,
  reporter,
  runsFolder,
  selection,
  sqliteDriver,
  suite,
  suiteFlag,
} from './shared-flags.js';

export interface Command {
  readonly name: string;
  readonly isDefault?: boolean;
  readonly about: string;
  readonly argument?: { readonly name: string; readonly default: string; readonly about: string };
  /** Arguments that follow the first, as many as are given; which of them are needed is the command's to say. */
  readonly moreArguments?: { readonly name: string; readonly about: string };
  readonly flags: readonly Flag[];
}

/** Every command of the command line; its help, its variables and its documentation are made from this. */
export const commands = [
  {
    name: 'run',
    isDefault: true,
    about: 'Run a suite, score every case run and print the board. The default command.',
    argument: suite,
    flags: [
      mode,
      ...selection,
      {
        name: 'passes',
        takes: { kind: 'count', value: 'n' },
        about: 'Ask each case so many times. Default 1.',
      },
      {
        name: 'bail',
        takes: { kind: 'optional count', value: 'n', bare: 1 },
        about: 'Stop after so many case runs that did not pass; 1 without a number.',
      },
      maxCost,
      {
        name: 'cache',
        takes: { kind: 'switch' },
        about:
          'Use answers again that cost something and were kept by an earlier run that asked the same. The default, but not under CI.',
      },
      {
        name: 'no-cache',
        takes: { kind: 'off' },
        about: 'Ask for every answer, and keep none.',
      },
      {
        name: 'shard',
        takes: { kind: 'text', value: 'i/n' },
        about:
          'Only part i of n of the cases: their sorted ids are dealt out in turn. `sqlassay merge` puts the parts together.',
      },
      {
        name: 'last-failed',
        takes: { kind: 'switch' },
        about: "Only the case runs that did not pass in the suite's last run.",
      },
      {
        name: 'resume',
        takes: { kind: 'optional text', value: 'id', bare: 'latest' },
        about: 'Continue a run that was interrupted; the newest without an id.',
      },
      {
        name: 'retry-errors',
        takes: { kind: 'switch' },
        about: 'With `--resume`: do the case runs again that ended in an error.',
      },
      noSelfTest,
      reporter,
      outputFile,
      inconclusive,
      { ...json, about: 'The same as `--reporter json`.' },
      concurrency,
      {
        name: 'answers',
        takes: { kind: 'text', value: 'file' },
        about: "Score the recorded answers of this file instead of asking the suite's solver.",
      },
      {
        name: 'answers-format',
        takes: { kind: 'choice', value: 'format', choices: ['jsonl', 'spider', 'bird'] },
        about: 'The format of that file. Default: by its extension.',
      },
      sqliteDriver,
      runsFolder,
      noColor,
    ],
  },
  {
    name: 'score',
    about:
      "Score the answers of an earlier run again, by the suite's scorers and expectations as they are now. Nothing is asked again; the result is a run of its own.",
    argument: {
      name: 'run',
      default: 'latest',
      about: 'The id of a run, `latest`, or the path of a journal.',
    },
    flags: [
      suiteFlag,
      {
        name: 'scorer',
        takes: { kind: 'list', value: 'name' },
        about: "Score with these instead of the suite's. May be repeated.",
      },
      maxCost,
      noSelfTest,
      reporter,
      outputFile,
      inconclusive,
      { ...json, about: 'The same as `--reporter json`.' },
      concurrency,
      sqliteDriver,
      runsFolder,
      noColor,
    ],
  },
  {
    name: 'merge',
    about: 'Put the parts of a run that was split with `--shard` together into one run.',
    argument: {
      name: 'run',
      default: '',
      about: 'The id of a part, or the path of its journal or JSON report.',
    },
    moreArguments: { name: 'runs', about: 'The other parts.' },
    flags: [suiteFlag, runsFolder, json, noColor],
  },
  {
    name: 'cache',
    about:
      'Show the kept answers of a suite, remove them all (`clear`), or those that are old or unusable (`prune`).',
    argument: { name: 'action', default: 'list', about: '`list`, `clear` or `prune`.' },
    flags: [
      suiteFlag,
      {
        name: 'max-age',
        takes: { kind: 'count', value: 'days' },
        about: 'With `prune`: remove answers older than so many days. Default 30.',
      },
      json,
      noColor,
    ],
  },
  {
    name: 'init',
    about: 'Write a small suite that runs at once, offline. Overwrites nothing.',
    argument: { name: 'folder', default: '.', about: 'Where to write it.' },
    flags: [noColor],
  },
  {
    name: 'gold',
    about: 'Run every gold query and write its rows into the case files. Nothing else in them changes.',
    argument: suite,
    flags: [
      {
        name: 'check',
        takes: { kind: 'switch' },
        about: 'Write nothing; exit with 1 when a recorded result is missing or no longer reproduces.',
      },
      json,
      noColor,
    ],
  },
  {
    name: 'validate',
    about: 'Check a suite and everything it names without running it.',
    argument: suite,
    flags: [json, noColor],
  },
  {
    name: 'list',
    about: 'List the case runs that a run would do.',
    argument: suite,
    flags: [mode, ...selection, json, noColor],
  },
  {
    name: 'doctor',
    about: 'Connect to every datasource of a suite and say what model SQL could do there.',
    argument: suite,
    flags: [sqliteDriver, json, noColor],
  },
  {
    name: 'equiv',
    about: 'Say whether two queries mean the same: 0 equivalent, 1 different, 3 unknown.',
    argument: { name: 'gold', default: '', about: 'The file of the query that is right.' },
    moreArguments: { name: 'candidate', about: 'The file of the query to judge.' },
    flags: [
      {
        name: 'dialect',
        takes: { kind: 'text', value: 'name' },
        about: "The queries' dialect. Default: the datasource's.",
      },
      {
        name: 'schema',
        takes: { kind: 'text', value: 'file' },
        about: 'A file of CREATE TABLE statements.',
      },
      { name: 'gold', takes: { kind: 'text', value: 'sql' }, about: 'The right query itself.' },
      { name: 'candidate', takes: { kind: 'text', value: 'sql' }, about: 'The query to judge itself.' },
      {
        name: 'datasource',
        takes: { kind: 'text', value: 'name' },
        about:
          "A suite's datasource (`name` or `name/db_id`), a database file or an address: its schema is used, its rows are sampled, and counterexamples are confirmed on it.",
      },
      {
        name: 'suite',
        takes: { kind: 'text', value: 'path' },
        about: 'The suite that names the datasource. Default `evals.yaml`.',
      },
      {
        name: 'pairs',
        takes: { kind: 'text', value: 'file' },
        about: 'Judge every line of a JSONL file: `{id?, dialect?, schema?, gold, candidate}`.',
      },
      { name: 'jobs', takes: { kind: 'count', value: 'n' }, about: 'Pairs judged at once. Default 2.' },
      {
        name: 'ignore-literals',
        takes: { kind: 'switch' },
        about: 'Compare the queries as if all their values were the same.',
      },
      {
        name: 'witnesses',
        takes: { kind: 'text', value: 'folder' },
        about: 'Folder of counterexamples: they are tried first, and new ones are kept there.',
      },
      {
        name: 'max-seconds',
        takes: { kind: 'count', value: 'seconds' },
        about: 'Seconds for one pair. Default 5.',
      },
      sqliteDriver,
      json,
      noColor,
    ],
  },
  {
    name: 'gate',
    about:
      "Judge a run by the suite's gate and its baseline, without running anything; or accept it as the baseline.",
    argument: recordedRun,
    flags: [
      {
        name: 'accept',
        takes: { kind: 'switch' },
        about: 'Write the run as the baseline of its mode. Refused under CI.',
      },
      suiteFlag,
      runsFolder,
      json,
      noColor,
    ],
  },
  {
    name: 'compare',
    about: 'Put two runs side by side: shares, their difference, whether it may be noise, and what changed.',
    argument: { ...recordedRun, name: 'a', default: '' },
    moreArguments: { name: 'b', about: 'The other run.' },
    flags: [
      {
        name: 'allow',
        takes: { kind: 'switch' },
        about: 'Compare what the runs have in common, also where they differ in more than the system.',
      },
      suiteFlag,
      runsFolder,
      json,
      noColor,
    ],
  },
  {
    name: 'judge',
    about:
      'Measure a judge: `judge calibrate` asks it about labelled pairs and says how far it agrees with them.',
    argument: { name: 'action', default: 'calibrate', about: 'What to do with the judge: calibrate.' },
    flags: [
      {
        name: 'labels',
        takes: { kind: 'text', value: 'file' },
        about: 'Labelled pairs, one JSON object a line: gold, candidate, and label or correct.',
      },
      {
        name: 'model',
        takes: { kind: 'text', value: 'id' },
        about: 'The model that judges, such as `openai/gpt-5.4` or `ollama/qwen3`.',
      },
      {
        name: 'criteria',
        takes: { kind: 'choice', value: 'name', choices: ['sql_equivalence'] },
        about: 'What it judges. Default `sql_equivalence`: the same rows on every database.',
      },
      {
        name: 'judge',
        takes: { kind: 'text', value: 'file' },
        about: 'A YAML file of the options of `llm_judge`, instead of `--criteria`.',
      },
      {
        name: 'samples',
        takes: { kind: 'count', value: 'n' },
        about: 'Ask so many times about each pair; the majority decides. Default 1.',
      },
      {
        ...maxCost,
        about: 'Stop before judging costs more than so many US dollars; what was judged is reported.',
      },
      { name: 'jobs', takes: { kind: 'count', value: 'n' }, about: 'Pairs judged at once. Default 4.' },
      {
        name: 'suite',
        takes: { kind: 'text', value: 'file' },
        about: 'A suite whose `settings.models` say how models are reached and what they cost.',
      },
      json,
      noColor,
    ],
  },
  {
    name: 'scorers',
    about: "List the scorers there are: built-in ones, those of installed packages, the project's own.",
    argument: suite,
    flags: [json, noColor],
  },
] as const satisfies readonly Command[];

export type CommandName = (typeof commands)[number]['name'];
