import { spelledTokens } from '../../tokenizer/index.js';

/**
 * The query with what a schema's name qualifies qualified by another name, or by none; null where the same word stands for
 * something else too.
 *
 * @param schema in lower case
 */
export function requalify(
  sql: string,
  dialect: string,
  schema: string,
  replacement: string | null,
): string | null {
  const tokens = spelledTokens(sql, dialect);
  let text = '';
  let end = 0;
  for (const [at, { kind, value, start, end: tokenEnd }] of tokens.entries()) {
    if ((kind !== 'word' && kind !== 'name') || value.toLowerCase() !== schema) continue;
    const next = tokens[at + 1];
    if (next?.value !== '.' || tokens[at - 1]?.value === '.') return null;
    text += sql.slice(end, start) + (replacement ?? '');
    end = replacement === null ? next.end : tokenEnd;
  }
  return text + sql.slice(end);
}

/** Whether a query may name one of these tables by a schema, rather than a column of that name by its table. */
export function mayQualify(
  sql: string,
  dialect: string,
  tables: ReadonlySet<string>,
  columns: ReadonlySet<string>,
): boolean {
  const tokens = spelledTokens(sql, dialect);
  return tokens.some(({ value }, at) => {
    const name = value.toLowerCase();
    if (!tables.has(name) || tokens[at - 1]?.value !== '.') return false;
    const before = tokens[at - 3]?.value ?? '';
    return !columns.has(name) || ['from', 'join', ',', '(', '.'].includes(before);
  });
}
