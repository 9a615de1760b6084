import { dialectOf } from '../dialects/index.js';
import { type SpelledToken, spelledTokens } from '../tokenizer/index.js';
import type { Catalog } from '../types/index.js';

/** Words after which a number is a place or a count, not a value. */
const counting = new Set(['limit', 'offset', 'by', 'top', 'fetch', 'first', 'next']);

/**
 * The query with one text in place of all its values, so that queries that differ in values only become one. What follows
 * LIMIT, and numbers of output columns, stay.
 */
export function ignoreLiterals(sql: string, dialect: string, catalog: Catalog | undefined): string {
  const names = new Set(
    catalog?.tables
      .flatMap((table) => [table.name, ...table.columns.map(({ name }) => name)])
      .map((name) => name.toLowerCase()),
  );
  const quotesMayBeStrings = dialectOf(dialect).name === dialectOf('sqlite').name && catalog !== undefined;
  const tokens = spelledTokens(sql, dialect);
  let counts = false;
  let text = '';
  let end = 0;
  for (const token of tokens) {
    // A list of places, as in ORDER BY 1, 2, is all of places.
    if (token.kind === 'word') counts = counting.has(token.value);
    const isText = token.kind === 'string' || (quotesMayBeStrings && isStrayName(token, sql, names));
    if (!isText && (token.kind !== 'number' || counts)) continue;
    text += `${sql.slice(end, token.start)}'value'`;
    end = token.end;
  }
  return text + sql.slice(end);
}

/** A quoted name that is no name is a string to SQLite. */
function isStrayName(token: SpelledToken, sql: string, names: ReadonlySet<string>): boolean {
  return token.kind === 'name' && sql[token.start] === '"' && !names.has(token.value.toLowerCase());
}
