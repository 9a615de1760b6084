import type { RunInfo, Suite } from '../types/index.js';
import type { ChosenScorers } from './choose-scorers.js';
import { digest } from './run-identity.js';

/** Hashes of how a run compares, so that runs that compare otherwise are not held against each other. */
export function comparisonContract(
  { settings }: Suite,
  { scorers, entries }: ChosenScorers,
): NonNullable<RunInfo['contract']> {
  const { refusal, unanswerable, routing, refutation, referenceDate } = settings;
  return {
    scorers: Object.fromEntries(scorers.map(({ label }) => [label, digest(entries.get(label))])),
    settings: digest({ refusal, unanswerable, routing, refutation, referenceDate }),
  };
}
