import type { Cell, Column, ResultSet, Row, TaggedCell } from '../types/index.js';
import { cellFromPlain } from '../values/index.js';

/** Reads the result sets of a solver's reply, or says what is wrong with them. */
export function readResultSets(value: unknown): readonly ResultSet[] | string {
  if (!Array.isArray(value)) return 'not a list of result sets';
  const sets: ResultSet[] = [];
  for (const [index, item] of value.entries()) {
    const set = readResultSet(item);
    if (typeof set === 'string') return `result set ${index + 1}: ${set}`;
    sets.push(set);
  }
  return sets;
}

function readResultSet(value: unknown): ResultSet | string {
  const { columns, rows } = (value ?? {}) as { columns?: unknown; rows?: unknown };
  if (!Array.isArray(columns)) return 'it has no list of columns';
  if (!Array.isArray(rows)) return 'it has no list of rows';
  const named = columns.map(readColumn);
  if (!named.every((column) => column !== undefined)) return 'a column has no name';
  const read: Row[] = [];
  for (const [index, row] of rows.entries()) {
    if (!Array.isArray(row)) return `row ${index + 1} is not a list of cells`;
    if (row.length !== named.length)
      return `row ${index + 1} has ${row.length} cells for ${named.length} columns`;
    const cells = row.map(readCell);
    if (cells.includes(undefined)) return `row ${index + 1} has a value that is no database value`;
    read.push(cells as Cell[]);
  }
  return { columns: named, rows: read };
}

function readColumn(value: unknown): Column | undefined {
  if (typeof value === 'string') return { name: value, engineType: '', kind: 'mixed' };
  if (typeof value !== 'object' || value === null) return undefined;
  const column = value as Partial<Column>;
  return typeof column.name === 'string'
    ? { engineType: '', kind: 'mixed', ...column, name: column.name }
    : undefined;
}

const tags: ReadonlySet<unknown> = new Set<TaggedCell['k']>([
  'int',
  'dec',
  'f64',
  'text',
  'blob',
  'date',
  'time',
  'ts',
  'ivl',
  'json',
  'uuid',
  'bits',
  'enum',
  'other',
  'list',
  'struct',
  'map',
]);

function readCell(value: unknown): Cell | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'object' && tags.has((value as Partial<TaggedCell>).k)) return value as Cell;
  try {
    return value === undefined ? undefined : cellFromPlain(value);
  } catch {
    return undefined;
  }
}
