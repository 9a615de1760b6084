import { z } from 'zod';
import type { ScorerFactory } from '../../types/index.js';
import { FirstDecisive } from './first-decisive.js';

const options = z.strictObject({
  /** Scorers in the order they are asked: a name, or a name with its options. */
  scorers: z
    .array(
      z.union([
        z.string().min(1),
        z.strictObject({ use: z.string().min(1), with: z.record(z.string(), z.unknown()).default({}) }),
      ]),
    )
    .min(1),
});

export const firstDecisiveFactory: ScorerFactory<z.infer<typeof options>> = {
  interfaceVersion: 1,
  description: 'Asks the scorers of its list in order; the first that passes or fails decides',
  options,
  members: ({ scorers }) => scorers.map((one) => (typeof one === 'string' ? { use: one } : one)),
  create: (_, members = []) => new FirstDecisive(members),
};
