import type { Cell } from '../../types/index.js';

/**
 * Reads an array as the server writes it: `{1,NULL,"a \"b\""}`, nested for more dimensions; the bounds in front of one
 * that does not begin at 1 are left out. Null for anything else.
 */
export function parseArrayText(
  text: string,
  delimiter: string,
  element: (text: string) => Cell,
): Extract<Cell, { k: 'list' }> | null {
  let at = text.startsWith('[') ? text.indexOf('=') + 1 : 0;

  const list = (): Extract<Cell, { k: 'list' }> | null => {
    const cells: Cell[] = [];
    at++;
    if (text[at] === '}') {
      at++;
      return { k: 'list', v: cells };
    }
    while (at < text.length) {
      if (text[at] === '{') {
        const inner = list();
        if (inner === null) return null;
        cells.push(inner);
      } else {
        const quoted = text[at] === '"';
        const value = quoted ? quotedText() : plainText();
        cells.push(!quoted && value === 'NULL' ? null : element(value));
      }
      const after = text[at++];
      if (after === '}') return { k: 'list', v: cells };
      if (after !== delimiter) return null;
    }
    return null;
  };

  const quotedText = (): string => {
    let value = '';
    for (at++; at < text.length && text[at] !== '"'; at++) {
      if (text[at] === '\\') at++;
      value += text[at] ?? '';
    }
    at++;
    return value;
  };

  const plainText = (): string => {
    const start = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '}') at++;
    return text.slice(start, at);
  };

  if (text[at] !== '{') return null;
  const parsed = list();
  return parsed !== null && at === text.length ? parsed : null;
}
