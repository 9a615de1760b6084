import { type SpelledToken, spelledTokens } from '../../tokenizer/index.js';
import { remembered } from '../embedded/remembered.js';

const mostTries = 100;

/** A query as it can be prepared, and whether SQLite's double-quoted strings were needed for that. */
export interface PreparedText<T> {
  readonly statement: T;
  readonly usedDoubleQuotedStrings: boolean;
}

/**
 * Prepares a query as a build with SQLITE_DQS=3 would: a double-quoted name that is no column is a string. Where the
 * build does so by itself, a second reading with other quotes tells whether it did.
 *
 * @param prepare throws SQLite's error
 * @param native whether `prepare` accepts double-quoted strings by itself
 * @param tells whether it must be known that strings were needed, where the build takes them by itself
 */
export function prepareWithDoubleQuotedStrings<T extends { free(): void }>(
  sql: string,
  prepare: (sql: string) => T,
  native: boolean,
  tells = true,
): PreparedText<T> {
  const names = quotedNames(sql);
  if (names.length === 0 || (native && !tells))
    return { statement: prepare(sql), usedDoubleQuotedStrings: false };
  const asNames = rewrite(sql, names, backticks);
  try {
    prepare(asNames).free();
    return { statement: prepare(sql), usedDoubleQuotedStrings: false };
  } catch (error) {
    const missing = missingColumn(error);
    if (missing === null || !names.some((token) => token.value === missing))
      return { statement: prepare(sql), usedDoubleQuotedStrings: false };
  }
  if (native) return { statement: prepare(sql), usedDoubleQuotedStrings: true };
  return { statement: prepare(withStrings(sql, names, prepare)), usedDoubleQuotedStrings: true };
}

/** Tokens in double quotes. */
const quotedNames = remembered((sql) =>
  spelledTokens(sql, 'sqlite').filter((token) => sql[token.start] === '"'),
);

/** The query with exactly those double-quoted names rewritten as strings that are no columns where they stand. */
function withStrings<T extends { free(): void }>(
  sql: string,
  names: readonly SpelledToken[],
  prepare: (sql: string) => T,
): string {
  const strings = new Set<SpelledToken>();
  const text = (): string =>
    rewrite(sql, names, (token) => (strings.has(token) ? singleQuotes(token) : null));
  let tries = 0;
  const failure = (): unknown => {
    if (++tries > mostTries) return null;
    try {
      prepare(text()).free();
      return null;
    } catch (error) {
      return error;
    }
  };
  for (let error = failure(); error !== null; error = failure()) {
    const missing = missingColumn(error);
    const group = names.filter((token) => token.value === missing && !strings.has(token));
    if (group.length === 0) return text();
    for (const token of group) strings.add(token);
  }
  // The same name may be a column elsewhere in the query, and there SQLite takes the column.
  for (const token of [...strings]) {
    strings.delete(token);
    if (failure() !== null) strings.add(token);
  }
  return text();
}

function missingColumn(error: unknown): string | null {
  const message = error instanceof Error ? error.message : String(error);
  const match = /^no such column: (.*?)(?: - should this be a string literal in single-quotes\?)?$/s.exec(
    message,
  );
  if (match === null) return null;
  const name = match[1]!;
  return name.startsWith('"') && name.endsWith('"') && name.length > 1
    ? name.slice(1, -1).replaceAll('""', '"')
    : name;
}

function rewrite(
  sql: string,
  names: readonly SpelledToken[],
  replacement: (token: SpelledToken) => string | null,
): string {
  let text = '';
  let at = 0;
  for (const token of names) {
    const other = replacement(token);
    if (other === null) continue;
    text += sql.slice(at, token.start) + other;
    at = token.end;
  }
  return text + sql.slice(at);
}

function backticks(token: SpelledToken): string {
  return `\`${token.value.replaceAll('`', '``')}\``;
}

function singleQuotes(token: SpelledToken): string {
  return `'${token.value.replaceAll("'", "''")}'`;
}
