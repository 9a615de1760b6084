import Table from 'cli-table3';
import type { Tally } from './tally.js';

/** One row a set, and under it the most frequent reasons for which nothing is known. */
export function printTallies(tallies: readonly Tally[]): string {
  const table = new Table({
    head: [
      'set',
      'pairs',
      'identical',
      'proven',
      'refuted',
      'ties',
      'unknown',
      'invalid',
      'both',
      'proven of same',
      'refuted of refuted',
      'refuted of same',
      'proven, labelled inequivalent',
      'refuted, labelled equivalent',
      'ms mean',
      'ms p95',
    ],
    style: { head: [], border: [] },
    wordWrap: true,
    colWidths: [null, 7, 11, 8, 9, 6, 9, 9, 6, 11, 13, 11, 14, 13, 8, 8],
  });
  const of = (part: number, whole: number): string => (whole === 0 ? '-' : `${part} / ${whole}`);
  for (const one of tallies)
    table.push([
      one.set,
      one.pairs,
      one.identical,
      one.proven,
      one.refuted,
      one.ties,
      one.unknown,
      one.invalid,
      one.both,
      of(one.proven_of_same, one.reference_same),
      of(one.refuted_of_refuted, one.reference_refuted),
      of(one.refuted_of_same, one.reference_same),
      one.proven_labelled_inequivalent,
      one.refuted_labelled_equivalent,
      one.ms_mean,
      one.ms_p95,
    ]);
  const all = new Map<string, number>();
  for (const { unknown_codes } of tallies)
    for (const [code, count] of Object.entries(unknown_codes)) all.set(code, (all.get(code) ?? 0) + count);
  const frequent = [...all].sort((a, b) => b[1] - a[1]).slice(0, 10);
  return [
    table.toString(),
    ...(frequent.length === 0 ? [] : ['', 'Unknown, by code:']),
    ...frequent.map(([code, count]) => `${String(count).padStart(6)}  ${code}`),
    '',
  ].join('\n');
}
