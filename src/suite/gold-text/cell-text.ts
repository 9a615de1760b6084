import type { Cell, TaggedCell } from '../../types/index.js';
import { encodeCell, printCell } from '../../values/index.js';

/**
 * A cell as YAML in one line, such that reading it gives a cell that result_match calls the same. Text is always quoted,
 * so that it stays text; exact decimals, dates and timestamps are quoted too, as they are matched by what they spell.
 * What plain YAML cannot spell bears a tag that `cell-of-node.ts` reads.
 */
export function cellText(cell: Cell): string {
  if (cell !== null && typeof cell === 'object') {
    // Inside lists and structs nothing is matched by its spelling, so only there must these keep their type.
    if (cell.k === 'dec') return cell.s <= 0 ? printCell(cell) : quoted(printCell(cell));
    if (
      (cell.k === 'date' && cell.d !== 'inf' && cell.d !== '-inf') ||
      (cell.k === 'ts' && typeof cell.ns === 'bigint')
    )
      return quoted(printCell(cell));
  }
  return exactText(cell);
}

function exactText(cell: Cell): string {
  if (cell === null) return 'null';
  if (typeof cell === 'string') return quoted(cell);
  return typeof cell === 'object' ? taggedText(cell) : `${cell}`;
}

function taggedText(cell: TaggedCell): string {
  switch (cell.k) {
    case 'int':
      return `${cell.v}`;
    case 'f64':
      return doubleText(cell.v);
    case 'dec':
      return cell.s <= 0 ? printCell(cell) : `!cell ${quoted(JSON.stringify(encodeCell(cell)))}`;
    case 'enum':
      return quoted(cell.v);
    case 'json':
    case 'uuid':
    case 'bits':
      return `!${cell.k} ${quoted(cell.v)}`;
    case 'date':
    case 'time':
      return `!${cell.k} ${quoted(printCell(cell))}`;
    case 'ts':
      return `!timestamp ${quoted(printCell(cell))}`;
    case 'blob':
      return `!!binary ${quoted(Buffer.from(cell.v).toString('base64'))}`;
    case 'list':
      return `[${cell.v.map(exactText).join(', ')}]`;
    case 'struct':
      return structText(cell);
    default:
      return `!cell ${quoted(JSON.stringify(encodeCell(cell)))}`;
  }
}

/** A double whose value is an integer keeps its point, or it would be read as an integer. */
function doubleText(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  const text = Object.is(value, -0) ? '-0' : `${value}`;
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

function structText(cell: Extract<TaggedCell, { k: 'struct' }>): string {
  const names = cell.v.map(([name]) => name);
  if (new Set(names).size < names.length) return `!cell ${quoted(JSON.stringify(encodeCell(cell)))}`;
  return `{${cell.v.map(([name, value]) => `${quoted(name)}: ${exactText(value)}`).join(', ')}}`;
}

/** Double-quoted YAML; what no editor shows, and what YAML may not hold, is escaped. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
