import Table from 'cli-table3';
import type { Cell, Diff, Row } from '../../types/index.js';
import { cellsEqual, printPair, printVisible } from '../../values/index.js';
import { cutLine } from '../text/cut-text.js';
import type { Styles } from '../text/styles.js';
import { visibleLine } from '../text/visible-text.js';

interface TableOptions {
  readonly columns: number;
  readonly styles: Styles;
}

interface TableRow {
  readonly side: '-' | '+';
  readonly place: string;
  readonly cells: readonly string[];
}

const maxPairs = 5;
const narrowest = 10;
const widest = 40;

/** Missing (`-`) and extra (`+`) rows, each with its nearest counterpart; empty when the diff has no rows. */
export function renderDiffTable(diff: Diff, { columns, styles }: TableOptions): string {
  const rows = tableRows(diff);
  if (rows.length === 0) return '';
  const names = columnNames(diff, rows);
  const hasPlaces = rows.some(({ place }) => place !== '');
  const room = columns - (hasPlaces ? 14 : 6);
  const shown = chooseColumns(rows, names.length, Math.max(1, Math.floor(room / (narrowest + 3))));
  const width = Math.min(widest, Math.max(narrowest, Math.floor(room / shown.length) - 3));
  const head = ['', ...(hasPlaces ? ['row'] : []), ...shown.map((index) => cutLine(names[index]!, width))];
  const table = new Table({ head, style: { head: [], border: [], compact: true } });
  for (const { side, place, cells } of rows) {
    const paint = side === '-' ? styles.fail : styles.pass;
    const texts = shown.map((index) => paint(cutLine(cells[index] ?? '', width)));
    table.push([paint(side), ...(hasPlaces ? [place] : []), ...texts]);
  }
  const left = names.length - shown.length;
  return `${table.toString()}${left > 0 ? `\n… ${left} more column${left === 1 ? '' : 's'} not shown` : ''}`;
}

function tableRows(diff: Diff): readonly TableRow[] {
  const { firstDifference: first } = diff;
  if (first !== undefined) return pairRows(first.expected, first.actual, `${first.row + 1}`);
  const pairs = Math.min(maxPairs, Math.max(diff.missingSample.length, diff.extraSample.length));
  return Array.from({ length: pairs }, (_, index) =>
    pairRows(diff.missingSample[index] ?? null, diff.extraSample[index] ?? null, ''),
  ).flat();
}

function pairRows(expected: Row | null, actual: Row | null, place: string): readonly TableRow[] {
  const length = Math.max(expected?.length ?? 0, actual?.length ?? 0);
  const cells = Array.from({ length }, (_, index) => printCells(expected?.[index], actual?.[index]));
  const rows: TableRow[] = [];
  if (expected !== null) rows.push({ side: '-', place, cells: cells.map(([text]) => text) });
  if (actual !== null) rows.push({ side: '+', place, cells: cells.map(([, text]) => text) });
  return rows;
}

function printCells(expected: Cell | undefined, actual: Cell | undefined): readonly [string, string] {
  const print = (cell: Cell | undefined) => (cell === undefined ? '' : visibleLine(printVisible(cell)));
  if (expected === undefined || actual === undefined || cellsEqual(expected, actual)) {
    return [print(expected), print(actual)];
  }
  const [left, right] = printPair(expected, actual);
  return [visibleLine(left), visibleLine(right)];
}

function columnNames(diff: Diff, rows: readonly TableRow[]): readonly string[] {
  const length = Math.max(...rows.map(({ cells }) => cells.length));
  return Array.from({ length }, (_, index) =>
    visibleLine(diff.expectedColumns?.[index] ?? diff.actualColumns?.[index] ?? `${index + 1}`),
  );
}

/** Where not all columns fit, those whose cells differ come first; they keep their order. */
function chooseColumns(rows: readonly TableRow[], length: number, fits: number): readonly number[] {
  const all = Array.from({ length }, (_, index) => index);
  if (length <= fits) return all;
  const differs = (index: number) =>
    rows.some((row, at) => at % 2 === 1 && row.cells[index] !== rows[at - 1]!.cells[index]);
  return [...all.filter(differs), ...all.filter((index) => !differs(index))]
    .slice(0, fits)
    .sort((a, b) => a - b);
}
