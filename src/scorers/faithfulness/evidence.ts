import type { Cell, ResultSet } from '../../types/index.js';
import { type ExactNumber, exactOfCell, printCell } from '../../values/index.js';
import type { WrittenDate } from './claims.js';
import { blankOut, maskAnswer } from './mask-answer.js';
import { createNumberIndex, type IndexedNumber, type NumberIndex } from './number-index.js';
import { readDates } from './read-dates.js';
import { readNumbers } from './read-numbers.js';
import { createTextIndex, type TextIndex } from './text-index.js';

/** One column of a result set that holds numbers: their sum, and the numbers. */
export interface NumericColumn {
  readonly sum: ExactNumber;
  readonly numbers: NumberIndex;
}

/** What the result and the question hold that an answer may state. */
export interface Evidence {
  /** Numbers of cells, texts and years of dates, each with its row. */
  readonly cells: NumberIndex;
  /** Sums of numeric columns, counts of rows, numbers of the question: of no row. */
  readonly anywhere: NumberIndex;
  readonly columns: readonly NumericColumn[];
  /** Distinct text cells, with the rows they stand in. */
  readonly texts: TextIndex;
  readonly columnNames: readonly string[];
  readonly dates: readonly WrittenDate[];
  /** Times of day as they are printed. */
  readonly times: ReadonlySet<string>;
  readonly question: string;
}

/** Rows of all result sets are counted through, so that a row has one number. */
export function gatherEvidence(resultSets: readonly ResultSet[], question: string): Evidence {
  const gathered: Gathered = {
    cells: [],
    anywhere: [],
    columns: [],
    texts: new Map(),
    dates: [],
    times: new Set(),
    readTexts: new Map(),
  };
  let firstRow = 0;
  for (const { columns, rows } of resultSets) {
    gathered.anywhere.push({ exact: { n: BigInt(rows.length), d: 1n }, row: -1 });
    columns.forEach((_, column) => {
      gatherColumn(
        rows.map((row) => row[column] ?? null),
        firstRow,
        gathered,
      );
    });
    firstRow += rows.length;
  }
  const asked = maskAnswer(question);
  const { dates, rest } = readTextOnce(asked);
  gathered.anywhere.push(...rest.map((exact) => ({ exact, row: -1 })));
  gathered.dates.push(...dates);
  return {
    cells: createNumberIndex(gathered.cells),
    anywhere: createNumberIndex(gathered.anywhere),
    columns: gathered.columns,
    texts: createTextIndex(gathered.texts),
    columnNames: resultSets.flatMap(({ columns }) => columns.map(({ name }) => name)),
    dates: gathered.dates,
    times: gathered.times,
    question,
  };
}

interface Gathered {
  readonly cells: IndexedNumber[];
  readonly anywhere: IndexedNumber[];
  readonly columns: NumericColumn[];
  readonly texts: Map<string, Set<number>>;
  readonly dates: WrittenDate[];
  readonly times: Set<string>;
  readonly readTexts: Map<string, ReadText>;
}

interface ReadText {
  readonly dates: readonly WrittenDate[];
  readonly rest: readonly ExactNumber[];
}

function gatherColumn(cells: readonly Cell[], firstRow: number, gathered: Gathered): void {
  const numbers: IndexedNumber[] = [];
  let isNumeric = true;
  cells.forEach((cell, index) => {
    if (cell === null) return;
    const row = firstRow + index;
    const exact = typeof cell === 'boolean' ? null : exactOfCell(cell);
    if (exact !== null) {
      numbers.push({ exact, row });
      return;
    }
    isNumeric = false;
    gatherText(cell, row, gathered);
  });
  gathered.cells.push(...numbers);
  if (!isNumeric || numbers.length === 0) return;
  const sum = addAll(numbers.map(({ exact }) => exact));
  gathered.anywhere.push({ exact: sum, row: -1 });
  gathered.columns.push({ sum, numbers: createNumberIndex(numbers) });
}

/** Texts, and whatever else is only stated as text: dates, times, lists. */
function gatherText(cell: Cell, row: number, gathered: Gathered): void {
  const text = typeof cell === 'string' ? cell : printCell(cell);
  if (typeof cell === 'string') {
    const rows = gathered.texts.get(text);
    if (rows === undefined) gathered.texts.set(text, new Set([row]));
    else rows.add(row);
  }
  for (const time of text.match(/\b\d{1,2}:\d{2}(?::\d{2})?/g) ?? []) gathered.times.add(time);
  let read = gathered.readTexts.get(text);
  if (read === undefined) {
    read = readTextOnce(text);
    gathered.readTexts.set(text, read);
  }
  gathered.dates.push(...read.dates);
  for (const exact of read.rest) gathered.cells.push({ exact, row });
}

/** Dates of a text with their years, and every number that stands in it, those within identifiers too. */
function readTextOnce(text: string): ReadText {
  if (!/\p{N}|\p{L}/u.test(text)) return { dates: [], rest: [] };
  const found = readDates(text);
  const dates = found.flatMap(({ readings }) => readings);
  const years = dates.flatMap(({ year }) => (year === null ? [] : [{ n: BigInt(year), d: 1n }]));
  const numbers = readNumbers(blankOut(text, found))
    .flatMap((claim) => [claim, ...(claim.pieces ?? [])])
    .flatMap(({ readings }) => readings)
    .map(({ digits, scale }) =>
      scale >= 0 ? { n: digits, d: 10n ** BigInt(scale) } : { n: digits * 10n ** BigInt(-scale), d: 1n },
    );
  return { dates, rest: [...years, ...numbers] };
}

/** The exact sum; fractions of one denominator are added first, so that the terms do not grow. */
function addAll(terms: readonly ExactNumber[]): ExactNumber {
  const byDenominator = new Map<bigint, bigint>();
  for (const { n, d } of terms) byDenominator.set(d, (byDenominator.get(d) ?? 0n) + n);
  let sum: ExactNumber = { n: 0n, d: 1n };
  for (const [d, n] of byDenominator) {
    sum = d % sum.d === 0n ? { n: sum.n * (d / sum.d) + n, d } : { n: sum.n * d + n * sum.d, d: sum.d * d };
  }
  return sum;
}
