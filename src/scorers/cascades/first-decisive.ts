import {
  type CaseRun,
  type Mode,
  type Needs,
  type ScoreContext,
  type ScoreResult,
  type Scorer,
  SqlassayTypeError,
} from '../../types/index.js';
import { costOf } from '../cost-of.js';
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
  readonly models: NonNullable<Scorer['models']>;

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
    const needs = members.map(scorerNeeds);
    this.needs = strongest(needs);
    // Rows are changed under the gold's own query, which a member that reads the query would rightly pass.
    const alike = this.needs !== 'rows' || needs.every((one) => one === 'rows');
    this.comparesWithGold = alike && members.every((member) => member.comparesWithGold === true);
    this.models = members.flatMap((member) => member.models ?? []);
  }

  /** False when no member applies. */
  appliesTo(run: CaseRun): boolean {
    return this.members.some((member) => scorerApplies(member, run));
  }

  async score(run: CaseRun, context: ScoreContext): Promise<ScoreResult> {
    const asked: ScoreResult[] = [];
    let last: ScoreResult | null = null;
    for (const member of this.members) {
      const score = await runScorer(member, run, context);
      asked.push(score);
      if (score.verdict === 'pass' || score.verdict === 'fail') return together(score, asked);
      if (score.verdict === 'inconclusive') last = score;
      if (score.verdict === 'error') last = inconclusive(scorerName(member), score.reason);
    }
    return together(last ?? notApplicable(this.name), asked);
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

/** The deciding score with the trail, and with what all members that were asked have cost. */
function together(score: ScoreResult, asked: readonly ScoreResult[]): ScoreResult {
  const witness = score.witness ?? asked.findLast((one) => one.witness !== undefined)?.witness;
  return {
    ...score,
    detail: { ...score.detail, first_decisive: asked.map(stepOf) },
    ...costOf(asked),
    ...(witness === undefined || score.verdict === 'not_applicable' ? {} : { witness }),
  };
}
