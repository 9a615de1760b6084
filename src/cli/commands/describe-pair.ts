import type { PairVerdict } from '../../pairs/index.js';
import { plainWitness, renderWitness, visibleLine } from '../../report/index.js';
import type { SemanticVerdict } from '../../types/index.js';

/** Exit codes of `sqlassay equiv`. */
export type PairCode = 0 | 1 | 3;

const compared = {
  list: 'in the order they come in',
  bag: 'as a bag: their order does not count',
  set: 'as a set: neither their order nor repetitions count',
} as const;

/**
 * A verdict in plain words. For one of many (`target` is null) it is one line; alone it has the proof or the
 * counterexample.
 */
export function describePair(
  { verdict, verdicts }: PairVerdict,
  target: string | null,
  look: { readonly colors: boolean; readonly columns: number },
): string {
  if (target === null) return visibleLine(oneLine(verdict));
  switch (verdict.equivalence) {
    case 'equivalent':
      return [
        'equivalent: the queries return the same rows on every database of this schema',
        `  proven by ${verdict.method}: ${verdict.trace.join(', ')}`,
        ...(verdict.uses.length === 0 ? [] : [`  as long as these hold: ${verdict.uses.join(', ')}`]),
        `  rows are compared ${compared[verdict.compare]}`,
      ]
        .map(visibleLine)
        .join('\n');
    case 'different':
      return [
        verdict.witness.confirmedOnTarget
          ? 'different: there is a database on which the queries return different rows'
          : `different on ${verdict.witness.engine}, which stands in for ${target}: nothing has confirmed it there`,
        '',
        ...renderWitness(verdict.witness, look),
      ].join('\n');
    case 'unknown':
      return [
        `unknown (${verdict.code}): neither proven nor refuted`,
        ...verdicts.map((one) =>
          one.equivalence === 'unknown' ? `  ${one.method}: ${one.code}: ${one.detail}` : '',
        ),
      ]
        .map(visibleLine)
        .join('\n');
  }
}

function oneLine(verdict: SemanticVerdict): string {
  switch (verdict.equivalence) {
    case 'equivalent':
      return `equivalent (${verdict.method})`;
    case 'different': {
      const { tables, realism, confirmedOnTarget } = verdict.witness;
      const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
      return `different on ${rows} rows (${realism}${confirmedOnTarget ? '' : ', not confirmed on the target engine'})`;
    }
    case 'unknown':
      return `unknown (${verdict.code}): ${verdict.detail}`;
  }
}

/** The same as JSON: the verdict's own fields, and those of every check that was asked. */
export function pairJson({ verdict, verdicts, milliseconds }: PairVerdict): object {
  return {
    ...verdict,
    ...(verdict.equivalence === 'different' ? { witness: plainWitness(verdict.witness) } : {}),
    checks: verdicts.map((one) =>
      one.equivalence === 'unknown'
        ? { method: one.method, equivalence: one.equivalence, code: one.code, detail: one.detail }
        : { method: one.method, equivalence: one.equivalence },
    ),
    milliseconds: Math.round(milliseconds),
  };
}
