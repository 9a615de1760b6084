import { z } from 'zod';
import type { CaseRun, Scorer, ScorerFactory, ShortScore } from '../../../src/types/index.js';

/**
 * The sentence a person reads must name what the rows put first. Looks only at cases tagged `headline`, and only where
 * the solver wrote a sentence: the first text of the first row has to stand in it.
 *
 * Its author never thought of an empty result: there is no first row then, and it throws. That is on purpose, so that
 * the demo shows what becomes of a scorer that breaks.
 */
class Headline implements Scorer {
  readonly name = 'headline';
  readonly modes = new Set(['full'] as const);

  appliesTo({ case: asked, expected, output, rows }: CaseRun): boolean {
    const isHeadline = asked.tags?.includes('headline') ?? false;
    return isHeadline && expected === 'allowed' && output.answer !== undefined && rows !== null;
  }

  score({ rows, output }: CaseRun): ShortScore {
    const named = rows![0]!.find((cell) => typeof cell === 'string');
    if (named === undefined) return {};
    if (output.answer!.includes(named)) return { passed: true };
    return {
      passed: false,
      detail: { reason: `The sentence does not name ${JSON.stringify(named)}, the first row` },
    };
  }
}

export const headline: ScorerFactory = {
  interfaceVersion: 1,
  description: 'The written answer names what the first row names',
  modes: new Set(['full']),
  options: z.strictObject({}),
  create: () => new Headline(),
};
