import { dialectOf } from '../../dialects/index.js';
import { tokenize } from '../../tokenizer/index.js';

/** Rows behind COPY .. FROM STDIN, as psql reads them; they are no SQL. */
const copiedRows = /^([ \t]*copy\b[^;]*\bfrom[ \t]+stdin\b[^;]*;\r?\n)([\s\S]*?^\\\.)[ \t\r]*$/gim;

/**
 * The text as an engine sees it, of the same length: the marks of comments whose text runs become blanks, and so do the rows
 * of a dump. A comment that only MariaDB runs goes altogether.
 */
export function visibleText(sql: string, dialect: string): string {
  const copied = sql.replace(copiedRows, (_, head: string, rows: string) => head + blank(rows));
  if (dialectOf(dialect).executableComments.length === 0) return copied;
  const pieces: string[] = [];
  let at = 0;
  for (const token of tokenize(copied, dialect)) {
    if (token.kind !== 'executable_comment' || token.open) continue;
    const text = copied.slice(token.start, token.end);
    const mark = /^\/\*!\d*/.exec(text)?.[0];
    const shown = mark === undefined ? blank(text) : `${blank(mark)}${text.slice(mark.length, -2)}  `;
    pieces.push(copied.slice(at, token.start), shown);
    at = token.end;
  }
  return pieces.join('') + copied.slice(at);
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
