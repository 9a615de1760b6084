import { dialectOf } from '../../sql/index.js';
import type { Cell, Column, QueryRunner, Row } from '../../types/index.js';
import { countOf, doubleOf, exactOfCell, isNumber } from '../../values/index.js';
import { type AskAggregate, batchedAggregates, failureOf } from './batched-aggregates.js';
import { countDuplicates } from './count-duplicates.js';
import { countValues, mergeValues } from './count-values.js';
import { type DerivedQuery, derivedByNames, derivedQuery } from './derived-query.js';
import { expressionProblem } from './expression-problem.js';
import {
  type Answer,
  type ColumnValues,
  type Duplicates,
  isUnknown,
  type ReadRows,
  type ResultFacts,
  type Total,
} from './result-facts.js';

/** Distinct values of a column that are read at most. */
const maxValues = 10_000;

const typedNumbers: readonly Column['kind'][] = ['int', 'dec', 'f64'];
const typedOrders: readonly Column['kind'][] = [...typedNumbers, 'date', 'time', 'ts'];

/** Facts about the result of a query that the database finds out over the query itself. */
export class PushedDownFacts implements ResultFacts {
  readonly dialect: string;
  readonly #result: DerivedQuery;
  readonly #ask: AskAggregate;
  readonly #values = new Map<number, Promise<Answer<ColumnValues>>>();
  #rows: Promise<Answer<ReadRows>> | undefined;

  constructor(
    private readonly queries: QueryRunner,
    private readonly sql: string,
    readonly columns: readonly Column[],
    /** Every row, where the run has read them. */
    inHand: readonly Row[] | null = null,
  ) {
    if (inHand !== null) this.#rows = Promise.resolve({ rows: inHand, complete: true });
    this.dialect = queries.dialect;
    this.#result = derivedQuery(sql, columns.length, this.dialect);
    this.#ask = batchedAggregates(queries, this.#result);
  }

  async rowCount(): Promise<Answer<number>> {
    return mapAnswer(await this.#ask('count(*)'), countOf);
  }

  async nullCount(column: number): Promise<Answer<number>> {
    const [all, some] = await Promise.all([
      this.#ask('count(*)'),
      this.#ask(`count(${this.#result.column(column)})`),
    ]);
    if (isUnknown(all)) return all;
    return mapAnswer(some, (count) => countOf(all) - countOf(count));
  }

  values(column: number): Promise<Answer<ColumnValues>> {
    const known = this.#values.get(column);
    if (known !== undefined) return known;
    const reading = this.#readValues(column);
    this.#values.set(column, reading);
    return reading;
  }

  /** Groups where the engine can tell the values apart as we do; else every value is read, up to the caps. */
  async #readValues(column: number): Promise<Answer<ColumnValues>> {
    const grouped = await this.#groupValues(column);
    if (grouped?.complete) return grouped;
    const { from, column: nameOf, sql } = this.#result;
    const name = nameOf(column);
    const all = await this.queries.run(sql(`select ${name} from ${from} where ${name} is not null`));
    if (all.kind === 'error') return grouped ?? failureOf(all);
    const values = countValues(all.rows, 0);
    if (all.truncated === null) return { values, complete: true };
    // Neither saw all: a value that breaks a rule may be in either.
    return { values: mergeValues(values, grouped?.values ?? []), complete: false };
  }

  async #groupValues(column: number): Promise<ColumnValues | null> {
    const key = this.#keyOf(column);
    if (key === null || key.reads !== undefined) return null;
    const { from, column: nameOf, sql } = this.#result;
    const name = nameOf(column);
    const keyed = `select ${key.key(name)} as k from ${from} where ${name} is not null`;
    const grouped = await this.queries.run(
      sql(
        `select ${key.shown?.('k') ?? 'k'}, count(*) from (${keyed}) keyed group by k limit ${maxValues + 1}`,
      ),
    );
    if (grouped.kind === 'error') return null;
    return {
      values: countValues(grouped.rows, 0, 1),
      complete: grouped.truncated === null && grouped.rows.length <= maxValues,
    };
  }

  async extremes(column: number) {
    const name = this.#result.column(column);
    const { kind } = this.columns[column]!;
    if (!typedOrders.includes(kind) && kind !== 'mixed') return null;
    const [min, max] = await Promise.all([this.#ask(`min(${name})`), this.#ask(`max(${name})`)]);
    if (isUnknown(min)) return min;
    if (isUnknown(max)) return max;
    // Where values have types of their own, numbers come before everything else.
    const isOrdered = kind !== 'mixed' || (min === null && max === null) || (isNumber(min) && isNumber(max));
    return isOrdered ? { min, max } : null;
  }

  async total(column: number): Promise<Answer<Total>> {
    const name = this.#result.column(column);
    const { kind } = this.columns[column]!;
    if (!typedNumbers.includes(kind) && kind !== 'mixed')
      return { sum: null, rounded: false, count: 0, numbersOnly: false };
    const isMixed = kind === 'mixed';
    const [sum, count, min, max] = await Promise.all([
      this.#ask(`sum(${name})`),
      this.#ask(`count(${name})`),
      isMixed ? this.#ask(`min(${name})`) : null,
      isMixed ? this.#ask(`max(${name})`) : null,
    ]);
    for (const answer of [sum, count, min, max]) if (isUnknown(answer)) return answer;
    const counted = countOf(count as Cell);
    const numbersOnly = !isMixed || counted === 0 || (isNumber(min as Cell) && isNumber(max as Cell));
    return {
      sum: exactOfCell(sum as Cell),
      rounded: doubleOf(sum as Cell) !== null,
      count: counted,
      numbersOnly,
    };
  }

  /** Where a key tells equal values apart, finding no duplicates by it would prove nothing. */
  async duplicates(columns: readonly number[]): Promise<Answer<Duplicates>> {
    const keys = columns.map((column) => this.#keyOf(column));
    const isExact = keys.every((key) => key?.groups === 'exactly');
    const { from, column: nameOf, sql } = this.#result;
    const names = columns.map(nameOf);
    if (!isExact) {
      const read = await this.queries.run(sql(`select ${names.join(', ')} from ${from}`));
      if (read.kind === 'error') return failureOf(read);
      const all = columns.map((_, index) => index);
      return { ...countDuplicates(read.rows, all), complete: read.truncated === null };
    }
    const noNull = names.map((name) => `${name} is not null`).join(' and ');
    const grouped = keys.map((key, index) => `${key!.key(names[index]!)} as k${index + 1}`).join(', ');
    const by = keys.map((_, index) => `k${index + 1}`).join(', ');
    const [all, without, repeated] = await Promise.all([
      this.#ask('count(*)'),
      this.#ask(`count(case when ${noNull} then 1 end)`),
      this.#ask(
        `(select sum(n) from (select count(*) as n from (select ${grouped} from ${from} where ${noNull}) keyed group by ${by} having count(*) > 1) repeated)`,
      ),
    ]);
    for (const answer of [all, without, repeated]) if (isUnknown(answer)) return answer;
    const withNull = countOf(all as Cell) - countOf(without as Cell);
    return { rows: countOf(repeated as Cell), withNull, complete: true };
  }

  async untrue(sql: string) {
    const problem = expressionProblem(sql, this.dialect);
    if (problem !== null) return { unknown: 'not_decided', why: problem } as const;
    const { from, sql: derived } = derivedByNames(this.sql, sql, this.dialect);
    const result = await this.queries.run(
      derived(
        `select count(*), count(case when (\n${sql}\n) is null then 1 end) from ${from} where (\n${sql}\n) is not true`,
      ),
    );
    if (result.kind === 'error') return failureOf(result);
    const [rows, nulls] = result.rows[0] ?? [0, 0];
    return { rows: countOf(rows!), nulls: countOf(nulls!), notes: result.dialectNotes };
  }

  async untrueRows(sql: string, limit: number): Promise<readonly Row[]> {
    const { from, sql: derived } = derivedByNames(this.sql, sql, this.dialect);
    const result = await this.queries.run(
      derived(`select * from ${from} where (\n${sql}\n) is not true limit ${limit}`),
    );
    return result.kind === 'success' ? result.rows : [];
  }

  rows(): Promise<Answer<ReadRows>> {
    this.#rows ??= this.queries
      .run(this.sql)
      .then((result) =>
        result.kind === 'error'
          ? failureOf(result)
          : { rows: result.rows, complete: result.truncated === null },
      );
    return this.#rows;
  }

  #keyOf(column: number) {
    return dialectOf(this.dialect).comparison?.keyOf(this.columns[column]!) ?? null;
  }
}

function mapAnswer<T>(answer: Answer<Cell>, map: (cell: Cell) => T): Answer<T> {
  return isUnknown(answer) ? answer : map(answer);
}
