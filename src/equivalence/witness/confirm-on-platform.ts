import { declarationsOf, dialectOf } from '../../dialects/index.js';
import { spelledTokens } from '../../tokenizer/index.js';
import type { CheckContext, ExecutionSuccess, PlatformSession, QueryPair } from '../../types/index.js';
import { compareResults } from './compare-results.js';
import type { TestRows } from './legality.js';
import { mayQualify, requalify } from './qualifiers.js';
import type { SearchSchema, SearchTable } from './search-schema.js';
import { literalText, nameText } from './sql-text.js';
import { ordersRows } from './tie-variants.js';

/** What the engine the queries are for says of a counterexample that another engine found. */
export type Confirmation =
  | {
      readonly outcome: 'different';
      readonly gold: ExecutionSuccess;
      readonly candidate: ExecutionSuccess;
      readonly engine: string;
    }
  | { readonly outcome: 'same' }
  | { readonly outcome: 'unknown'; readonly why: string };

/**
 * Runs both queries on the user's own database, with every table they read replaced by the rows of the counterexample: a
 * common table expression of the same name. Nothing is written, and no row of the user's is read.
 */
export async function confirmOnPlatform(
  pair: QueryPair,
  schema: SearchSchema,
  rows: TestRows,
  context: CheckContext,
  milliseconds: number,
): Promise<Confirmation> {
  const { platform, signal } = context;
  if (platform === undefined) return { outcome: 'unknown', why: 'no database of that engine was given' };
  let session: PlatformSession | null = null;
  try {
    session = await platform.open(signal);
    const limits = { timeoutMs: Math.max(1, milliseconds), maxRows: 2000, maxBytes: 4_000_000, signal };
    // Both in the order they are in and in the reverse, as a difference must not hang on it.
    for (const ordered of [rows.map((table) => [...table].reverse()), rows]) {
      const gold = shadowTables(pair.gold, platform.dialect, schema, ordered);
      const candidate = shadowTables(pair.candidate, platform.dialect, schema, ordered);
      if (gold === null || candidate === null)
        return {
          outcome: 'unknown',
          why: 'a query names a table in a way that its stand-in cannot take the place of',
        };
      const goldResult = await session.execute(gold, limits);
      const candidateResult = await session.execute(candidate, limits);
      if (goldResult.kind === 'error') return { outcome: 'unknown', why: goldResult.message };
      if (candidateResult.kind === 'error') return { outcome: 'unknown', why: candidateResult.message };
      const both = ordersRows(pair.gold, pair.dialect) && ordersRows(pair.candidate, pair.dialect);
      const difference = compareResults(goldResult, candidateResult, both);
      if (difference !== 'rows' && difference !== 'order') return { outcome: 'same' };
      if (ordered !== rows) continue;
      const { engine, version } = await platform.info(signal);
      return {
        outcome: 'different',
        gold: goldResult,
        candidate: candidateResult,
        engine: `${engine} ${version}`,
      };
    }
    return { outcome: 'unknown', why: 'nothing was run' };
  } catch (error) {
    return { outcome: 'unknown', why: error instanceof Error ? error.message : String(error) };
  } finally {
    await session?.release().catch(() => {});
  }
}

/**
 * The query with its tables shadowed by common table expressions, which no schema qualifies; null when it names one of them
 * in a way that would not find these.
 */
export function shadowTables(
  query: string,
  dialect: string,
  schema: SearchSchema,
  rows: TestRows,
): string | null {
  const sql = withoutSchemas(query, dialect, schema);
  if (sql === null) return null;
  const tokens = spelledTokens(sql, dialect);
  const shadows = schema
    .map((table, at) => ({ table, rows: rows[at]! }))
    .filter(({ table }) => table.used)
    .map(({ table, rows: tableRows }) => shadow(table, tableRows, dialect))
    .join(', ');
  if (shadows === '') return sql;
  const [first, second] = tokens;
  if (first?.value !== 'with') return `WITH ${shadows} ${sql}`;
  const recursive = second?.value === 'recursive';
  const rest = sql.slice(recursive ? second.end : first.end);
  return `WITH ${recursive ? 'RECURSIVE ' : ''}${shadows},${rest}`;
}

function withoutSchemas(query: string, dialect: string, schema: SearchSchema): string | null {
  const names = schema.map((table) => table.name.toLowerCase());
  const columns = schema.flatMap((table) => table.columns.map((column) => column.name.toLowerCase()));
  const { defaultSchema } = declarationsOf(dialectOf(dialect).name);
  const schemas = new Set(schema.map(({ declared }) => (declared.schema ?? defaultSchema)?.toLowerCase()));
  let sql: string | null = query;
  // One name in several schemas is several tables.
  if (new Set(names).size === names.length)
    for (const one of schemas)
      if (one !== undefined && sql !== null) sql = requalify(sql, dialect, one, null);
  return sql === null || mayQualify(sql, dialect, new Set(names), new Set(columns)) ? null : sql;
}

function shadow(table: SearchTable, rows: TestRows[number], dialect: string): string {
  const name = (text: string): string => nameText(text, dialect);
  const literals = { dialect, hasBooleans: true, blob: (hex: string) => `X'${hex}'` };
  const columns = table.declared.columns;
  const place = new Map(table.columns.map((column, at) => [column.name, at]));
  const cells = (row: TestRows[number][number]): string =>
    columns
      .map((column) => {
        const at = place.get(column.name);
        return `CAST(${literalText(at === undefined ? null : row[at]!, literals)} AS ${castType(column.type, dialect)})`;
      })
      .join(', ');
  const selects = rows.map((row) => `SELECT ${cells(row)}`);
  const none = `SELECT ${columns.map((column) => `CAST(NULL AS ${castType(column.type, dialect)})`).join(', ')} WHERE 1 = 0`;
  const body = selects.length > 0 ? selects.join(' UNION ALL ') : none;
  return `${name(table.name)} (${columns.map((column) => name(column.name)).join(', ')}) AS (${body})`;
}

/** MySQL casts to few types, and by other names. */
const castTypes: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  mysql: [
    [/int|bool|bit|year/i, 'SIGNED'],
    [/char|text|enum|set/i, 'CHAR'],
    [/float|double|real/i, 'DOUBLE'],
    [/decimal|numeric/i, 'DECIMAL(30,10)'],
    [/datetime|timestamp/i, 'DATETIME'],
    [/date/i, 'DATE'],
    [/time/i, 'TIME'],
  ],
  postgres: [
    [/^bigserial/i, 'bigint'],
    [/^serial/i, 'integer'],
  ],
};

function castType(declared: string, dialect: string): string {
  return castTypes[dialect]?.find(([pattern]) => pattern.test(declared))?.[1] ?? (declared || 'text');
}
