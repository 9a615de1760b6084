import { tokenize } from '../../tokenizer/index.js';

/** A block between Markdown fences. */
export interface FencedBlock {
  /** The word after the opening fence, in lower case. */
  readonly language: string;
  readonly content: string;
}

export interface FencedText {
  readonly blocks: readonly FencedBlock[];
  /** True when there was text outside the blocks. */
  readonly prose: boolean;
  /** The text before the first fence. */
  readonly before: string;
}

const opening = /```+|(?<=^|\n)[ \t]*~~~+/g;
const sqlTags =
  'sql|sqlite|sqlite3|duckdb|postgres|postgresql|psql|pgsql|mysql|mariadb|tsql|mssql|bigquery|snowflake|spark|sparksql|hive|trino|presto|redshift|clickhouse|plsql|ansi';
const sqlTag = new RegExp(`^(?:${sqlTags})$`);
const inlineTag = new RegExp(`^(${sqlTags})\\s`, 'i');

/** The fenced blocks of a text; a fence that is never closed runs to the end. */
export function fencedBlocks(text: string): FencedText {
  const blocks: FencedBlock[] = [];
  let outside = '';
  let before = '';
  let at = 0;
  for (;;) {
    opening.lastIndex = at;
    const fence = opening.exec(text);
    if (fence === null) break;
    if (blocks.length === 0) before = text.slice(0, fence.index);
    outside += text.slice(at, fence.index);
    const marks = fence[0].trim();
    const start = fence.index + fence[0].length;
    const info = /^[ \t]*([^\s`]*)[^\n`]*\r?\n/.exec(text.slice(start, start + 200));
    const inline = inlineTag.exec(text.slice(start, start + 20));
    const language = (info?.[1] ?? inline?.[1] ?? '').toLowerCase();
    const from = start + (info?.[0].length ?? inline?.[1]?.length ?? 0);
    const close = closingFence(text, from, marks);
    blocks.push({ language, content: text.slice(from, close.start) });
    at = close.end;
  }
  outside += text.slice(at);
  return { blocks, prose: /\S/.test(outside), before };
}

/** Whether a block says that it holds SQL. */
export function isTaggedSql(block: FencedBlock): boolean {
  return sqlTag.test(block.language);
}

function closingFence(text: string, from: number, marks: string): { start: number; end: number } {
  const line = new RegExp(`(?:^|\\n)[ \\t]*${marks[0]}{${marks.length},}[ \\t]*(?=\\r?\\n|$)`, 'g');
  const body = text.slice(from);
  for (let found = line.exec(body); found !== null; found = line.exec(body)) {
    // A fence inside a literal is the literal's: the text before it would end in an open quote.
    if (tokenize(body.slice(0, found.index)).at(-1)?.open !== true || !closesLater(body, found.index)) {
      return { start: from + found.index, end: from + found.index + found[0].length };
    }
  }
  const run = new RegExp(`${marks[0]}{${marks.length},}`, 'g');
  const found = run.exec(body);
  if (found === null) return { start: text.length, end: text.length };
  // A quoted name may end right before the fence.
  const end = from + found.index + found[0].length;
  return { start: end - marks.length, end };
}

function closesLater(body: string, index: number): boolean {
  return tokenize(body).some((token) => token.start < index && token.end > index && !token.open);
}
