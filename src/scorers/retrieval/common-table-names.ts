import { identifierText, readTables, tokenize } from '../../sql/index.js';

/**
 * Names of common table expressions of a query that are not names of base tables it reads: a list of a case's tables that
 * was taken from its gold query may hold them. Lower case.
 */
export async function commonTableNames(sql: string, dialect: string): Promise<ReadonlySet<string>> {
  const tokens = tokenize(sql, dialect).filter(({ kind }) => kind !== 'comment');
  const names = new Set<string>();
  const textAt = (at: number): string => {
    const token = tokens[at];
    return token === undefined ? '' : sql.slice(token.start, token.end).toLowerCase();
  };
  tokens.forEach((token, at) => {
    if (token.kind !== 'word' && token.kind !== 'name') return;
    const after = textAt(at + 1) === '(' ? closingOf(textAt, at + 1, tokens.length) + 1 : at + 1;
    if (textAt(after) !== 'as') return;
    const opens = textAt(after + 1) === 'materialized' ? 2 : textAt(after + 1) === 'not' ? 3 : 1;
    if (textAt(after + opens) === '(') names.add(identifierText(sql, token).toLowerCase());
  });
  if (names.size === 0) return names;
  const read = await readTables(sql, dialect);
  if (read.kind === 'read') for (const table of read.tables) names.delete(table.name.toLowerCase());
  return read.kind === 'read' ? names : new Set();
}

function closingOf(textAt: (at: number) => string, open: number, end: number): number {
  let depth = 0;
  for (let at = open; at < end; at += 1) {
    if (textAt(at) === '(') depth += 1;
    if (textAt(at) === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return end;
}
