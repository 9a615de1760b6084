import type { Cell, ExecutionLimits, Platform, PlatformSession, Row } from '../../types/index.js';
import { cellKey } from '../../values/index.js';
import type { ScratchEngine } from './scratch-engine.js';
import type { SearchHints } from './search-hints.js';
import type { SearchSchema, SearchTable } from './search-schema.js';
import { literalText, nameText } from './sql-text.js';
import { tableText } from './test-database.js';

/** Rows of the user's database, a bounded number of each table, in the order of the schema and its columns. */
export type SampledRows = readonly (readonly Row[])[];

const rowsOfTable = 150;
const rowsOfCondition = 25;
const keysAsked = 60;

/**
 * Reads rows of the tables of a search: some of each table, some that have the values the queries ask for, and the parents
 * that foreign keys of these rows point at. What cannot be read in time is left out.
 */
export async function sampleRows(
  schema: SearchSchema,
  hints: SearchHints,
  platform: Platform,
  bounds: { readonly signal: AbortSignal; readonly milliseconds: number },
): Promise<SampledRows> {
  const until = performance.now() + bounds.milliseconds;
  const found = new Map<SearchTable, Map<string, Row>>(schema.map((table) => [table, new Map()]));
  const literals: Pick<ScratchEngine, 'dialect' | 'hasBooleans' | 'blob'> = {
    dialect: platform.dialect,
    hasBooleans: false,
    blob: (hex) => `X'${hex}'`,
  };
  let session: PlatformSession | null = null;
  try {
    session = await platform.open(bounds.signal);
    // Children first, so that the keys of their parents are known.
    for (const table of [...schema].reverse()) await sampleTable(session, table);
  } catch {
    // A database that cannot be read gives no rows; the search goes on with values of its own.
  } finally {
    await session?.release().catch(() => {});
  }
  return schema.map((table) => [...found.get(table)!.values()]);

  async function sampleTable(open: PlatformSession, table: SearchTable): Promise<void> {
    if (table.used) {
      await read(open, table, '', rowsOfTable);
      for (const [at, column] of table.columns.entries()) {
        const wanted = hints.hint(table, at).satisfy.slice(0, 12);
        if (wanted.length > 0 && column.mentioned) await readWhere(open, table, at, wanted, rowsOfCondition);
      }
    }
    for (const child of schema)
      for (const key of child.foreignKeys) {
        if (key.parent !== table || key.columns.length !== 1) continue;
        const cells = new Map<string, Cell>();
        for (const row of found.get(child)!.values()) {
          const cell = row[key.columns[0]!]!;
          if (cell !== null && cells.size < keysAsked) cells.set(cellKey(cell), cell);
        }
        if (cells.size > 0)
          await readWhere(open, table, key.parentColumns[0]!, [...cells.values()], keysAsked);
      }
  }

  async function readWhere(
    open: PlatformSession,
    table: SearchTable,
    column: number,
    cells: readonly Cell[],
    most: number,
  ): Promise<void> {
    const name = nameText(table.columns[column]!.name, platform.dialect);
    const list = cells.map((cell) => literalText(cell, literals)).join(', ');
    await read(open, table, ` WHERE ${name} IN (${list})`, most);
  }

  async function read(open: PlatformSession, table: SearchTable, where: string, most: number): Promise<void> {
    const left = until - performance.now();
    if (left < 1) return;
    const limits: ExecutionLimits = {
      timeoutMs: left,
      maxRows: most,
      maxBytes: 1_000_000,
      signal: bounds.signal,
    };
    const columns = table.columns.map(({ name }) => nameText(name, platform.dialect)).join(', ');
    const result = await open.execute(
      `SELECT ${columns} FROM ${tableText(table, platform.dialect)}${where} LIMIT ${most}`,
      limits,
    );
    if (result.kind === 'error') return;
    const rows = found.get(table)!;
    for (const row of result.rows) rows.set(JSON.stringify(row.map(cellKey)), row);
  }
}
