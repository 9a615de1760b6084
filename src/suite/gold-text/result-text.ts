import type { Row } from '../../types/index.js';
import { cellText, quoted } from './cell-text.js';
import type { KeptComments } from './kept-comments.js';

/** What follows a key: from its colon to the end of its value. `indent` is the column of the key. */
export type ValueText = (indent: number, comments: KeptComments, newline: string) => string;

/** Rows in the canonical layout: one a line. */
export function rowsText(rows: readonly Row[]): ValueText {
  return blockText(
    rows.map((row, index) => ({ text: `- ${rowText(row)}`, row: index })),
    '[]',
  );
}

/** Alternatives of rows, one row a line. */
export function altRowsText(alternatives: readonly (readonly Row[])[]): ValueText {
  let count = 0;
  const lines = alternatives.flatMap((rows) =>
    rows.length === 0
      ? [{ text: '- []', row: count++ }]
      : rows.map((row, index) => ({ text: `${index === 0 ? '-' : ' '} - ${rowText(row)}`, row: count++ })),
  );
  return blockText(lines, '[]');
}

/** Column names in one line. */
export function columnsText(columns: readonly string[]): ValueText {
  return flowText(`[${columns.map(nameText).join(', ')}]`);
}

/** Any of these in one line, for a case that is written as a flow mapping. */
export function flowRows(rows: readonly Row[]): ValueText {
  return flowText(`[${rows.map(rowText).join(', ')}]`);
}

export function flowAltRows(alternatives: readonly (readonly Row[])[]): ValueText {
  return flowText(`[${alternatives.map((rows) => `[${rows.map(rowText).join(', ')}]`).join(', ')}]`);
}

function blockText(lines: readonly { text: string; row: number }[], empty: string): ValueText {
  if (lines.length === 0) return flowText(empty);
  return (indent, comments, newline) => {
    const pad = ' '.repeat(indent + 2);
    const body = lines.flatMap(({ text, row }, index) => {
      const isLast = index === lines.length - 1;
      const before = isLast ? comments.fromRow(row) : comments.beforeRow(row);
      // A comment on the line of the last row lies behind the value and stays where it is.
      const trailing = isLast ? [] : comments.onRow(row);
      return [
        ...before.map((comment) => pad + comment),
        `${pad}${text}${trailing.map((comment) => ` ${comment}`).join('')}`,
      ];
    });
    return [`:${comments.onKey.map((comment) => ` ${comment}`).join('')}`, ...body].join(newline);
  };
}

function flowText(text: string): ValueText {
  return (indent, comments, newline) => {
    const kept = comments.fromRow(0);
    const key = `:${comments.onKey.map((comment) => ` ${comment}`).join('')}`;
    if (kept.length === 0 && comments.onKey.length === 0) return `: ${text}`;
    const pad = ' '.repeat(indent + 2);
    return [key, ...kept.map((comment) => pad + comment), pad + text].join(newline);
  };
}

function rowText(row: Row): string {
  return `[${row.map(cellText).join(', ')}]`;
}

/** Plain where no YAML reader takes it for anything but a text. */
function nameText(name: string): string {
  const isPlain = /^[A-Za-z_][\w]*$/.test(name) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(name);
  return isPlain ? name : quoted(name);
}
