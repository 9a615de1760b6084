import { type Mode, type Solver, SqlassayError, type Suite } from '../types/index.js';
import type { ChosenScorers } from './choose-scorers.js';

/**
 * Leaves out, in mode retrieval, the scorers of what the solver does not offer.
 *
 * @throws SqlassayError E_NO_SCORER when none is left
 */
export function ableScorers(chosen: ChosenScorers, solver: Solver, mode: Mode, suite: Suite): ChosenScorers {
  if (mode !== 'retrieval') return chosen;
  const lacks = (ability: 'retrieve' | 'route' | undefined): boolean =>
    ability !== undefined && typeof solver[ability] !== 'function';
  const scorers = chosen.scorers.filter(({ scorer }) => !lacks(scorer.uses));
  if (scorers.length === 0) {
    throw new SqlassayError('E_NO_SCORER', {
      what: 'The solver offers nothing that a scorer of mode retrieval scores: it has neither `retrieve` nor `route`',
      where: suite.file ?? suite.name,
      advice: 'Give it the method that the scorers need, or run in another mode.',
    });
  }
  const left = chosen.scorers.filter(({ scorer }) => lacks(scorer.uses));
  return {
    ...chosen,
    scorers,
    leftOut: [
      ...chosen.leftOut,
      ...left.map(({ label, scorer }) => ({ label, why: `the solver has no \`${scorer.uses}\`` })),
    ],
  };
}
