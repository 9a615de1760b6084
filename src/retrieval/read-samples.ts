import { columnType } from '../catalog/index.js';
import { dialectOf } from '../dialects/index.js';
import type { Catalog, CatalogTable, Cell, SolverDatabases } from '../types/index.js';
import type { SampledValues } from './schema-sources.js';
import { tableName } from './table-name.js';

/** Rows looked at of each table; a value further down is not found. */
const rowsRead = 1000;
/** A longer text is prose, not a value that somebody asks for. */
const longestValue = 60;
/** A date or a time of day: a column of text may hold them, and half of all questions name a year. */
const time = /^\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?:[T ]\d|$)|^\d{1,2}:\d{2}/;

/**
 * Reads different values of the text columns of a database, the most frequent first, from its first thousand rows of each
 * table. A table that cannot be read has none.
 *
 * @param count values of each column at most
 * @throws Error when the database cannot be reached
 */
export async function readSamples(
  databases: SolverDatabases,
  datasource: string,
  catalog: Catalog,
  count: number,
  signal: AbortSignal,
): Promise<SampledValues> {
  if (count === 0) return {};
  const samples: Record<string, Record<string, readonly string[]>> = {};
  for (const table of catalog.tables) {
    const columns = table.columns
      .filter(({ type }) => hasNames(type, catalog.dialect))
      .map(({ name }) => name);
    if (columns.length === 0) continue;
    const result = await databases.run(datasource, query(table, columns, catalog.dialect), signal);
    if (result.kind === 'error') {
      if (result.fault === 'query') continue;
      throw new Error(`The values of ${tableName(table)} could not be read: ${result.message}`);
    }
    samples[tableName(table)] = Object.fromEntries(
      columns.map((column, index) => [
        column,
        mostFrequent(
          result.rows.map((row) => row[index] ?? null),
          count,
        ),
      ]),
    );
  }
  return samples;
}

/** Whether values of a type are names of things, rather than amounts and times. */
function hasNames(type: string, dialect: string): boolean {
  const { class: found } = columnType(type, dialect);
  return found === 'text' || found === 'other';
}

function query({ schema, name }: CatalogTable, columns: readonly string[], dialect: string): string {
  const [quote = '"'] = dialectOf(dialect).nameQuotes;
  const quoted = (text: string): string => `${quote}${text.replaceAll(quote, quote + quote)}${quote}`;
  const table = schema === undefined ? quoted(name) : `${quoted(schema)}.${quoted(name)}`;
  return `SELECT ${columns.map(quoted).join(', ')} FROM ${table} LIMIT ${rowsRead}`;
}

function mostFrequent(cells: readonly Cell[], count: number): string[] {
  const counts = new Map<string, number>();
  for (const cell of cells) {
    const text = typeof cell === 'object' && cell?.k === 'enum' ? cell.v : cell;
    if (typeof text !== 'string' || text.trim() === '' || text.length > longestValue || time.test(text))
      continue;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([text]) => text);
}
