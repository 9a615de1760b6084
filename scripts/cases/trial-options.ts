import {
  ExecutionAccuracy,
  ExpectationSuiteScorer,
  executionAccuracy,
  ResultMatch,
  ResultSetEquivalence,
} from '../../src/scorers/index.js';
import type { Scorer } from '../../src/types/index.js';
import type { Settings } from './acceptance-case.js';

/** A scorer with its options as one acceptance case or one entry of `by_option` asks for them. */
export interface TrialOptions {
  readonly scorer: string;
  readonly options: Settings;
}

/** Words of an option entry, such as `by_value` or `bird`, as options of a scorer. */
const words: Readonly<Record<string, Settings>> = {
  multiset: { multiplicity: 'multiset' },
  bag: { multiplicity: 'multiset' },
  set: { multiplicity: 'set' },
  by_position: { column_alignment: 'by_position' },
  by_value: { column_alignment: 'by_value' },
  when_ordered: { row_order: 'when_ordered' },
  ignore: { row_order: 'ignore' },
  ignore_order: { row_order: 'ignore' },
  unordered: { row_order: 'ignore' },
  order_matters: { order_matters: true },
  ordered: { order_matters: true },
  strict: { mode: 'strict' },
  lenient: { mode: 'lenient' },
  spider: { preset: 'spider' },
  bird: { preset: 'bird' },
  tie_aware: { tie_aware: true },
  exact: { tolerance: 0, relative_tolerance: 0 },
  default: {},
  by: {},
  name: { column_order: 'ignore' },
};

const names: Readonly<Record<string, string>> = {
  order: 'row_order',
  tol: 'tolerance',
  abs_tol: 'tolerance',
  absolute_tolerance: 'tolerance',
  float_tolerance: 'tolerance',
  rel_tol: 'relative_tolerance',
  mult: 'multiplicity',
  columns: 'column_alignment',
  alignment: 'column_alignment',
};

const scorerNames = [
  'execution_accuracy',
  'result_match',
  'sql_extraction',
  'result_set_equivalence',
  'expectation_suite',
];

/** Options of an entry such as `execution_accuracy by_position` or `tol=1e-9`; a string says what is not ours in it. */
export function optionsOfEntry(entry: string, base: TrialOptions): TrialOptions | string {
  let { scorer } = base;
  const options: Record<string, unknown> = { ...base.options };
  for (const word of entry.trim().split(/[\s,+;&]+/)) {
    const [, key, value] = /^(\w+)[=:](.+)$/.exec(word) ?? [];
    const [, owner, preset] = /^([a-z_]+)\.(spider|bird)$/.exec(word) ?? [];
    if (key !== undefined) {
      options[names[key] ?? key] = readValue(value!);
      // Written short, it means that nothing at all is allowed.
      if (key === 'tol' && Number(value) === 0) options.relative_tolerance = 0;
    } else if (owner !== undefined) {
      scorer = owner;
      options.preset = preset;
    } else if (Object.hasOwn(words, word)) Object.assign(options, words[word]);
    else if (/accuracy|equivalence|match|suite|judge|extraction|f1/.test(word)) scorer = word;
    else return `"${word}" is not an option of ours`;
  }
  return { scorer, options };
}

function readValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
}

/** Options that the trial itself obeys, or that are always so. */
const ofTrial =
  'mode read_only order_matters time_limit_ms timeout_ms time_limit_s timeout_s timeout_seconds max_rows row_limit'.split(
    ' ',
  );
const ofExecution =
  'row_order multiplicity column_alignment tolerance relative_tolerance order_rule tie_aware'.split(' ');
const ofResultSets = 'column_order null_equality float_tolerance relative_tolerance match_key'.split(' ');

/** The scorer with its options, or what this version has not got, as a string. */
export function buildScorer({ scorer, options }: TrialOptions): Scorer | string {
  if (!scorerNames.includes(scorer)) return `scorer ${scorer}`;
  if (options.preset === 'spider') return executionAccuracy.spider();
  if (options.preset === 'bird') return executionAccuracy.bird();
  if (scorer === 'expectation_suite') return new ExpectationSuiteScorer();
  if (scorer === 'result_set_equivalence') return resultSetEquivalence(options);
  const isMatch = scorer === 'result_match';
  const own = isMatch ? ['tolerance'] : ofExecution;
  // Row order is the case's own affair for result_match, and there is no other way for it to read columns or counts.
  const known = [...own, ...ofTrial, ...(isMatch ? ['row_order', 'relative_tolerance'] : [])];
  const foreign = Object.keys(options).find((key) => !known.includes(key));
  if (foreign !== undefined) return `option ${foreign} of ${scorer}`;
  const given = Object.fromEntries(
    own.flatMap((key) => (options[key] === undefined || options[key] === null ? [] : [[key, options[key]]])),
  );
  // Of two readings of a tie, strict is the one that knows no ties.
  if (!isMatch && options.mode === 'strict') given.tie_aware = false;
  try {
    return isMatch ? new ResultMatch(given) : new ExecutionAccuracy(given);
  } catch {
    return `options ${JSON.stringify(given)} of ${scorer}`;
  }
}

/** Here a tolerance has the name that the scorer gives it. */
function resultSetEquivalence(options: Settings): Scorer | string {
  // Rows are compared as a bag here, whatever a case says of their order.
  const { tolerance, row_order: _, multiplicity: __, column_alignment: ___, ...others } = options;
  const renamed: Settings = tolerance === undefined ? others : { ...others, float_tolerance: tolerance };
  const foreign = Object.keys(renamed).find((key) => ![...ofResultSets, ...ofTrial].includes(key));
  if (foreign !== undefined) return `option ${foreign} of result_set_equivalence`;
  return new ResultSetEquivalence(
    Object.fromEntries(
      ofResultSets.flatMap((key) => (renamed[key] === undefined ? [] : [[key, renamed[key]]])),
    ),
  );
}

/** Limits of a case in seconds and rows; undefined where it names none. */
export function limitsOf(options: Settings): {
  readonly seconds: number | undefined;
  readonly rows: number | undefined;
} {
  const first = (...keys: string[]): number | undefined =>
    keys.map((key) => options[key]).find((value) => typeof value === 'number') as number | undefined;
  const milliseconds = first('time_limit_ms', 'timeout_ms');
  return {
    seconds:
      milliseconds === undefined
        ? first('time_limit_s', 'timeout_s', 'timeout_seconds')
        : milliseconds / 1000,
    rows: first('max_rows', 'row_limit'),
  };
}

/** Whether the order of rows counts for result_match. */
export function isOrderMatter({ order_matters, row_order }: Settings): boolean {
  return order_matters === true || row_order === 'ordered';
}
