import type { Cell } from '../types/index.js';
import { doubleOf } from './cells-match.js';
import { printBytes, printWith } from './print-cell.js';

/** Longer texts are cut in the middle, so that both ends stay visible. */
const defaultLength = 200;

/**
 * The value as a person must see it to tell it from any other: text in single quotes with everything invisible
 * escaped (spaces at the ends, repeated or unusual spaces, control and zero-width characters, and combining marks where
 * a precomposed letter would look the same), numbers bare, `NULL` bare.
 *
 * @example
 * printVisible('Oslo '); // 'Oslo\x20'
 */
export function printVisible(cell: Cell, maximumLength = defaultLength): string {
  if (typeof cell === 'object' && cell !== null) {
    if (cell.k === 'text')
      return `${shorten(printWith(cell, quote), maximumLength)} (bytes ${shorten(printBytes(cell.raw), 80)})`;
    if (cell.k === 'json' || cell.k === 'other' || cell.k === 'bits' || cell.k === 'uuid') {
      const name = cell.k === 'other' ? cell.t : cell.k;
      return `${name} ${shorten(quote(cell.v), maximumLength)}`;
    }
    if (cell.k === 'ivl') return `interval ${printWith(cell, quote)}`;
  }
  return shorten(printWith(cell, quote), maximumLength);
}

/**
 * Two values side by side. Where their texts are the same although the values are not (the decimal 0.1 and the double
 * nearest to it), each is followed by its type.
 */
export function printPair(a: Cell, b: Cell, maximumLength = defaultLength): readonly [string, string] {
  const texts = [printVisible(a, maximumLength), printVisible(b, maximumLength)] as const;
  if (texts[0] !== texts[1]) return texts;
  return [`${texts[0]} (${typeName(a)})`, `${texts[1]} (${typeName(b)})`];
}

function typeName(cell: Cell): string {
  if (cell === null) return 'null';
  if (doubleOf(cell) !== null) return 'double';
  if (typeof cell === 'string') return 'text';
  if (typeof cell === 'number') return 'integer';
  if (typeof cell === 'boolean') return 'boolean';
  const names: Partial<Record<typeof cell.k, string>> = {
    int: 'integer',
    dec: 'decimal',
    ts: 'timestamp',
    ivl: 'interval',
  };
  return names[cell.k] ?? cell.k;
}

const invisible = String.raw`\\|'|^ +| +$| {2,}|[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}`;
const hidden = new RegExp(invisible, 'gu');
const hiddenOrMark = new RegExp(`${invisible}|\\p{M}`, 'gu');

function quote(text: string): string {
  // Marks are ordinary letters of many scripts; they mislead only where another spelling looks the same.
  const isComposed = text === text.normalize('NFC');
  return `'${text.replace(isComposed ? hidden : hiddenOrMark, escapeHidden)}'`;
}

const shortEscapes: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\0': '\\0',
  '\\': '\\\\',
  "'": "\\'",
};

function escapeHidden(found: string): string {
  if (found.startsWith(' ')) return '\\x20'.repeat(found.length);
  return shortEscapes[found] ?? codePoint(found);
}

function codePoint(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

function shorten(text: string, maximumLength: number): string {
  if (text.length <= maximumLength) return text;
  const kept = Math.max(maximumLength - 30, 20);
  const head = text.slice(0, Math.ceil(kept / 2)).replace(/[\ud800-\udbff]$/, '');
  const tail = text.slice(text.length - Math.floor(kept / 2)).replace(/^[\udc00-\udfff]/, '');
  return `${head}…(${text.length - head.length - tail.length} more)…${tail}`;
}
