import { dialectOf, type NameFolding } from '../../dialects/index.js';
import type { Cell } from '../../types/index.js';
import { printCell } from '../../values/index.js';
import type { ScratchEngine } from './scratch-engine.js';

const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Words that some engine does not take as a name without quotes. */
const reserved = new Set(
  (
    'all alter and any as asc between both by case cast check collate column constraint create cross current_date ' +
    'current_time current_timestamp default delete desc distinct do drop else end except exists false fetch for foreign ' +
    'from full grant group having if in index inner insert intersect into is isnull join key keys left like limit ' +
    'natural no not notnull null of offset on or order outer primary rank references release right row rows select set ' +
    'show table then to transaction trigger true union unique update user using values view when where window with ' +
    'match condition match year date time timestamp mod div range rank lateral analyze column replace'
  ).split(' '),
);

/** A name as the dialect needs it: quoted only where it must be. */
export function nameText(name: string, dialect: string): string {
  const { unquotedNames, quotedNames, nameQuotes } = dialectOf(dialect);
  const isFolded = unquotedNames === quotedNames || folded(name, unquotedNames) === name;
  if (plainName.test(name) && isFolded && !reserved.has(name.toLowerCase())) return name;
  const open = nameQuotes[0] ?? '"';
  const close = open === '[' ? ']' : open;
  return open + name.replaceAll(close, close + close) + close;
}

function folded(name: string, folding: NameFolding): string {
  if (folding === 'kept') return name;
  return folding === 'lower' ? name.toLowerCase() : name.toUpperCase();
}

/** A value as a literal of the engine's dialect. */
export function literalText(
  cell: Cell,
  engine: Pick<ScratchEngine, 'dialect' | 'hasBooleans' | 'blob'>,
): string {
  if (cell === null) return 'NULL';
  switch (typeof cell) {
    case 'number':
      return `${cell}`;
    case 'boolean':
      return engine.hasBooleans ? (cell ? 'TRUE' : 'FALSE') : cell ? '1' : '0';
    case 'string':
      return stringText(cell, engine.dialect);
  }
  switch (cell.k) {
    case 'int':
    case 'dec':
      return printCell(cell);
    case 'f64':
      return Number.isFinite(cell.v) ? floatText(cell.v) : stringText(printCell(cell), engine.dialect);
    case 'blob':
      return engine.blob(Buffer.from(cell.v).toString('hex'));
    default:
      return stringText(printCell(cell), engine.dialect);
  }
}

function floatText(value: number): string {
  const text = `${value}`;
  return /[.e]/.test(text) ? text : `${text}.0`;
}

export function stringText(text: string, dialect: string): string {
  const escaped = dialectOf(dialect).backslashEscapes === 'always' ? text.replaceAll('\\', '\\\\') : text;
  return `'${escaped.replaceAll("'", "''")}'`;
}
