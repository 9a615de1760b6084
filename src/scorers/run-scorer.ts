import type { CaseRun, Mode, Needs, ScoreContext, ScoreResult, Scorer } from '../types/index.js';
import { finishScore } from './finish-score.js';
import { notApplicable, scorerError } from './score.js';

const defaultModes: ReadonlySet<Mode> = new Set(['full', 'plans']);

/** The scorer's name, or its class's. */
export function scorerName(scorer: Scorer): string {
  return scorer.name ?? scorer.constructor.name;
}

export function scorerModes(scorer: Scorer): ReadonlySet<Mode> {
  return scorer.modes ?? defaultModes;
}

export function scorerNeeds(scorer: Scorer): Needs {
  return scorer.needs ?? 'rows';
}

/** Whether the scorer has something to compare with in this run. */
export function scorerApplies(scorer: Scorer, run: CaseRun): boolean {
  return scorerModes(scorer).has(run.mode) && (scorer.appliesTo?.(run) ?? true);
}

/**
 * Scores one case run as a run does: a scorer that does not apply has nothing to say, and one that throws, rejects or
 * returns a malformed score gets verdict error. Never throws.
 */
export async function runScorer(scorer: Scorer, run: CaseRun, context: ScoreContext): Promise<ScoreResult> {
  const name = scorerName(scorer);
  try {
    if (!scorerApplies(scorer, run)) return notApplicable(name);
    const score = finishScore(name, await scorer.score(run, context));
    return run.flags.length === 0 ? score : { ...score, flags: [...new Set([...score.flags, ...run.flags])] };
  } catch (thrown) {
    return scorerError(name, thrown);
  }
}
