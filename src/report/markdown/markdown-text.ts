import { visibleLine, visibleText } from '../text/visible-text.js';

/**
 * Any text as a code span on one line: no mark-up, HTML, link or mention in it has an effect, and nothing in it ends the
 * span or the cell of a table.
 */
export function codeSpan(text: string, longest = 300): string {
  const line = cut(visibleLine(text).trim(), longest);
  if (line === '') return '` `';
  const fence = '`'.repeat(longestRun(line) + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${space}${line.replaceAll('|', '\\|')}${space}${fence}`;
}

/** Any text as a block of code; nothing in it ends the block. */
export function codeBlock(text: string, language: string, longest = 2000): string {
  const content = cut(visibleText(text).trim(), longest);
  const fence = '`'.repeat(Math.max(3, longestRun(content) + 1));
  return `${fence}${language}\n${content}\n${fence}`;
}

/** Any text within HTML, such as a `<summary>`, as code on one line. */
export function htmlCode(text: string, longest = 200): string {
  const line = cut(visibleLine(text).trim(), longest);
  // An underscore or a star is mark-up on a line of HTML too.
  const escaped = line.replace(/[&<>"'`*_~[\]\\|@#:]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<code>${escaped}</code>`;
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

function cut(text: string, longest: number): string {
  const characters = [...text.slice(0, longest * 2)];
  return characters.length <= longest && text.length <= longest * 2
    ? text
    : `${characters.slice(0, longest - 1).join('')}…`;
}
