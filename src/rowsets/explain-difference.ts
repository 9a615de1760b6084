import type { Diff } from '../types/index.js';
import { printPair } from '../values/index.js';
import { countOf, printRow } from './print-row.js';
import type { RowSide } from './row-side.js';

/** One sentence that says how two row sets differ: the counts, then the most telling example. */
export function explainDifference(diff: Diff, expected: RowSide, isSet: boolean): string {
  const parts: string[] = [];
  if (diff.expectedRows !== diff.actualRows && !isSet)
    parts.push(`expected ${countOf(diff.expectedRows ?? 0, 'row')}, got ${diff.actualRows}`);
  if (diff.missing !== null && diff.extra !== null && diff.missing + diff.extra > 0)
    parts.push(
      [
        diff.missing > 0 ? `${countOf(diff.missing, 'row')} missing` : '',
        diff.extra > 0 ? `${countOf(diff.extra, 'row')} unexpected` : '',
      ]
        .filter((part) => part !== '')
        .join(' and '),
    );
  const example = exampleOf(diff, expected);
  if (example !== '') parts.push(example);
  return parts.length === 0 ? 'the rows differ' : parts.join('; ');
}

function exampleOf(diff: Diff, expected: RowSide): string {
  const { firstDifference: first, cellDifferences: cells } = diff;
  if (first !== undefined && (first.expected === null || first.actual === null)) {
    const [side, row] = first.expected === null ? ['unexpected', first.actual] : ['missing', first.expected];
    return row === null ? '' : `row ${first.row + 1} is ${side}: ${printRow(row)}`;
  }
  const cell = cells?.[0];
  if (cell !== undefined) {
    const [one, other] = printPair(cell.expected, cell.actual, 80);
    const name = expected.columns?.[cell.column]?.name;
    const column = name === undefined ? `column ${cell.column + 1}` : `column ${JSON.stringify(name)}`;
    return `row ${cell.row + 1}, ${column}: expected ${one}, got ${other}`;
  }
  if (diff.missingSample[0] !== undefined) return `missing: ${printRow(diff.missingSample[0])}`;
  if (diff.extraSample[0] !== undefined) return `unexpected: ${printRow(diff.extraSample[0])}`;
  return '';
}
