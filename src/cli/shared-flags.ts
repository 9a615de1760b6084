import type { Flag } from './flags/flag.js';

/** Flags and arguments that several commands share. */

/** The argument of commands that read a suite. */
export const suite = {
  name: 'suite',
  default: 'evals.yaml',
  about: 'The suite file, or the folder that holds its evals.yaml.',
} as const;

export const json: Flag = { name: 'json', takes: { kind: 'switch' }, about: 'Write JSON on stdout.' };
export const noColor: Flag = {
  name: 'no-color',
  takes: { kind: 'off' },
  about: 'Write without colours. `NO_COLOR` and `FORCE_COLOR` are understood too.',
};
export const mode: Flag = {
  name: 'mode',
  takes: { kind: 'choice', value: 'mode', choices: ['full', 'plans', 'retrieval'] },
  about:
    'What runs: the solver (`full`, the default), the recorded plans (`plans`), or only its retriever and router (`retrieval`).',
};
export const sqliteDriver: Flag = {
  name: 'sqlite-driver',
  takes: {
    kind: 'choice',
    value: 'driver',
    choices: ['auto', 'node:sqlite', 'better-sqlite3', 'sql.js'],
  },
  about: 'What opens SQLite databases. Default `auto`: the first of them that is there.',
};
export const runsFolder: Flag = {
  name: 'runs-folder',
  takes: { kind: 'text', value: 'folder' },
  about: 'Where the journals of runs are kept. Default `.sqlassay/runs` beside the suite.',
};
export const suiteFlag: Flag = {
  name: 'suite',
  takes: { kind: 'text', value: 'path' },
  about: 'The suite file, or the folder that holds its evals.yaml. Default `evals.yaml`.',
};
export const maxCost: Flag = {
  name: 'max-cost-usd',
  takes: { kind: 'amount', value: 'x' },
  about: 'Stop before the run costs more than so many US dollars; what is left is not run.',
};
export const noSelfTest: Flag = {
  name: 'no-self-test',
  takes: { kind: 'off' },
  about: "Do not test first whether the suite's golds pass as answers and wrong answers fail.",
};
export const concurrency: Flag = {
  name: 'concurrency',
  short: 'j',
  takes: { kind: 'count', value: 'n' },
  about: "Case runs at the same time. Default: the suite's setting.",
};
export const reporter: Flag = {
  name: 'reporter',
  takes: { kind: 'list', value: 'name' },
  about:
    'How the run is reported: `default`, `verbose`, `dot`, `minimal`, `json`, `jsonl`, `junit`, `markdown`, `github`, or the path of a module that exports a reporter. May be repeated. Default: `default`, and in GitHub Actions `github` too.',
};
export const outputFile: Flag = {
  name: 'output-file',
  takes: { kind: 'list', value: 'file' },
  about:
    'Write a report to a file instead of stdout: `name=file`, or a file whose extension says which (`.json`, `.jsonl`, `.xml` for `junit`, `.md` for `markdown`). May be repeated.',
};
export const inconclusive: Flag = {
  name: 'inconclusive',
  takes: { kind: 'choice', value: 'how', choices: ['skipped', 'error'] },
  about: 'How `junit` reports what could not be decided. Default `skipped`.',
};
export const selection: readonly Flag[] = [
  {
    name: 'grep',
    short: 't',
    takes: { kind: 'text', value: 'pattern' },
    about: 'Only cases whose id or question matches this regular expression.',
  },
  { name: 'tag', takes: { kind: 'list', value: 'tag' }, about: 'Only cases with one of these tags.' },
  { name: 'role', takes: { kind: 'list', value: 'role' }, about: 'Only these roles.' },
];

/** The argument of commands that read a recorded run. */
export const recordedRun = {
  name: 'run',
  default: 'latest',
  about: 'The id of a run, `latest`, or the path of a journal or of a JSON report.',
} as const;
