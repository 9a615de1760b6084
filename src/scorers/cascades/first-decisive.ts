import {
  type CaseRun,
  type Mode,
  type Needs,
  type ScoreContext,
  type ScoreResult,
  type Scorer,
  SqlassayTypeError,
} from '../../types/index.js';
import { runScorer, scorerApplies, scorerModes, scorerName, scorerNeeds } from '../run-scorer.js';
import { inconclusive, notApplicable } from '../score.js';

/** One member's part in a cascade, as `detail.first_decisive` lists it. */
export interface CascadeStep {
  readonly scorer: string;
  readonly passed: boolean | null;
  readonly verdict: ScoreResult['verdict'];
  readonly basis: ScoreResult['basis'];
  /** What the member threw, when it broke. */
  readonly error?: string;
  /** The member's own trail, when it is a cascade. */
  readonly first_decisive?: unknown;
}

/**
 * Asks its members in order; the first pass or fail wins and later members are not called. Members that do not apply
 * are recorded and skipped; a member that breaks counts as inconclusive. The result bears the deciding member's name.
 *
 * @example
 * new FirstDecisive([new ResultMatch(), new ExecutionAccuracy()])
 */
export class FirstDecisive implements Scorer {
  readonly name: string;
  readonly modes: ReadonlySet<Mode>;
  readonly needs: Needs;
  readonly comparesWithGold: boolean;
  readonly members: readonly Scorer[];

  constructor(members: readonly Scorer[], name = 'first_decisive') {
    if (members.length === 0) {
      throw new SqlassayTypeError('E_CASCADE_EMPTY', {
        what: 'A cascade was made without members',
        advice: 'Give FirstDecisive at least one scorer.',
      });
    }
    this.name = name;
    this.members = members;
    this.modes = new Set(members.flatMap((member) => [...scorerModes(member)]));
    this.needs = strongest(members.map(scorerNeeds));
    this.comparesWithGold = members.every((member) => member.comparesWithGold === true);
  }

  /** False when no member applies. */
  appliesTo(run: CaseRun): boolean {
    return this.members.some((member) => scorerApplies(member, run));
  }

  async score(run: CaseRun, context: ScoreContext): Promise<ScoreResult> {
    const trail: CascadeStep[] = [];
    let last: ScoreResult | null = null;
    for (const member of this.members) {
      const score = await runScorer(member, run, context);
      trail.push(stepOf(score));
      if (score.verdict === 'pass' || score.verdict === 'fail') return withTrail(score, trail);
      if (score.verdict === 'inconclusive') last = score;
      if (score.verdict === 'error') last = inconclusive(scorerName(member), score.reason);
    }
    return withTrail(last ?? notApplicable(this.name), trail);
  }
}

/** The strongest need of several: rows before columns before nothing. */
export function strongest(needs: readonly Needs[]): Needs {
  if (needs.includes('rows')) return 'rows';
  return needs.includes('columns') ? 'columns' : 'nothing';
}

function stepOf(score: ScoreResult): CascadeStep {
  const broke = score.verdict === 'error';
  const nested = score.detail.first_decisive;
  return {
    scorer: score.scorer,
    passed: broke ? false : score.passed,
    verdict: broke ? 'inconclusive' : score.verdict,
    basis: score.basis,
    ...(broke ? { error: String(score.detail.error ?? score.reason) } : {}),
    ...(nested === undefined ? {} : { first_decisive: nested }),
  };
}

function withTrail(score: ScoreResult, trail: readonly CascadeStep[]): ScoreResult {
  return { ...score, detail: { ...score.detail, first_decisive: trail } };
}
