import type { Cell, Column, Row } from '../../types/index.js';
import { doubleOf, type ExactNumber, exactOfCell, isNumber } from '../../values/index.js';
import { compareCells } from './cell-order.js';
import { countDuplicates } from './count-duplicates.js';
import { countValues } from './count-values.js';
import type { ColumnValues, Duplicates, ReadRows, ResultFacts, Total, Unknown } from './result-facts.js';

/** Facts about rows that came without a query, or whose query cannot be run. */
export class FactsOfRows implements ResultFacts {
  constructor(
    readonly columns: readonly Column[],
    private readonly read: ReadRows,
    readonly dialect: string,
  ) {}

  async rowCount(): Promise<number | Unknown> {
    return this.read.complete ? this.read.rows.length : cut;
  }

  async nullCount(column: number): Promise<number | Unknown> {
    return this.read.complete ? this.#cells(column).filter((cell) => cell === null).length : cut;
  }

  async values(column: number): Promise<ColumnValues> {
    return { values: countValues(this.read.rows, column), complete: this.read.complete };
  }

  async extremes(column: number) {
    if (!this.read.complete) return null;
    let [min, max]: Cell[] = [null, null];
    for (const cell of this.#cells(column)) {
      if (cell === null) continue;
      const [below, above] = [compareCells(cell, min ?? cell), compareCells(cell, max ?? cell)];
      if (below === null || above === null) return null;
      if (min === null || min === undefined || below < 0) min = cell;
      if (max === null || max === undefined || above > 0) max = cell;
    }
    return { min: min ?? null, max: max ?? null };
  }

  async total(column: number): Promise<Total | Unknown> {
    if (!this.read.complete) return cut;
    const cells = this.#cells(column).filter((cell) => cell !== null);
    const exact = cells.map(exactOfCell);
    const finite = exact.filter((one) => one !== null);
    return {
      sum: cells.length === 0 || finite.length < cells.length ? null : sumOf(finite),
      rounded: cells.some((cell) => doubleOf(cell) !== null),
      count: cells.length,
      numbersOnly: cells.every(isNumber),
    };
  }

  async duplicates(columns: readonly number[]): Promise<Duplicates> {
    return { ...countDuplicates(this.read.rows, columns), complete: this.read.complete };
  }

  async untrue(): Promise<Unknown> {
    return { unknown: 'not_decided', why: 'there is no query whose result the expression could be asked of' };
  }

  async untrueRows(): Promise<readonly Row[]> {
    return [];
  }

  async rows(): Promise<ReadRows> {
    return this.read;
  }

  #cells(column: number): readonly Cell[] {
    return this.read.rows.map((row) => row[column] ?? null);
  }
}

const cut: Unknown = { unknown: 'not_decided', why: 'the result was cut, so not every row is known' };

/** Numbers with one denominator are added up first, so that the sum stays small. */
function sumOf(numbers: readonly ExactNumber[]): ExactNumber {
  const byDenominator = new Map<bigint, bigint>();
  for (const { n, d } of numbers) byDenominator.set(d, (byDenominator.get(d) ?? 0n) + n);
  return [...byDenominator].reduce((sum, [d, n]) => ({ n: sum.n * d + n * sum.d, d: sum.d * d }), {
    n: 0n,
    d: 1n,
  });
}
