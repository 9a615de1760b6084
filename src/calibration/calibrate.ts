import { runScorer } from '../scorers/index.js';
import type { CaseRun, Models, ScoreContext, ScoreResult, Scorer } from '../types/index.js';
import type { LabelledPair } from './labelled-pair.js';

/** A pair with what the judge said. */
export interface JudgedPair {
  readonly pair: LabelledPair;
  readonly score: ScoreResult;
}

/** A limit on what judging may cost. */
export interface JudgingBudget {
  admit(): Promise<boolean>;
  /** Each pair that was admitted ends with what it cost; null when nothing was asked. */
  settle(score: ScoreResult | null): void;
  /** Why no more pairs may be judged; null while they may. */
  readonly stopped: string | null;
}

export interface CalibrationOptions {
  readonly pairs: readonly LabelledPair[];
  readonly judge: Scorer;
  readonly models: Models;
  /** Pairs judged at the same time. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Says before each pair whether it may be judged; default: no limit. */
  readonly budget?: JudgingBudget;
  onJudged?(judged: JudgedPair): void;
}

/** What was judged, in the pairs' order; `stopped` says why not all of them were. */
export interface Calibration {
  readonly judged: readonly JudgedPair[];
  readonly stopped:
    | { readonly kind: 'interrupted' }
    | { readonly kind: 'failing' | 'capped'; readonly why: string }
    | null;
}

/** So many pairs in a row without a reply, and the rest is not asked. */
const mostFailures = 5;
const hopeless = ['rejected', 'unavailable', 'rate_limited', 'timeout'];

/** Has the judge judge every pair; stops when its model is found to be of no service. */
export async function calibrate(options: CalibrationOptions): Promise<Calibration> {
  const { pairs, judge, models, concurrency, signal, budget, onJudged } = options;
  const judged: (JudgedPair | undefined)[] = [];
  const context = contextOf(models, signal);
  let failures = 0;
  let why: string | null = null;
  let next = 0;

  const asked = async (pair: LabelledPair): Promise<ScoreResult> => {
    let score: ScoreResult | null = null;
    try {
      score = await runScorer(judge, caseRunOf(pair), context);
      return score;
    } finally {
      budget?.settle(score);
    }
  };
  const work = async (): Promise<void> => {
    while (next < pairs.length && why === null && !signal.aborted) {
      const index = next;
      next += 1;
      if (budget !== undefined && !(await budget.admit())) return;
      const pair = pairs[index]!;
      const score = await asked(pair);
      if (signal.aborted) return;
      if (score.verdict === 'error') {
        why ??= score.reason;
        return;
      }
      const failed = failuresOf(score);
      failures = failed.length === 0 ? 0 : failures + 1;
      if (failures >= mostFailures || failed.includes('rejected')) {
        why ??= score.reason ?? 'the model does not answer';
        return;
      }
      judged[index] = { pair, score };
      onJudged?.(judged[index]!);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const whole = judged.filter((one) => one !== undefined);
  const capped = whole.length < pairs.length ? (budget?.stopped ?? null) : null;
  return {
    judged: whole,
    stopped: signal.aborted
      ? { kind: 'interrupted' }
      : why !== null
        ? { kind: 'failing', why }
        : capped === null
          ? null
          : { kind: 'capped', why: capped },
  };
}

/** How the provider failed, for each answer that it did not give; empty once it gave any. */
function failuresOf({ detail }: ScoreResult): readonly string[] {
  const samples = (detail.samples ?? []) as readonly { readonly failure?: string }[];
  const failed = samples.flatMap(({ failure }) =>
    failure !== undefined && hopeless.includes(failure) ? [failure] : [],
  );
  return failed.length === samples.length ? failed : [];
}

function caseRunOf({ id, question, evidence, gold, candidate }: LabelledPair): CaseRun {
  return {
    case: { id, question, ...(evidence === undefined ? {} : { evidence }), sql: gold },
    role: 'default',
    expected: 'allowed',
    mode: 'full',
    pass: 1,
    output: { status: 'success', sql: candidate },
    statement: { sql: candidate, cleaned: [] },
    execution: null,
    columns: null,
    rows: null,
    resultSets: [],
    retrieval: null,
    routed: null,
    flags: [],
  };
}

/** A judge reads the two queries and nothing else. */
function contextOf(llm: Models, signal: AbortSignal): ScoreContext {
  const noDatabase = {
    kind: 'error',
    code: 'refused',
    fault: 'query',
    message: 'labelled pairs are not run',
    latencySeconds: 0,
  } as const;
  return {
    queries: null,
    gold: { sql: null, execute: async () => noDatabase, statement: async () => noDatabase },
    catalog: async () => null,
    llm,
    equivalence: null,
    settings: {
      refusal: { code: '', message: '' },
      unanswerable: { code: '' },
      routing: { maxDatasources: 1 },
      datasourceNames: [],
    },
    signal,
    clock: Date.now,
  };
}
