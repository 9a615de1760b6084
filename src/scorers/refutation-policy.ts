import type { ScoreContext, Witness, WitnessRealism } from '../types/index.js';

const usual: readonly WitnessRealism[] = ['real-rows', 'real-values'];

/**
 * Whether a counterexample is believable enough to fail a case: its kind is in the policy, and the engine that the queries
 * are written for returned different results on it.
 */
export function refutes(
  witness: Witness,
  own: readonly WitnessRealism[] | undefined,
  { equivalence }: ScoreContext,
): boolean {
  return witness.confirmedOnTarget && (own ?? equivalence?.failOn ?? usual).includes(witness.realism);
}

/** One sentence on a counterexample: how large it is, and how believable. */
export function describeWitness({ tables, realism, confirmedOnTarget, engine }: Witness): string {
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
  const kinds = {
    'real-rows': 'of rows of your own',
    'real-values': 'of values of your own in new rows',
    synthetic: 'of made-up rows',
  };
  const target = confirmedOnTarget ? '' : `, seen on ${engine} only`;
  return `a ${rows}-row database ${kinds[realism]}${target}`;
}
