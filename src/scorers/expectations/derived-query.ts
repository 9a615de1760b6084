import { embeddable, freshName } from '../../sql/index.js';

/** A query over the result of another one, whose columns have plain names by position. */
export interface DerivedQuery {
  /** The name of the result. */
  readonly from: string;
  /** The name of a column, by its position from 0. */
  column(index: number): string;
  /** The whole statement, with what is asked of the result. */
  sql(asked: string): string;
}

/** Wraps a query with `width` columns; its own names do not matter, so they may be odd, doubled or reserved. */
export function derivedQuery(query: string, width: number, dialect: string): DerivedQuery {
  const from = freshName('model_result', query);
  const column = (index: number): string => `c${index + 1}`;
  const columns = Array.from({ length: width }, (_, index) => column(index)).join(', ');
  return {
    from,
    column,
    sql: (asked) => `with ${from}(${columns}) as (\n${embeddable(query, dialect)}\n) ${asked}`,
  };
}

/** The same with the columns under their own names. */
export function derivedByNames(query: string, other: string, dialect: string): Omit<DerivedQuery, 'column'> {
  const from = freshName('model_result', `${query}\n${other}`);
  return { from, sql: (asked) => `with ${from} as (\n${embeddable(query, dialect)}\n) ${asked}` };
}
