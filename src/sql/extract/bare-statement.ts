import { identifierText, type Token, tokenize } from '../../tokenizer/index.js';
import type { Extraction } from './extraction.js';
import { findStatement } from './find-statement.js';
import { commonTableExpression, readWords, writeWords } from './statement-words.js';

/** Whether a text opens as a statement does, rather than as an English sentence with such a word. */
export function opensAsStatement(text: string, dialect: string): boolean {
  const first = tokenize(text.slice(0, 20_000), dialect).find(
    (token) => token.kind !== 'comment' && text[token.start] !== '(' && text[token.start] !== ';',
  );
  if (first === undefined || first.kind !== 'word') return false;
  const word = identifierText(text, first).toLowerCase();
  const rest = text.slice(first.start, first.start + 2_000);
  if (word === 'select') return true;
  if (word === 'with') return commonTableExpression.test(rest);
  // "From the schema, we need:" is prose; a line of SQL does not end so.
  return (readWords.has(word) || writeWords.has(word)) && !/^[^\n]*[.:!?][ \t]*(?:\n|$)/.test(rest);
}

/**
 * Takes the statement out of a text that opens as one: comments around it and semicolons after it are left out, and so
 * is prose after the semicolon or after a blank line. Several statements stay together, for the guard to refuse.
 */
export function bareStatement(text: string, dialect: string): Extraction {
  const cleaned = new Set<string>();
  const tokens = tokenize(text, dialect);
  let statement = segment(tokens, text, 0);
  while (statement.tokens.length === 0 && statement.next < tokens.length) {
    cleaned.add('semicolon');
    statement = segment(tokens, text, statement.next);
  }
  if (statement.tokens.length === 0) return { kind: 'none' };
  const start = statement.tokens[0]!.start;
  let end = statement.tokens.at(-1)!.end;
  if (tokens[0]!.start < start && tokens[0]!.kind === 'comment') cleaned.add('comment');
  if (statement.semicolon !== undefined) {
    const after = text.slice(statement.semicolon.end);
    if (!isEmpty(after, dialect)) {
      if (!isProse(after)) return { kind: 'several', sql: text.slice(start).trim(), count: 2 };
      cleaned.add('prose');
    } else if (/\S/.test(after.replaceAll(';', ''))) cleaned.add('comment');
    cleaned.add('semicolon');
  } else {
    if (tokens.at(-1)!.end > end) cleaned.add('comment');
    const paragraph = proseParagraph(text.slice(start, end), statement.tokens, start);
    if (paragraph !== -1) {
      end = start + paragraph;
      cleaned.add('prose');
    }
  }
  return { kind: 'one', sql: text.slice(start, end), cleaned };
}

interface Segment {
  readonly tokens: readonly Token[];
  readonly semicolon: Token | undefined;
  readonly next: number;
}

/** The tokens from one index up to the next semicolon, without the comments around them. */
function segment(tokens: readonly Token[], text: string, from: number): Segment {
  let to = from;
  while (to < tokens.length && !isSemicolon(text, tokens[to]!)) to++;
  let first = from;
  let last = to - 1;
  while (first <= last && isComment(tokens[first]!)) first++;
  while (last >= first && isComment(tokens[last]!)) last--;
  return { tokens: tokens.slice(first, last + 1), semicolon: tokens[to], next: to + 1 };
}

/** A comment that is never closed stays: engines disagree on whether it is one. */
function isComment(token: Token): boolean {
  return token.kind === 'comment' && !token.open;
}

function isSemicolon(text: string, token: Token): boolean {
  return token.kind === 'symbol' && text[token.start] === ';';
}

/** Whether a text holds nothing but comments and semicolons. */
export function isEmpty(text: string, dialect: string): boolean {
  return tokenize(text, dialect).every((token) => isComment(token) || isSemicolon(text, token));
}

/** What follows a semicolon is prose when it is several words, opens no statement and holds none. */
function isProse(text: string): boolean {
  const trimmed = text.replace(/^[\s;>*_#-]+/, '');
  const first = /^[\p{L}]+/u.exec(trimmed)?.[0].toLowerCase();
  if (first === undefined || !/^[^\s]+[ \t]+\S/.test(trimmed)) return false;
  const sentence = first === 'with' || first === 'from';
  if ((writeWords.has(first) || readWords.has(first)) && !sentence) return false;
  return findStatement(trimmed) === null;
}

/**
 * Where prose starts after a blank line, or -1. A paragraph counts only when it opens as explanations do and reads as a
 * sentence, and no bracket or literal is open before it: such a text could not go on as SQL anyway.
 */
function proseParagraph(sql: string, tokens: readonly Token[], offset: number): number {
  const opening =
    /\n[ \t]{0,20}\n\s{0,20}(?=(?:\*{0,2}(?:explanation|note|notes|reasoning|output|result)\b\*{0,2}\s*:|(?:this|the|it|here|these|in this|i|you|we|note that)\s+[a-z']+\s+[^\n]*[a-z]))/gi;
  for (let tries = 0, found = opening.exec(sql); found !== null && tries < 20; found = opening.exec(sql)) {
    tries++;
    const at = found.index + offset;
    const before = tokens.filter((token) => token.start < at);
    const depth = before.reduce((sum, token) => sum + bracket(sql[token.start - offset]!, token), 0);
    if (depth === 0 && (before.at(-1)?.end ?? 0) <= at) return sql.slice(0, found.index).trimEnd().length;
  }
  return -1;
}

function bracket(char: string, token: Token): number {
  if (token.kind !== 'symbol') return 0;
  return char === '(' ? 1 : char === ')' ? -1 : 0;
}
