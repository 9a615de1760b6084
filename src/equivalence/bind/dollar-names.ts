import { tokenize } from '../../sql/index.js';

/** A letter that no name has, in place of a dollar sign that the parser does not take for a part of a name. */
const standIn = '\ua4e2';

/** The text with the dollar signs of its names, such as Calcite's `EXPR$0`, replaced; null where there are none. */
export function withoutDollars(sql: string, dialect: string): string | null {
  if (!sql.includes('$') || sql.includes(standIn)) return null;
  let text = '';
  let from = 0;
  const tokens = tokenize(sql, dialect);
  for (const [at, { kind, start, end }] of tokens.entries()) {
    const next = tokens[at + 1];
    const leading = kind === 'symbol' && sql[start] === '$' && next?.kind === 'word' && next.start === end;
    if (!leading && (kind !== 'word' || !/^[a-z_]/i.test(sql.slice(start, end)))) continue;
    text += sql.slice(from, start) + sql.slice(start, end).replaceAll('$', standIn);
    from = end;
  }
  text += sql.slice(from);
  return text === sql ? null : text;
}

export function withDollars(name: string): string {
  return name.replaceAll(standIn, '$');
}
