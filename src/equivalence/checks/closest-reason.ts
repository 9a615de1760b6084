import type { SemanticVerdict } from '../../types/index.js';

type Unknown = Extract<SemanticVerdict, { equivalence: 'unknown' }>;

/** Codes that only say that this check did not find a proof. */
const plain = new Set(['not-proven', 'not-refuted']);

/**
 * The one reason to give where every check is unknown: the last that says more than that nothing was found, as later
 * checks look deeper; null without a verdict.
 */
export function closestReason(verdicts: readonly SemanticVerdict[]): Unknown | null {
  const unknowns = verdicts.filter((one): one is Unknown => one.equivalence === 'unknown');
  const invalid = unknowns.find(({ code }) => code.startsWith('invalid-'));
  return invalid ?? unknowns.findLast(({ code }) => !plain.has(code)) ?? unknowns.at(-1) ?? null;
}
