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
    'match condition year date time timestamp mod div range lateral analyze replace ' +
    // DuckDB and PostgreSQL
    'analyse array asof asymmetric at authorization binary collation concurrently current_catalog current_role ' +
    'current_schema current_user freeze glob ilike initially deferrable lambda leading localtime localtimestamp only ' +
    'overlaps pivot pivot_longer pivot_wider placing positional qualify returning semi anti session_user similar some ' +
    'summarize symmetric tablesample trailing trim unpivot variadic verbose do overlay position substring ' +
    // MySQL
    'accessible before bigint blob call change char character convert cube cume_dist cursor database databases dec ' +
    'decimal declare delayed dense_rank describe distinctrow double dual each elseif empty enclosed escaped exit explain ' +
    'first_value float force fulltext function generated get grouping groups high_priority hour_minute ignore infile ' +
    'inout int integer interval iterate json_table kill lag last_value lead leave linear lines load lock long loop ' +
    'low_priority ntile nth_value numeric of optimize option out outfile partition percent_rank precision procedure ' +
    'purge read reads real recursive regexp rename repeat require resignal restrict return revoke rlike row_number ' +
    'schema schemas separator signal smallint spatial specific sql sqlexception sqlstate ssl starting stored ' +
    'straight_join system terminated tinyint undo unlock unsigned usage use utc_date utc_time varchar varying virtual ' +
    'while write xor year_month zerofill maxvalue master_bind optionally'
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
