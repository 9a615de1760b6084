import type { CaseResult, ScoreResult } from '../../src/types/index.js';
import type { AcceptanceCase } from './acceptance-case.js';
import { runTrial, scorerOf, type TrialResult } from './run-case.js';
import { flagNames, specWins } from './spec-wins.js';

export type Judgement =
  | { readonly kind: 'agrees'; readonly unchecked: readonly string[] }
  | { readonly kind: 'disagrees'; readonly problems: readonly string[] }
  | { readonly kind: 'skipped'; readonly why: string };

/** Whether our verdicts on a case are those it accepts. */
export async function judgeCase(item: AcceptanceCase): Promise<Judgement> {
  const scorer = item.extra.scorer ?? 'execution_accuracy';
  const options = item.extra.options ?? {};
  if (scorerOf(scorer, {}) === undefined) return { kind: 'skipped', why: `scorer ${scorer}` };
  if (!['sqlite', 'duckdb', 'none'].includes(item.dialect))
    return { kind: 'skipped', why: `platform ${item.dialect}` };
  if (options.tie_aware === true) return { kind: 'skipped', why: 'scorer execution_accuracy with tie_aware' };

  const notes: Notes = { problems: [], unchecked: [] };
  const trial = await tryWith(item, scorer, options);
  if (item.expected.accept !== undefined) {
    const said = spoken(trial.result, options.mode === 'lenient');
    if (!item.expected.accept.some((accepted) => means(accepted, said))) {
      notes.problems.push(`${said}, not ${item.expected.accept.join(' or ')}: ${trial.result.reason ?? ''}`);
    }
  }
  for (const [option, expected] of Object.entries(item.expected.by_option ?? {})) {
    await checkOption(item, option, expected, notes);
  }
  const seen = await checkFlags(item, scorer, trial, notes);
  checkNumbers(item, trial, notes);
  void seen;
  return notes.problems.length > 0
    ? { kind: 'disagrees', problems: notes.problems }
    : { kind: 'agrees', unchecked: notes.unchecked };
}

interface Notes {
  readonly problems: string[];
  readonly unchecked: string[];
}

function tryWith(
  item: AcceptanceCase,
  scorer: string,
  options: Readonly<Record<string, unknown>>,
): Promise<TrialResult> {
  return runTrial(item, {
    scorer: scorerOf(scorer, options)!,
    answer: item.extra.raw_output ?? item.candidate_sql ?? '',
    withRows: scorer === 'result_match',
  });
}

/** What we said, in the cases' words. */
function spoken(result: CaseResult, lenient: boolean): string {
  if (result.execution?.kind === 'error' && result.execution.code === 'refused') return 'refuse';
  const score = result.scores[0]?.score;
  if (lenient && score !== undefined) return lenientVerdict(score);
  return score?.verdict ?? 'error';
}

/** A verdict that is inconclusive stays so: lenient only reads what was compared. */
function lenientVerdict({ verdict, detail }: ScoreResult): string {
  if (typeof detail.lenient === 'boolean') return detail.lenient ? 'pass' : 'fail';
  return verdict === 'pass' || verdict === 'fail' ? verdict : 'inconclusive';
}

function means(accepted: string, said: string): boolean {
  if (accepted === 'error') return said === 'error' || said === 'inconclusive';
  // A refused query is the model's fault, so it also counts as a fail where a fail is accepted.
  if (accepted === 'fail') return said === 'fail' || said === 'refuse';
  return accepted === said;
}

/** Words of an option entry, such as `execution_accuracy by_position` or `tol=1e-9`, as options of a scorer. */
const words: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  multiset: { multiplicity: 'multiset' },
  bag: { multiplicity: 'multiset' },
  set: { multiplicity: 'set' },
  by_position: { column_alignment: 'by_position' },
  by_value: { column_alignment: 'by_value' },
  when_ordered: { row_order: 'when_ordered' },
  ignore: { row_order: 'ignore' },
  ignore_order: { row_order: 'ignore' },
  strict: { mode: 'strict' },
  lenient: { mode: 'lenient' },
  spider: { row_order: 'when_ordered', multiplicity: 'multiset', column_alignment: 'by_value' },
  bird: { row_order: 'ignore', multiplicity: 'set', column_alignment: 'by_position' },
};

async function checkOption(
  item: AcceptanceCase,
  entry: string,
  expected: string,
  notes: Notes,
): Promise<void> {
  const wins = specWins.find(({ applies }) => applies(item.id, entry));
  if (wins !== undefined) {
    notes.unchecked.push(`by_option ${entry}: scoring.md ${wins.section}, ${wins.why}`);
    return;
  }
  let scorer = item.extra.scorer ?? 'execution_accuracy';
  const options: Record<string, unknown> = { ...item.extra.options };
  for (const word of entry.split(/[\s,+]+/).filter((one) => one !== '')) {
    const tolerance = /^(?:tol|tolerance)=(.+)$/.exec(word);
    if (tolerance !== null) options.tolerance = Number(tolerance[1]);
    else if (Object.hasOwn(words, word)) Object.assign(options, words[word]);
    else if (/^[a-z_]+=\w+$/.test(word)) {
      const [key, value] = word.split('=') as [string, string];
      options[key] = value;
    } else if (/accuracy|equivalence|match|suite|judge/.test(word)) scorer = word;
    else {
      notes.unchecked.push(`by_option ${entry}: "${word}" is not an option of ours`);
      return;
    }
  }
  if (scorerOf(scorer, {}) === undefined) {
    notes.unchecked.push(`by_option ${entry}: scorer ${scorer}`);
    return;
  }
  const { result } = await tryWith(item, scorer, options);
  const said = spoken(result, options.mode === 'lenient');
  if (!means(expected, said))
    notes.problems.push(`${entry}: ${said}, not ${expected}: ${result.reason ?? ''}`);
}

/** A flag may belong to one of the options a case tries, so every trial's flags count. */
async function checkFlags(
  item: AcceptanceCase,
  scorer: string,
  trial: TrialResult,
  notes: Notes,
): Promise<void> {
  const expected = item.expected.flags ?? [];
  if (expected.length === 0) return;
  const seen = new Set(flagsOf(trial.result));
  if (scorer === 'execution_accuracy') {
    const byValue = await tryWith(item, scorer, { ...item.extra.options, column_alignment: 'by_value' });
    for (const flag of flagsOf(byValue.result)) seen.add(flag);
  }
  for (const flag of expected) {
    const ours = flagNames[flag] ?? flag;
    if (!seen.has(ours)) notes.problems.push(`flag ${ours} is missing (${[...seen].join(', ') || 'none'})`);
  }
}

function flagsOf(result: CaseResult): readonly string[] {
  return [...result.flags, ...result.scores.flatMap(({ score }) => score.flags)];
}

const checks: Readonly<
  Record<string, (want: unknown, trial: TrialResult, item: AcceptanceCase) => string | null>
> = {
  missing_rows: (want, { result }) =>
    unlike('missing rows', want, result.scores[0]?.score.diff?.missing ?? 0),
  extra_rows: (want, { result }) => unlike('extra rows', want, result.scores[0]?.score.diff?.extra ?? 0),
  order_sensitive: (want, { result }) =>
    unlike('order_sensitive', want, result.scores[0]?.score.detail.order_sensitive),
  extracted: (want, { result }) => unlike('extracted', want, result.statement?.sql),
  max_ms: (want, { milliseconds }) =>
    milliseconds <= Number(want) ? null : `took ${Math.round(milliseconds)} ms, not at most ${want}`,
  max_rows_read: (want, { result }) => {
    const rows = result.execution?.kind === 'success' ? result.execution.rowCount : 0;
    return rows <= Number(want) ? null : `read ${rows} rows, not at most ${want}`;
  },
  db_unchanged: (_, { after }, item) => {
    const want = item.extra.after_want;
    return unlike('after_sql', Array.isArray(want) ? want : [want], after?.[0]);
  },
  basis: (want, { result }) => {
    const basis = result.scores[0]?.score.basis ?? 'none';
    return String(want).startsWith(basis) ? null : `basis ${basis}, not ${want}`;
  },
};

const prose = ['verdict', 'accept', 'by_option', 'flags'];

function checkNumbers(item: AcceptanceCase, trial: TrialResult, notes: Notes): void {
  for (const [name, want] of Object.entries(item.expected)) {
    if (prose.includes(name)) continue;
    const check = checks[name];
    if (check === undefined) {
      notes.unchecked.push(name);
      continue;
    }
    const problem = check(want, trial, item);
    if (problem !== null) notes.problems.push(problem);
  }
}

function unlike(what: string, want: unknown, have: unknown): string | null {
  return JSON.stringify(want) === JSON.stringify(have)
    ? null
    : `${what} is ${JSON.stringify(have)}, not ${JSON.stringify(want)}`;
}
