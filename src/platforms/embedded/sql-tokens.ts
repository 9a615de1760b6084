/** A token of SQL text, as far as telling names, strings and punctuation apart goes. */
export interface SqlToken {
  /** `word` is a bare name or keyword, `name` a quoted one. */
  readonly kind: 'word' | 'name' | 'string' | 'number' | 'symbol';
  readonly start: number;
  readonly end: number;
  /** The text without its quotes; words in lower case. */
  readonly value: string;
  /** The opening quote of names and strings. */
  readonly quote?: string;
}

/** What a dialect's lexer does differently. */
export interface LexerRules {
  readonly nestedComments: boolean;
  readonly dollarStrings: boolean;
  readonly escapeStrings: boolean;
  readonly backticks: boolean;
  readonly brackets: boolean;
}

const space = /[\s\ufeff]+/y;
const word = /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y;
const number = /[0-9][\w.]*/y;

/** Splits SQL into tokens; comments and white space are left out. Text that never closes ends at the end. */
export function sqlTokens(sql: string, rules: LexerRules): SqlToken[] {
  const tokens: SqlToken[] = [];
  let at = 0;
  while (at < sql.length) {
    const char = sql[at]!;
    const spaceEnd = endOf(space, sql, at);
    if (spaceEnd > at) {
      at = spaceEnd;
    } else if (sql.startsWith('--', at)) {
      const end = sql.indexOf('\n', at);
      at = end < 0 ? sql.length : end + 1;
    } else if (sql.startsWith('/*', at)) {
      at = endOfComment(sql, at, rules.nestedComments);
    } else if (char === "'") {
      const escapes = rules.escapeStrings && tokens.at(-1)?.value === 'e' && tokens.at(-1)?.end === at;
      at = quoted(tokens, sql, at, "'", 'string', escapes);
    } else if (char === '"') {
      at = quoted(tokens, sql, at, '"', 'name', false);
    } else if (char === '`' && rules.backticks) {
      at = quoted(tokens, sql, at, '`', 'name', false);
    } else if (char === '[' && rules.brackets) {
      const close = sql.indexOf(']', at);
      const end = close < 0 ? sql.length : close + 1;
      tokens.push({ kind: 'name', start: at, end, value: sql.slice(at + 1, end - 1), quote: '[' });
      at = end;
    } else if (char === '$' && rules.dollarStrings && dollarTag(sql, at) !== null) {
      const tag = dollarTag(sql, at)!;
      const close = sql.indexOf(tag, at + tag.length);
      const end = close < 0 ? sql.length : close + tag.length;
      tokens.push({ kind: 'string', start: at, end, value: sql.slice(at + tag.length, close), quote: '$' });
      at = end;
    } else if (endOf(word, sql, at) > at) {
      const end = endOf(word, sql, at);
      tokens.push({ kind: 'word', start: at, end, value: sql.slice(at, end).toLowerCase() });
      at = end;
    } else if (endOf(number, sql, at) > at) {
      const end = endOf(number, sql, at);
      tokens.push({ kind: 'number', start: at, end, value: sql.slice(at, end) });
      at = end;
    } else {
      tokens.push({ kind: 'symbol', start: at, end: at + 1, value: char });
      at++;
    }
  }
  return tokens;
}

function endOf(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(sql) ? pattern.lastIndex : at;
}

function quoted(
  tokens: SqlToken[],
  sql: string,
  start: number,
  quote: string,
  kind: 'string' | 'name',
  escapes: boolean,
): number {
  const at = closingQuote(sql, start, quote, escapes);
  const value = sql.slice(start + 1, at).replaceAll(quote + quote, quote);
  const end = Math.min(at + 1, sql.length);
  tokens.push({ kind, start, end, value, quote });
  return end;
}

function closingQuote(sql: string, start: number, quote: string, escapes: boolean): number {
  for (let at = start + 1; at < sql.length; at++) {
    if (escapes && sql[at] === '\\') {
      at++;
    } else if (sql[at] === quote) {
      if (sql[at + 1] !== quote) return at;
      at++;
    } else if (!escapes) {
      const next = sql.indexOf(quote, at);
      if (next < 0) return sql.length;
      at = next - 1;
    }
  }
  return sql.length;
}

function endOfComment(sql: string, start: number, nested: boolean): number {
  let depth = 1;
  let at = start + 2;
  while (at < sql.length) {
    if (sql.startsWith('*/', at)) {
      at += 2;
      if (--depth === 0 || !nested) return at;
    } else if (nested && sql.startsWith('/*', at)) {
      depth++;
      at += 2;
    } else {
      at++;
    }
  }
  return sql.length;
}

function dollarTag(sql: string, at: number): string | null {
  return /^\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/u.exec(sql.slice(at, at + 64))?.[0] ?? null;
}
