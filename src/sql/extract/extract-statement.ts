import { tokenize } from '../../tokenizer/index.js';
import type { ExtractedStatement } from '../../types/index.js';
import { bareStatement, isEmpty, opensAsStatement } from './bare-statement.js';
import type { Extraction } from './extraction.js';
import { fencedBlocks, isTaggedSql } from './fenced-blocks.js';
import { findStatement } from './find-statement.js';
import { orderCleaned } from './order-cleaned.js';
import { withoutThinking } from './without-thinking.js';

const prefix =
  /^(?:[#>*_\s]*)(?:(?:final|generated|corrected|the)\s+)?(?:sqlite|duckdb|postgres(?:ql)?|mysql)?\s*(?:sql(?:\s*query|\s*statement|\s*code)?|query|answer|statement|output)\s*(?:\*\*|__)?\s*:\s*(?:\*\*|__)?\s*/i;
const tagLine = /^(?:sql|sqlite|duckdb|postgres|postgresql|mysql)[ \t]*\r?\n/i;
const endMarks = /\s{0,9}(?:<\/s>|<\|im_end\|>|<\|endoftext\|>|<\|eot_id\|>|\[\/INST\])$/i;
const outerMark = /(?<=^|\n)[ \t]*(?:```|~~~)|```|<\/?(?:think(?:ing)?|reasoning|thought)>/gi;

/**
 * Takes the one SQL statement out of a model's text, byte for byte; only what stands around it is cleaned away.
 *
 * 1. A text that opens as a statement is one, up to its semicolon.
 * 2. Reasoning blocks go; one that is never closed takes all the rest with it.
 * 3. Of fenced blocks, those tagged as SQL count, else those without a tag; blocks that do not open as a statement
 *    (results, schemas in words) do not. Blocks with the same tokens are one.
 * 4. Otherwise a label such as `SQL:` goes, then the first line (or text after a colon) that opens a statement is taken.
 *
 * Two different statements are never chosen between: they come back together, and the guard refuses them. A text without
 * any statement comes back as it is; an empty one, or one that is all reasoning, is null.
 *
 * @param dialect how to read quotes and comments; standard SQL when it is not known
 */
export function extractStatement(text: string, dialect = 'generic'): ExtractedStatement | null {
  const found = extract(text, dialect);
  if (found.kind === 'none') return null;
  return { sql: found.sql, cleaned: found.kind === 'one' ? orderCleaned(found.cleaned) : [] };
}

/** The same, but it says when there is more than one statement. */
export function extract(text: string, dialect: string): Extraction {
  const cleaned = new Set<string>();
  const withoutMark = text.replace(/^\uFEFF/, '');
  if (withoutMark !== text) cleaned.add('bom');
  let body = withoutMark.trim();
  // Nobody answers with so many fences; reading each of them would take a while.
  if ((body.match(outerMark)?.length ?? 0) > 40) return { kind: 'one', sql: body, cleaned };
  const endMark = endMarks.exec(body.slice(-40))?.[0];
  if (endMark !== undefined) {
    body = body.slice(0, -endMark.length);
    cleaned.add('prose');
  }
  if (opensAsStatement(body, dialect) && !hasOuterMark(body, dialect)) {
    return withCleaned(bareStatement(body, dialect), cleaned);
  }
  const thoughtless = withoutThinking(body).trim();
  if (thoughtless !== body) cleaned.add('think');
  return withCleaned(fenced(thoughtless, dialect), cleaned);
}

function fenced(text: string, dialect: string): Extraction {
  const { blocks, prose, before } = fencedBlocks(text.replace(/<\/?sql>/gi, '\n```\n'));
  if (blocks.length === 0) return labelled(text, dialect);
  const tagged = blocks.filter(isTaggedSql);
  const untagged = blocks.filter((block) => block.language === '');
  const group = tagged.length > 0 ? tagged : untagged.length > 0 ? untagged : blocks;
  const distinct = new Map<string, Extraction>();
  for (const block of group) {
    const found = labelled(block.content.trim(), dialect);
    if (found.kind === 'several') return found;
    if (found.kind === 'one' && opensAsStatement(found.sql, dialect)) {
      const key = tokenKey(found.sql, dialect);
      if (!distinct.has(key)) distinct.set(key, found);
    }
  }
  if (distinct.size > 1) return { kind: 'several', sql: text, count: distinct.size };
  const [only] = distinct.values();
  if (only === undefined) {
    // A fence that nobody opened closes SQL that stood bare.
    return opensAsStatement(before.trim(), dialect)
      ? withCleaned(bareStatement(before.trim(), dialect), new Set(['fence']))
      : labelled(text, dialect);
  }
  return withCleaned(only, new Set(prose ? ['fence', 'prose'] : ['fence']));
}

function labelled(text: string, dialect: string): Extraction {
  if (isEmpty(text, dialect)) return { kind: 'none' };
  if (opensAsStatement(text, dialect)) return bareStatement(text, dialect);
  const head = text.slice(0, 200);
  const label = (prefix.exec(head) ?? tagLine.exec(head))?.[0] ?? '';
  const rest = text.slice(label.length);
  if (label !== '' && opensAsStatement(rest, dialect)) {
    return withCleaned(bareStatement(rest, dialect), new Set(['prefix']));
  }
  const at = findStatement(text);
  if (at !== null) return withCleaned(bareStatement(text.slice(at), dialect), new Set(['prose']));
  return inlineCode(text, dialect) ?? { kind: 'one', sql: text, cleaned: new Set() };
}

/** `SELECT ..` between single backticks inside a sentence. */
function inlineCode(text: string, dialect: string): Extraction | null {
  const spans = [...text.matchAll(/`((?:select|with)\s[^`]+)`/gi)].map((found) => found[1]!);
  const distinct = new Map(spans.map((span) => [tokenKey(span, dialect), span]));
  if (distinct.size === 0) return null;
  if (distinct.size > 1) return { kind: 'several', sql: text, count: distinct.size };
  return withCleaned(bareStatement(spans[0]!, dialect), new Set(['fence', 'prose']));
}

/** Whether a fence or a reasoning tag stands outside the literals and comments of a text that opens as SQL. */
function hasOuterMark(text: string, dialect: string): boolean {
  const marks = [...text.matchAll(outerMark)].map((mark) => mark.index);
  if (marks.length === 0) return false;
  const tokens = tokenize(text, dialect).filter((token) => token.kind !== 'word' && token.kind !== 'number');
  return !marks.every((at) => {
    const inside = tokens.find((token) => token.start < at && token.end > at);
    if (inside === undefined || inside.open) return false;
    // The apostrophe of "the user's query" hangs on a word; a literal's quote does not.
    return (
      inside.kind !== 'string' ||
      !/[\p{L}]{2}$/u.test(text.slice(Math.max(0, inside.start - 2), inside.start))
    );
  });
}

function tokenKey(sql: string, dialect: string): string {
  return tokenize(sql, dialect)
    .filter((token) => token.kind !== 'comment')
    .map((token) => sql.slice(token.start, token.end))
    .map((piece) => (/^\w/.test(piece) ? piece.toLowerCase() : piece))
    .join(' ');
}

function withCleaned(found: Extraction, more: ReadonlySet<string>): Extraction {
  return found.kind === 'one' ? { ...found, cleaned: new Set([...more, ...found.cleaned]) } : found;
}
