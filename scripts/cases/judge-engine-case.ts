import { bareContext, caseRunOf } from '../../src/scorers/case-run.fixture.js';
import { Faithfulness, RetrievalRecall, Routing } from '../../src/scorers/index.js';
import type { CaseRun, ResultSet, ScoreContext, ScoreResult } from '../../src/types/index.js';
import { cellFromPlain, type PlainValue } from '../../src/values/index.js';
import type { AcceptanceCase } from './acceptance-case.js';
import { openBench } from './bench.js';
import type { Judgement } from './judge-case.js';
import { tryJudge } from './judge-replies.js';
import { acceptedVerdicts, meansVerdict } from './spoken-verdict.js';

/** What a case of these kinds holds besides the common fields. */
interface EngineExtra {
  readonly question?: string | null;
  readonly answer?: string;
  readonly observed?: { readonly gold_rows?: readonly (readonly PlainValue[])[] };
  readonly relevant?: readonly string[];
  readonly retrieved?: readonly string[] | null;
  readonly cases?: readonly { readonly want: Names; readonly got: Names | null; readonly error?: string }[];
}
type Names = string | readonly string[];

type Measures = Readonly<Record<string, number | string | null>>;

/** Kinds that judge a step of an engine and not its SQL, to how each is tried. */
export const engineKinds: Readonly<Record<string, (item: AcceptanceCase) => Promise<Tried>>> = {
  faithfulness: tryFaithfulness,
  retrieval: tryRetrieval,
  routing: tryRouting,
  judge: tryJudge,
};

interface Tried {
  readonly scores: readonly ScoreResult[];
  readonly measures: Measures;
}

export async function judgeEngineCase(item: AcceptanceCase): Promise<Judgement> {
  const { scores, measures } = await engineKinds[item.kind]!(item);
  const problems: string[] = [];
  const unchecked: string[] = [];
  for (const [name, want] of Object.entries(item.expected)) {
    if (name === 'accept' || name === 'verdict') {
      const accepted = acceptedVerdicts(item.expected.accept ?? item.expected.verdict);
      const said = scores[0]?.verdict ?? 'none';
      if (accepted === null) unchecked.push(name);
      else if (!accepted.some((one) => meansVerdict(one, said)))
        problems.push(`${said}, not ${accepted.join(' or ')}: ${scores[0]?.reason ?? ''}`);
    } else if (name === 'flags') {
      const flags = new Set(scores.flatMap((score) => score.flags));
      for (const flag of item.expected.flags ?? [])
        if (!flags.has(flag)) problems.push(`flag ${flag} is missing`);
    } else if (Object.hasOwn(measures, name)) {
      if (!isSame(want, measures[name])) problems.push(`${name} is ${measures[name]}, not ${String(want)}`);
    } else unchecked.push(name);
  }
  return problems.length > 0 ? { kind: 'disagrees', problems } : { kind: 'agrees', unchecked };
}

/** Rounded as the case writes it; a remark after `undefined` is prose. */
function isSame(want: unknown, have: number | string | null | undefined): boolean {
  if (typeof want === 'number') return typeof have === 'number' && Math.abs(want - have) < 5e-4;
  return want === null || String(want).startsWith('undefined') ? have === null : want === have;
}

async function tryFaithfulness(item: AcceptanceCase): Promise<Tried> {
  const extra = (item.extra ?? {}) as EngineExtra;
  const output = { status: 'success', answer: extra.answer ?? '' } as const;
  const run = caseRunOf({
    case: { id: item.id, question: extra.question ?? '' },
    output,
    resultSets: await resultSetsOf(item, extra),
  });
  const score = new Faithfulness().score(run);
  const { checked, unsupported_numbers: numbers } = score.detail as {
    readonly checked?: number;
    readonly unsupported_numbers?: readonly string[];
  };
  return { scores: [score], measures: { checked: checked ?? null, unsupported: numbers?.length ?? null } };
}

async function resultSetsOf(item: AcceptanceCase, { observed }: EngineExtra): Promise<readonly ResultSet[]> {
  const rows = observed?.gold_rows;
  if (typeof item.gold_sql !== 'string') {
    const width = rows?.[0]?.length ?? 0;
    const columns = Array.from({ length: width }, () => ({
      name: '',
      engineType: '',
      kind: 'mixed' as const,
    }));
    return [{ columns, rows: (rows ?? []).map((row) => row.map(cellFromPlain)) }];
  }
  const bench = await openBench(item);
  try {
    const result = await bench.rowsOf(item.gold_sql);
    return result === null ? [] : [result];
  } finally {
    await bench.close();
  }
}

async function tryRetrieval({ id, extra, gold_sql }: AcceptanceCase): Promise<Tried> {
  const { relevant = [], retrieved = null } = (extra ?? {}) as EngineExtra;
  const sql = typeof gold_sql === 'string' ? { sql: gold_sql } : {};
  const score = await scoreOf(new RetrievalRecall(), {
    case: { id, question: '', tables: relevant, ...sql },
    retrieval: retrieved === null ? null : Object.fromEntries(retrieved.map((table) => [table, []])),
  });
  const { table_recall: recall, table_precision: precision } = score.detail as Record<string, number | null>;
  return { scores: [score], measures: { recall: recall ?? null, precision: precision ?? null } };
}

async function tryRouting({ id, extra }: AcceptanceCase): Promise<Tried> {
  const { cases = [] } = (extra ?? {}) as EngineExtra;
  const scores: ScoreResult[] = [];
  const parts: { readonly recall: number; readonly precision: number | null }[] = [];
  for (const { want, got } of cases) {
    const wanted = [want].flat();
    const used = got === null ? [] : [got].flat();
    const score = await scoreOf(new Routing(), {
      case: { id, question: '', datasources: wanted },
      output: { status: got === null ? 'error' : 'success', datasources: used },
    });
    const { missed, precision } = score.detail as { missed: readonly string[]; precision: number | null };
    scores.push(score);
    parts.push({ recall: (wanted.length - missed.length) / wanted.length, precision });
  }
  const share = scores.filter(({ verdict }) => verdict === 'pass').length / scores.length;
  const mean = (values: readonly (number | null)[]): number =>
    values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / values.length;
  return {
    scores,
    measures: {
      accuracy: share,
      exact_accuracy: share,
      recall: mean(parts.map(({ recall }) => recall)),
      precision: mean(parts.map(({ precision }) => precision)),
      errors: cases.filter(({ error }) => error !== undefined).length,
    },
  };
}

async function scoreOf(
  scorer: { appliesTo(run: CaseRun): boolean; score(run: CaseRun, context: ScoreContext): unknown },
  parts: Partial<CaseRun>,
): Promise<ScoreResult> {
  const run = caseRunOf(parts);
  if (!scorer.appliesTo(run)) {
    const nothing = {
      verdict: 'not_applicable',
      passed: null,
      value: null,
      basis: null,
      reason: null,
    } as const;
    return { ...nothing, scorer: '', flags: [], detail: {}, diff: null, outcomes: null };
  }
  return (await scorer.score(run, bareContext)) as ScoreResult;
}
