import stringWidth from 'string-width';
import { cutLine } from './cut-text.js';
import type { Styles } from './styles.js';
import { visibleLine } from './visible-text.js';

const nameWidth = 28;
/** A last column of text is cut rather than left out, down to this width. */
const narrowText = 16;
const gap = '  ';

/** Columns side by side, each as wide as its widest cell; columns that do not fit are left out and named. */
export function alignTable(rows: readonly (readonly string[])[], columns: number, styles: Styles): string[] {
  const texts = rows.map((row) =>
    row.map((cell, index) => (index === 0 ? cutLine(visibleLine(cell), nameWidth) : cell)),
  );
  const widths = texts[0]!.map((_, index) => Math.max(...texts.map((row) => stringWidth(row[index] ?? ''))));
  let used = 2;
  const fitting = widths.filter((width, index) => {
    const isText = index === widths.length - 1 && !isNumeric(texts.at(-1)?.[index] ?? '');
    used += (isText ? Math.min(width, narrowText) : width) + gap.length;
    return used <= columns + gap.length;
  }).length;
  const kept = Math.max(2, fitting);
  const left = widths.length - kept;
  const lines = texts.map((row, rowIndex) => {
    const cells = row
      .slice(0, kept)
      .map((cell, index) => fill(cell, widths[index]!, index > 0 && isNumeric(cell)));
    const line = cutLine(`  ${cells.join(gap)}`.trimEnd(), columns);
    return rowIndex > 0 ? line : styles.quiet(line);
  });
  if (left === 0) return lines;
  const names = texts[0]!.slice(kept).join(', ');
  return [...lines, cutLine(`  … not shown: ${names}`, columns)];
}

function fill(text: string, width: number, right: boolean): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return right ? space + text : text + space;
}

function isNumeric(text: string): boolean {
  return /^[\d-]/.test(text) && !/[a-z]/.test(text);
}
