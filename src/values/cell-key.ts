import type { Cell, TaggedCell } from '../types/index.js';
import { jsonKey } from './json-key.js';
import { keyOfDecimal, keyOfDouble } from './number-key.js';

/**
 * A text that two cells share exactly when `cellsEqual` calls them equal. It is for maps and sets; it is not stable
 * between versions and not meant to be read.
 */
export function cellKey(cell: Cell): string {
  if (cell === null) return '~';
  switch (typeof cell) {
    case 'string':
      return `s${cell}`;
    case 'number':
      return `n${keyOfDouble(cell)}`;
    case 'boolean':
      return cell ? 'n1' : 'n0';
    default:
      return taggedKey(cell);
  }
}

function taggedKey(cell: TaggedCell): string {
  switch (cell.k) {
    case 'int':
      return `n${cell.v}`;
    case 'dec':
      return `n${keyOfDecimal(cell.u, cell.s)}`;
    case 'f64':
      return `n${keyOfDouble(cell.v)}`;
    case 'text':
      return `r${hex(cell.raw)}`;
    case 'enum':
      return `s${cell.v}`;
    case 'blob':
      return `b${hex(cell.v)}`;
    case 'date':
      return `D${cell.d}`;
    case 'time':
      return cell.off === undefined ? `T${cell.ns}` : `T${cell.ns}@${cell.off}`;
    case 'ts':
      return `${cell.tz ? 'Z' : 'S'}${cell.ns}`;
    case 'ivl':
      return `I${cell.mo},${cell.d},${cell.ns}`;
    case 'json':
      return `J${jsonKey(cell.v)}`;
    case 'uuid':
      return `u${cell.v.toLowerCase()}`;
    case 'bits':
      return `B${cell.v}`;
    case 'other':
      return `o${framed(cell.t)}${cell.v}`;
    case 'list':
      return `l${cell.v.map((item) => framed(cellKey(item))).join('')}`;
    case 'struct':
      return `c${cell.v.map(([name, value]) => framed(name) + framed(cellKey(value))).join('')}`;
    case 'map':
      return `m${cell.v
        .map(([key, value]) => framed(cellKey(key)) + framed(cellKey(value)))
        .sort()
        .join('')}`;
  }
}

function framed(text: string): string {
  return `${text.length}:${text}`;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
