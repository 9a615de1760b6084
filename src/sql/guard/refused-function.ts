import { dialectOf, type SqlDialect } from '../../dialects/index.js';
import { hasEscapedName, identifierText, lowerText, type Token } from '../../tokenizer/index.js';

/** The first function call or system table that the dialect's tables refuse, or null; reads words, so it needs no parse. */
export function refusedFunction(sql: string, tokens: readonly Token[], dialect: string): string | null {
  if (hasEscapedName(sql, tokens)) return 'a name in Unicode escapes';
  const table = dialectOf(dialect);
  const functions = new Set(table.refusedFunctions);
  const tables = new Set(table.refusedTables);
  const code = tokens.filter((token) => token.kind !== 'comment');
  for (const [index, token] of code.entries()) {
    if (token.kind !== 'word' && token.kind !== 'name' && token.kind !== 'string') continue;
    const name = identifierText(sql, token).toLowerCase();
    const called = token.kind !== 'string' && sql[code[index + 1]?.start ?? -1] === '(';
    if (called && isRefused(name, functions, table) && !namesCte(sql, code, index)) return `${name}()`;
    if (tables.has(name) && (token.kind !== 'string' || followsFrom(sql, code, index))) return name;
  }
  return null;
}

function isRefused(name: string, functions: ReadonlySet<string>, table: SqlDialect): boolean {
  if (functions.has(name)) return true;
  return (
    table.refusedFunctionPrefixes.some((prefix) => name.startsWith(prefix)) &&
    !table.allowedFunctions.includes(name)
  );
}

/** `name(a, b) AS (SELECT ..)`: a common table expression may have any name. */
function namesCte(sql: string, code: readonly Token[], index: number): boolean {
  let at = index + 2;
  for (let wantsName = true; ; wantsName = !wantsName, at++) {
    const token = code[at];
    if (token === undefined) return false;
    if (wantsName ? token.kind !== 'word' && token.kind !== 'name' : sql[token.start] !== ',') break;
  }
  const follows = code.slice(at, at + 6).map((token) => lowerText(sql, token));
  return /^\) as (?:(?:not )?materialized )?\( (?:select|with|from)\b/.test(follows.join(' '));
}

function followsFrom(sql: string, code: readonly Token[], index: number): boolean {
  const before = code[index - 1];
  return before !== undefined && ['from', 'join', ','].includes(lowerText(sql, before));
}
