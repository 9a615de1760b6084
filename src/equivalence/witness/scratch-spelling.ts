import { declarationsOf, dialectOf } from '../../dialects/index.js';
import { spelledTokens } from '../../tokenizer/index.js';
import type { QueryPair } from '../../types/index.js';
import { requalify } from './qualifiers.js';

/**
 * The queries as an engine reads them that stands in for their own: strings in single quotes, and the default schema called
 * main. What cannot be written so stays as it is, and fails there.
 *
 * @param standIn the dialect of that engine
 */
export function spelledFor(standIn: string, pair: QueryPair): QueryPair {
  const { name } = dialectOf(pair.dialect);
  if (name === standIn) return pair;
  const { defaultSchema } = declarationsOf(name);
  const spell = (sql: string): string => {
    const quoted = requoted(sql, pair.dialect);
    return defaultSchema === null || defaultSchema === 'main'
      ? quoted
      : (requalify(quoted, pair.dialect, defaultSchema, 'main') ?? quoted);
  };
  return { ...pair, gold: spell(pair.gold), candidate: spell(pair.candidate) };
}

/**
 * The first string of a query whose backslash would be another text to the engine that stands in; null when there is none.
 *
 * @param standIn the dialect of that engine
 */
export function findEscape(sql: string, dialect: string, standIn: string): string | null {
  if (dialectOf(dialect).backslashEscapes !== 'always' || dialectOf(standIn).backslashEscapes === 'always')
    return null;
  const found = spelledTokens(sql, dialect).find(
    ({ kind, start, end }) => kind === 'string' && sql.slice(start, end).includes('\\'),
  );
  return found === undefined ? null : sql.slice(found.start, found.end);
}

/** Where a string stands in double quotes the other engine would read a name, perhaps that of a column. */
function requoted(sql: string, dialect: string): string {
  let text = '';
  let end = 0;
  for (const { kind, start, end: tokenEnd, value } of spelledTokens(sql, dialect)) {
    if (kind !== 'string' || sql[start] !== '"') continue;
    text += `${sql.slice(end, start)}'${value.replaceAll("'", "''")}'`;
    end = tokenEnd;
  }
  return text + sql.slice(end);
}
