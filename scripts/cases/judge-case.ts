import type { CaseResult } from '../../src/types/index.js';
import { type AcceptanceCase, scorerNameOf } from './acceptance-case.js';
import { type Bench, openBench, type TrialResult } from './bench.js';
import { engineKinds, judgeEngineCase } from './judge-engine-case.js';
import { equivalenceKinds, judgeEquivalenceCase, saidOfEquivalence } from './judge-equivalence-case.js';
import { flagNames, specWins } from './spec-wins.js';
import { acceptedVerdicts, meansVerdict, spokenVerdict } from './spoken-verdict.js';
import { buildScorer, optionsOfEntry, type TrialOptions } from './trial-options.js';

export type Judgement =
  | { readonly kind: 'agrees'; readonly unchecked: readonly string[] }
  | { readonly kind: 'disagrees'; readonly problems: readonly string[] }
  | { readonly kind: 'skipped'; readonly why: string };

/** Whether our verdicts on a case are those it accepts. */
export async function judgeCase(item: AcceptanceCase): Promise<Judgement> {
  if (Object.hasOwn(engineKinds, item.kind)) return judgeEngineCase(item);
  if (equivalenceKinds.includes(item.kind)) return judgeEquivalenceCase(item);
  const base: TrialOptions = { scorer: scorerNameOf(item), options: item.extra?.options ?? {} };
  const scorer = buildScorer(base);
  if (typeof scorer === 'string') return { kind: 'skipped', why: scorer };
  if (!['sqlite', 'duckdb', 'none', 'postgres'].includes(item.dialect))
    return { kind: 'skipped', why: `platform ${item.dialect}` };
  if (item.dialect === 'postgres' && process.env.SQLASSAY_TEST_POSTGRES === undefined)
    return { kind: 'skipped', why: 'a server: set SQLASSAY_TEST_POSTGRES, or use npm run test:servers' };

  const notes: Notes = { problems: [], unchecked: [], flags: new Set() };
  const bench = await openBench(item);
  try {
    const trial = await bench.judge(scorer, base);
    noteFlags(trial.result, notes);
    checkVerdict(item, base, trial, notes);
    for (const [entry, expected] of Object.entries(item.expected.by_option ?? {}))
      await checkOption(item, bench, base, entry, expected, notes);
    await checkFlags(item, bench, base, notes);
    await checkNumbers(item, bench, trial, notes);
  } catch (error) {
    notes.problems.push(`it broke: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await bench.close();
  }
  return notes.problems.length > 0
    ? { kind: 'disagrees', problems: notes.problems }
    : { kind: 'agrees', unchecked: notes.unchecked };
}

interface Notes {
  readonly problems: string[];
  readonly unchecked: string[];
  /** Flags of every trial: a flag may belong to one of the options a case tries. */
  readonly flags: Set<string>;
}

function checkVerdict(item: AcceptanceCase, base: TrialOptions, { result }: TrialResult, notes: Notes): void {
  const { accept, verdict } = item.expected;
  if (accept === undefined && verdict === undefined) return;
  const accepted = acceptedVerdicts(accept ?? verdict);
  if (accepted === null) {
    notes.unchecked.push(`verdict ${JSON.stringify(accept ?? verdict)}`);
    return;
  }
  const said = spokenVerdict(result, base.options.mode === 'lenient');
  if (!accepted.some((one) => meansVerdict(one, said)))
    notes.problems.push(`${said}, not ${accepted.join(' or ')}: ${result.reason ?? ''}`);
}

async function checkOption(
  item: AcceptanceCase,
  bench: Bench,
  base: TrialOptions,
  entry: string,
  expected: unknown,
  notes: Notes,
): Promise<void> {
  const skip = (why: string): void => {
    notes.unchecked.push(`by_option ${entry}: ${why}`);
  };
  const wins = specWins.find(({ applies }) => applies(item.id, entry));
  if (wins !== undefined) return skip(`scoring.md ${wins.section}, ${wins.why}`);
  const trial = optionsOfEntry(entry, base);
  if (typeof trial === 'string') return skip(trial);
  const scorer = buildScorer(trial);
  if (typeof scorer === 'string') return skip(scorer);
  const accepted = acceptedVerdicts(expected);
  if (accepted === null) return skip(JSON.stringify(expected));
  const { result } = await bench.judge(scorer, trial);
  noteFlags(result, notes);
  const said = spokenVerdict(result, trial.options.mode === 'lenient');
  if (!accepted.some((one) => meansVerdict(one, said)))
    notes.problems.push(`${entry}: ${said}, not ${accepted.join(' or ')}: ${result.reason ?? ''}`);
}

async function checkFlags(
  item: AcceptanceCase,
  bench: Bench,
  base: TrialOptions,
  notes: Notes,
): Promise<void> {
  const expected = item.expected.flags ?? [];
  if (expected.length === 0) return;
  const byValue = optionsOfEntry('by_value', base);
  const scorer = typeof byValue === 'string' ? byValue : buildScorer(byValue);
  if (typeof byValue !== 'string' && typeof scorer !== 'string')
    noteFlags((await bench.judge(scorer, byValue)).result, notes);
  for (const flag of expected) {
    const ours = flagNames[flag] ?? flag;
    if (!notes.flags.has(ours))
      notes.problems.push(`flag ${ours} is missing (${[...notes.flags].join(', ') || 'none'})`);
  }
}

function noteFlags(result: CaseResult, { flags }: Notes): void {
  for (const flag of result.flags) flags.add(flag);
  for (const { score } of result.scores) for (const flag of score.flags) flags.add(flag);
}

type Check = (want: unknown, trial: TrialResult, item: AcceptanceCase, bench: Bench) => unknown;

const checks: Readonly<Record<string, Check>> = {
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
  column_mismatches: (want, { result }) =>
    unlike('column mismatches', want, result.scores[0]?.score.diff?.columnMismatches ?? {}),
  row_count: outcomeCheck('row_count'),
  unique: outcomeCheck('unique'),
  in_set: outcomeCheck('in_set'),
  second_instance: async (want, _, item) => {
    const other = { ...item, schema_sql: item.extra?.second_instance_sql ?? '' };
    const base: TrialOptions = { scorer: scorerNameOf(item), options: item.extra?.options ?? {} };
    const scorer = buildScorer(base);
    if (typeof scorer === 'string') return scorer;
    const bench = await openBench(other);
    try {
      return unlike(
        'the second instance',
        want,
        spokenVerdict((await bench.judge(scorer, base)).result, false),
      );
    } finally {
      await bench.close();
    }
  },
  db_unchanged: async (_, __, { extra }, bench) => {
    if (extra?.after_sql === undefined) return null;
    const after = await bench.rowsOf(extra.after_sql);
    const want = extra.after_want;
    return unlike('after_sql', Array.isArray(want) ? want : [want], after?.rows[0]);
  },
  ast_must_not: (want, _, item) => saidOfEquivalence(want, item),
  next_case_must_run: async (_, __, ___, bench) =>
    (await bench.rowsOf('SELECT 1')) === null ? 'the next query did not run' : null,
  basis: (want, { result }) => {
    const basis = result.scores[0]?.score.basis ?? 'none';
    return String(want).startsWith(basis) ? null : `basis ${basis}, not ${want}`;
  },
};

/** What became of one expectation, by its kind; a remark after the word is prose. */
function outcomeCheck(kind: string): Check {
  return (want, { result }) => {
    const outcome = result.scores[0]?.score.outcomes?.find((one) => one.kind === kind);
    return unlike(kind, String(want).replace(/[\s(].*$/s, ''), outcome?.passed === true ? 'pass' : 'fail');
  };
}

const read = ['verdict', 'accept', 'by_option', 'flags'];

async function checkNumbers(
  item: AcceptanceCase,
  bench: Bench,
  trial: TrialResult,
  notes: Notes,
): Promise<void> {
  for (const [name, want] of Object.entries(item.expected)) {
    if (read.includes(name)) continue;
    if (!Object.hasOwn(checks, name)) {
      notes.unchecked.push(name);
      continue;
    }
    const problem = await checks[name]!(want, trial, item, bench);
    if (typeof problem === 'string') notes.problems.push(problem);
  }
}

function unlike(what: string, want: unknown, have: unknown): string | null {
  return JSON.stringify(want) === JSON.stringify(have)
    ? null
    : `${what} is ${JSON.stringify(have)}, not ${JSON.stringify(want)}`;
}
