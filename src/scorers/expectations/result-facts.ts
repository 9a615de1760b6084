import type { Cell, Column, Row } from '../../types/index.js';
import type { ExactNumber } from '../../values/index.js';

/** Why a fact is not known: the query that would tell it failed, or it was more than may be read. */
export interface Unknown {
  readonly unknown: 'query_failed' | 'not_decided';
  readonly why: string;
}

export type Answer<T> = T | Unknown;

/** The values of a column that are not NULL, each with how many rows have it. */
export interface ColumnValues {
  readonly values: readonly CountedValue[];
  /** False when there are more values than were read. */
  readonly complete: boolean;
}

export interface CountedValue {
  readonly cell: Cell;
  readonly count: number;
}

/** The rows in the order of the result. */
export interface ReadRows {
  readonly rows: readonly Row[];
  readonly complete: boolean;
}

/** The numbers of a column that are not NULL. */
export interface Total {
  /** Null without values, and where the sum is not finite. */
  readonly sum: ExactNumber | null;
  /** True when doubles were added up, which engines do in any order. */
  readonly rounded: boolean;
  readonly count: number;
  /** False when some value is not a number. */
  readonly numbersOnly: boolean;
}

/** Rows that agree with another one on some columns, none of which is NULL. */
export interface Duplicates {
  readonly rows: number;
  /** Rows that were left out because a NULL is among the columns. */
  readonly withNull: number;
  /** False when there are more rows than were read. */
  readonly complete: boolean;
}

/** What expectations ask about the result of a query, however it is found out. Columns are given by position, from 0. */
export interface ResultFacts {
  readonly dialect: string;
  readonly columns: readonly Column[];
  rowCount(): Promise<Answer<number>>;
  nullCount(column: number): Promise<Answer<number>>;
  values(column: number): Promise<Answer<ColumnValues>>;
  /** The smallest and the largest value; null where the engine's order is not the order of the values. */
  extremes(column: number): Promise<Answer<{ readonly min: Cell; readonly max: Cell } | null>>;
  total(column: number): Promise<Answer<Total>>;
  duplicates(columns: readonly number[]): Promise<Answer<Duplicates>>;
  /** Rows for which a condition in SQL is not true, and for how many of them it is NULL. */
  untrue(
    sql: string,
  ): Promise<Answer<{ readonly rows: number; readonly nulls: number; readonly notes: readonly string[] }>>;
  /** Some of those rows. */
  untrueRows(sql: string, limit: number): Promise<readonly Row[]>;
  rows(): Promise<Answer<ReadRows>>;
}

export function isUnknown(answer: unknown): answer is Unknown {
  return typeof answer === 'object' && answer !== null && 'unknown' in answer;
}
