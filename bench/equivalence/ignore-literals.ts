import { spelledTokens } from '../../src/tokenizer/index.js';
import type { Catalog } from '../../src/types/index.js';

/** Words after which a number is a place or a count, not a value. */
const counting = new Set(['limit', 'offset', 'by', 'top', 'fetch', 'first', 'next']);

/**
 * The query with one and the same text in place of all its values, so that queries that differ only in their values become
 * one. What follows LIMIT, and numbers of output columns, stay.
 */
export function ignoreLiterals(sql: string, dialect: string, catalog: Catalog): string {
  const names = new Set(
    catalog.tables.flatMap((table) => [table.name, ...table.columns.map(({ name }) => name)]).map(lower),
  );
  const tokens = spelledTokens(sql, dialect);
  let text = '';
  let end = 0;
  tokens.forEach((token, at) => {
    const before = tokens[at - 1];
    const isString =
      token.kind === 'string' ||
      // A quoted name that is no name is a string to SQLite.
      (token.kind === 'name' &&
        dialect === 'sqlite' &&
        sql[token.start] === '"' &&
        !names.has(lower(token.value)));
    const isNumber = token.kind === 'number' && !(before !== undefined && counting.has(before.value));
    if (!isString && !isNumber) return;
    text += `${sql.slice(end, token.start)}'value'`;
    end = token.end;
  });
  return text + sql.slice(end);
}

function lower(name: string): string {
  return name.toLowerCase();
}
