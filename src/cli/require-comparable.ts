import { type Comparability, nameOutcomes } from '../outcomes/index.js';
import { SqlassayError } from '../types/index.js';

/**
 * Two runs whose difference says something of their systems: nothing else differs.
 *
 * @throws SqlassayError E_RUNS_NOT_COMPARABLE with all that does
 */
export function requireComparable({ mismatches, onlyA, onlyB }: Comparability): void {
  const cases = (outcomes: Comparability['onlyA'], name: string) =>
    outcomes.length === 0
      ? []
      : [
          `${outcomes.length} case${outcomes.length === 1 ? ' is' : 's are'} only in ${name} (${nameOutcomes(outcomes)})`,
        ];
  const why = [
    ...mismatches.filter(({ forbids }) => forbids).map(({ what }) => what),
    ...cases(onlyA, 'A'),
    ...cases(onlyB, 'B'),
  ];
  if (why.length === 0) return;
  throw new SqlassayError('E_RUNS_NOT_COMPARABLE', {
    what: `The runs differ in more than the system: ${why.join('; ')}`,
    advice: 'Add --allow to compare only the cases and scorers that are the same in both.',
  });
}
