import type { SqlDialect } from '../dialects/index.js';
import { dialectOf } from '../dialects/index.js';
import type { Token, TokenKind } from './token.js';

const blanks = {
  nowhere: /[ \t-\r\ufeff]+/y,
  before_tokens: /\s+/y,
  duckdb: /[ \t-\r\u00a0\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff]+/y,
};
/** Without a name or its closing parenthesis SQLite rejects the text; taking the rest in keeps this linear. */
const tclVariable =
  /[$@:#](?:::)*(?:[A-Za-z0-9_$\u0080-\uffff](?:[A-Za-z0-9_$\u0080-\uffff]|::)*(?:\([^ \t-\r)]*\)?)?)?/y;
const wordText = /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y;
const wordOrAtName = /[A-Za-z_@\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y;
/** Ends at the spaces that DuckDB turns into blanks before it reads a text. */
const wordBeforeSpace =
  /[A-Za-z_\u0080-\uffff](?:[A-Za-z0-9_$]|(?![\u00a0\u2000-\u200d\u202f\u205f\u2060\u3000\ufeff])[\u0080-\uffff])*/y;
const lineFeed = /\n/g;
const lineFeedOrReturn = /[\n\r]/g;
/** Symbols that open nothing longer in any dialect. */
const plainSymbols = ',();*=<>+%:';
const numberText =
  /(?:0[xX][0-9a-fA-F_]+|[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9][0-9_]*(?:[eE][+-]?[0-9]+)?)/y;
/** Any character beyond ASCII is a letter here, as engines read bytes. */
const dollarTag = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y;

/** Splits SQL text into tokens, comments included; linear in its length, and never fails. */
export function tokenize(sql: string, dialect = 'generic'): readonly Token[] {
  const table = dialectOf(dialect);
  const blank = blanks[table.unicodeSpaces];
  const tokens: Token[] = [];
  let escapedUntil: number | null = null;
  let at = 0;
  while (at < sql.length) {
    blank.lastIndex = at;
    if (blank.test(sql)) {
      at = blank.lastIndex;
      continue;
    }
    // After a line break, a string without a prefix goes on with the one before it, and escapes as that one does.
    const goesOn: boolean =
      escapedUntil !== null && sql[at] === "'" && /[\n\r]/.test(sql.slice(escapedUntil, at));
    const token: Token = goesOn ? quotedString(sql, at, at, 'e', table) : next(sql, at, table);
    tokens.push(token);
    at = token.end;
    if (token.kind === 'comment' && !sql.startsWith('/*', token.start)) continue;
    const escapes: boolean = table.backslashEscapes === 'after_e' && token.kind === 'string';
    escapedUntil = escapes && (goesOn || /e/i.test(sql[token.start]!)) ? token.end : null;
  }
  return tokens;
}

function next(sql: string, at: number, dialect: SqlDialect): Token {
  const words =
    dialect.unicodeSpaces === 'duckdb' ? wordBeforeSpace : dialect.atNames ? wordOrAtName : wordText;
  words.lastIndex = at;
  if (words.test(sql)) return word(sql, at, words.lastIndex, dialect);
  if (dialect.tclVariables) {
    tclVariable.lastIndex = at;
    if (tclVariable.test(sql) && tclVariable.lastIndex > at + 1)
      return token('word', at, tclVariable.lastIndex);
  }
  const char = sql[at]!;
  if (plainSymbols.includes(char)) return token('symbol', at, at + 1);
  if (opensLineComment(sql, at, dialect)) {
    const lineEnd = dialect.returnEndsComment ? lineFeedOrReturn : lineFeed;
    lineEnd.lastIndex = at;
    return token('comment', at, lineEnd.exec(sql)?.index ?? sql.length);
  }
  if (char === '/' && sql[at + 1] === '*') return blockComment(sql, at, dialect);
  if (dialect.stringQuotes.includes(char)) return quotedString(sql, at, at, '', dialect);
  if (dialect.nameQuotes.includes(char)) return quotedName(sql, at, dialect);
  if (char === '$' && dialect.dollarStrings) {
    dollarTag.lastIndex = at;
    const tag = dollarTag.exec(sql)?.[0];
    if (tag !== undefined) return closedBy(sql, 'string', at, at + tag.length, tag);
  }
  numberText.lastIndex = at;
  if (numberText.test(sql)) return token('number', at, numberText.lastIndex);
  return token('symbol', at, at + 1);
}

function word(sql: string, at: number, end: number, dialect: SqlDialect): Token {
  if (end - at > 2) return token('word', at, end);
  for (const prefix of dialect.stringPrefixes) {
    const quote = at + prefix.length;
    if (prefix === 'u&' && sql[quote] === '"' && sql.slice(at, quote).toLowerCase() === prefix) {
      return { ...quotedName(sql, quote, dialect), start: at };
    }
    if (
      quote >= end &&
      dialect.stringQuotes.includes(sql[quote] ?? '') &&
      sql.slice(at, quote).toLowerCase() === prefix
    ) {
      return quotedString(sql, at, quote, prefix, dialect);
    }
  }
  return token('word', at, end);
}

function opensLineComment(sql: string, at: number, dialect: SqlDialect): boolean {
  return dialect.lineComments.some(
    (mark) =>
      sql.startsWith(mark, at) &&
      !(mark === '--' && dialect.dashesNeedSpace && /[^\s]/.test(sql[at + 2] ?? ' ')),
  );
}

function blockComment(sql: string, at: number, dialect: SqlDialect): Token {
  const kind = dialect.executableComments.some((mark) => sql.startsWith(mark, at))
    ? 'executable_comment'
    : 'comment';
  if (!dialect.nestedComments) return closedBy(sql, kind, at, at + 2, '*/');
  const mark = /\/\*|\*\//g;
  mark.lastIndex = at + 2;
  for (let depth = 1; ; ) {
    const found = mark.exec(sql);
    if (found === null) return token(kind, at, sql.length, true);
    depth += found[0] === '/*' ? 1 : -1;
    if (depth === 0) return token(kind, at, mark.lastIndex);
  }
}

function quotedString(
  sql: string,
  start: number,
  quoteAt: number,
  prefix: string,
  dialect: SqlDialect,
): Token {
  const quote = sql[quoteAt]!;
  const raw = prefix.includes('r');
  const escapes =
    !raw &&
    (dialect.backslashEscapes === 'always' || (dialect.backslashEscapes === 'after_e' && prefix === 'e'));
  const triple = quote.repeat(3);
  if (dialect.tripleQuotes && sql.startsWith(triple, quoteAt)) {
    for (let at = quoteAt + 3; at < sql.length; at++) {
      if (sql[at] === '\\') at++;
      else if (sql.startsWith(triple, at)) return token('string', start, at + 3);
    }
    return token('string', start, sql.length, true);
  }
  for (let at = quoteAt + 1; at < sql.length; at++) {
    if (escapes && sql[at] === '\\') at++;
    else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return token('string', start, at + 1);
      at++;
    }
  }
  return token('string', start, sql.length, true);
}

function quotedName(sql: string, at: number, dialect: SqlDialect): Token {
  const close = sql[at] === '[' ? ']' : sql[at];
  const doubles = close !== ']' || dialect.doubledBrackets;
  for (let end = at + 1; end < sql.length; end++) {
    if (sql[end] !== close) continue;
    if (sql[end + 1] !== close || !doubles) return token('name', at, end + 1);
    end++;
  }
  return token('name', at, sql.length, true);
}

function closedBy(sql: string, kind: TokenKind, start: number, from: number, close: string): Token {
  const end = sql.indexOf(close, from);
  return end === -1 ? token(kind, start, sql.length, true) : token(kind, start, end + close.length);
}

function token(kind: TokenKind, start: number, end: number, open = false): Token {
  return { kind, start, end, open };
}
