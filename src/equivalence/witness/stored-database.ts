import type { WitnessRealism, WitnessTable } from '../../types/index.js';
import { decodeRows, encodeRows } from '../../values/index.js';

/** Rows that told two queries apart once, kept to be tried on others first. */
export interface StoredDatabase {
  readonly realism: WitnessRealism;
  readonly tables: readonly WitnessTable[];
}

const realisms: readonly WitnessRealism[] = ['real-rows', 'real-values', 'synthetic'];

/** One line of JSON; every value comes back as it was. */
export function printStoredDatabase({ realism, tables }: StoredDatabase): string {
  return JSON.stringify({
    schemaVersion: 1,
    realism,
    tables: tables.map(({ name, columns, rows }) => ({ name, columns, rows: encodeRows(rows) })),
  });
}

/** The database a text of `printStoredDatabase` holds; null for any other text. */
export function parseStoredDatabase(text: string): StoredDatabase | null {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null || !('tables' in read) || !Array.isArray(read.tables))
      return null;
    const realism = realisms.find((one) => 'realism' in read && one === read.realism);
    if (realism === undefined) return null;
    const tables: WitnessTable[] = [];
    for (const table of read.tables as Partial<Record<string, unknown>>[]) {
      const { name, columns, rows } = table;
      if (typeof name !== 'string' || !Array.isArray(columns) || !Array.isArray(rows)) return null;
      if (!columns.every((one) => typeof one === 'string')) return null;
      if (!rows.every((row) => Array.isArray(row) && row.length === columns.length)) return null;
      tables.push({ name, columns, rows: decodeRows(rows) });
    }
    return { realism, tables };
  } catch {
    return null;
  }
}
