import type { Cell, Row } from '../../types/index.js';
import { cellKey, printCell } from '../../values/index.js';
import type { SearchSchema, SearchTable } from './search-schema.js';

/** The rows of each table of a search, in the order of its schema and of each table's columns. */
export type TestRows = readonly (readonly Row[])[];

/**
 * The rows without those that break a key, a NOT NULL or a foreign key, until none does. Which of two rows with one key
 * goes is decided by their order: the later one.
 */
export function legalRows(schema: SearchSchema, rows: TestRows): TestRows {
  let current = rows.map((tableRows, at) => withoutClashes(schema[at]!, tableRows));
  for (;;) {
    let removed = false;
    current = current.map((tableRows, at) => {
      const table = schema[at]!;
      if (table.foreignKeys.length === 0) return tableRows;
      const parents = table.foreignKeys.map((key) => {
        const parentRows = current[schema.indexOf(key.parent)] ?? [];
        return new Set(parentRows.map((row) => keyText(row, key.parentColumns, cellKey)));
      });
      const kept = tableRows.filter((row) =>
        table.foreignKeys.every((key, index) => {
          const text = keyText(row, key.columns, cellKey);
          return text === null || parents[index]!.has(text);
        }),
      );
      removed ||= kept.length < tableRows.length;
      return kept;
    });
    if (!removed) return current;
  }
}

/** Whether rows keep all keys, NOT NULLs and foreign keys. */
export function areLegal(schema: SearchSchema, rows: TestRows): boolean {
  return legalRows(schema, rows).every((kept, at) => kept.length === rows[at]!.length);
}

function withoutClashes(table: SearchTable, rows: readonly Row[]): readonly Row[] {
  const seen = table.keys.map(() => new Set<string>());
  return rows.filter((row) => {
    if (table.columns.some((column, at) => row[at] === null && !column.nullable)) return false;
    const texts = table.keys.map((key) => keyText(row, key));
    if (texts.some((text, at) => text !== null && seen[at]!.has(text))) return false;
    texts.forEach((text, at) => {
      if (text !== null) seen[at]!.add(text);
    });
    return true;
  });
}

/**
 * A text of the values in some columns, null where one is NULL; by default equal for values that any engine might take
 * as equal in a key.
 */
export function keyText(
  row: Row,
  columns: readonly number[],
  textOf: (cell: Cell) => string = looseText,
): string | null {
  let text = '';
  for (const column of columns) {
    const cell = row[column] ?? null;
    if (cell === null) return null;
    const part = textOf(cell);
    text += `${part.length}:${part}`;
  }
  return text;
}

function looseText(cell: Cell): string {
  const text = printCell(cell).trimEnd().toLowerCase();
  return text !== '' && Number.isFinite(Number(text)) ? `${Number(text)}` : text;
}
