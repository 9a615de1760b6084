import { runChecks, WitnessSearch } from '../../equivalence/index.js';
import type {
  CaseRun,
  EquivalenceCheck,
  Mode,
  Needs,
  ScoreContext,
  ScoreResult,
  Scorer,
  SemanticVerdict,
  WitnessRealism,
} from '../../types/index.js';
import { costOf } from '../cost-of.js';
import { equivalenceCase } from '../equivalence-case.js';
import { describeWitness, refutes } from '../refutation-policy.js';
import { runScorer, scorerApplies, scorerModes, scorerNeeds } from '../run-scorer.js';
import { failed } from '../score.js';

export interface CorroborateOptions {
  /** Default `corroborate`. */
  readonly name?: string;
  /** Seconds the refuter may take for one pair of queries; default 5. */
  readonly maxSeconds?: number;
  /** Which counterexamples turn a pass into a fail; default: what the suite says. */
  readonly failOn?: readonly WitnessRealism[];
}

/**
 * Asks a scorer, and puts what it passes to a refuter: a counterexample that the policy believes turns the pass into a
 * fail, any other leaves it a pass with the flag `fragile` and the counterexample attached. A fail and a proven pass are
 * final.
 *
 * @example
 * new Corroborate(new ResultMatch(), new WitnessSearch())
 */
export class Corroborate implements Scorer {
  readonly name: string;
  readonly modes: ReadonlySet<Mode>;
  readonly needs: Needs;
  readonly comparesWithGold: boolean;
  readonly #seconds: number;
  readonly #failOn: readonly WitnessRealism[] | undefined;

  constructor(
    private readonly decide: Scorer,
    private readonly refute: EquivalenceCheck = new WitnessSearch(),
    { name = 'corroborate', maxSeconds = 5, failOn }: CorroborateOptions = {},
  ) {
    this.name = name;
    this.modes = scorerModes(decide);
    this.needs = scorerNeeds(decide);
    this.comparesWithGold = decide.comparesWithGold === true;
    this.#seconds = maxSeconds;
    this.#failOn = failOn;
  }

  get models(): NonNullable<Scorer['models']> {
    return this.decide.models ?? [];
  }

  appliesTo(run: CaseRun): boolean {
    return scorerApplies(this.decide, run);
  }

  async score(run: CaseRun, context: ScoreContext): Promise<ScoreResult> {
    const score = await runScorer(this.decide, run, context);
    if (score.verdict !== 'pass' || score.basis === 'proven') return score;
    // What lends no scratch databases, such as the self-test of a suite, asks for no counterexamples.
    if (context.equivalence === null) return score;
    const comparison = await equivalenceCase(run, context, this.#seconds);
    if (typeof comparison === 'string') return withNote(score, { code: 'not-asked', detail: comparison });
    const { matched } = score.detail;
    const pairs =
      typeof matched === 'number' ? comparison.pairs.slice(matched, matched + 1) : comparison.pairs;
    let last: SemanticVerdict | null = null;
    for (const pair of pairs) {
      // What the scorer overlooks is no difference: columns in another order, and rows where their order does not count.
      const asScored = {
        columns: 'names',
        order: run.case.orderMatters === true ? 'asked' : 'ignored',
      } as const;
      const { verdicts } = await runChecks([this.refute], { ...pair, ...asScored }, comparison.context);
      last = verdicts[0]!;
      // An answer that one of several golds allows is right.
      if (last.equivalence !== 'different') break;
    }
    if (last === null)
      return withNote(score, { code: 'not-asked', detail: 'The matching gold has no query' });
    return this.#weigh(score, last, context);
  }

  #weigh(score: ScoreResult, verdict: SemanticVerdict, context: ScoreContext): ScoreResult {
    if (verdict.equivalence !== 'different')
      return withNote(score, verdict.equivalence === 'unknown' ? verdict : { code: 'equivalent' });
    const { witness } = verdict;
    const names = (columns: readonly { readonly name: string }[]): string =>
      `${columns.map(({ name }) => name.toLowerCase()).sort()}`;
    // Columns that the scorer paired up otherwise than by name or place would all differ.
    if (
      score.flags.includes('columns_permuted') &&
      names(witness.goldColumns) !== names(witness.candidateColumns)
    )
      return withNote(score, { code: 'unsupported.columns', detail: 'the columns are permuted' });
    const reason = `Right here, wrong on ${describeWitness(witness)}`;
    const detail = {
      ...score.detail,
      refuter: { method: verdict.method, realism: witness.realism, needs: witness.needs },
    };
    if (refutes(witness, this.#failOn, context))
      return {
        ...failed(score.scorer, reason, { basis: 'refuted', flags: score.flags, detail }),
        ...costOf([score]),
        witness,
      };
    return {
      ...score,
      reason,
      flags: [...new Set([...score.flags, 'fragile'])],
      detail,
      witness,
    } as ScoreResult;
  }
}

function withNote(
  score: ScoreResult,
  { code, detail }: { readonly code: string; readonly detail?: string },
): ScoreResult {
  return {
    ...score,
    detail: { ...score.detail, refuter: { code, ...(detail === undefined ? {} : { detail }) } },
  };
}
