import { z } from 'zod';
import { type Catalog, type CatalogTable, SqlassayError } from '../types/index.js';

const columnIndex = z.number().int().nonnegative();

/** One database in a `tables.json` of Spider or BIRD. Fields that are not listed are not read. */
const entrySchema = z.object({
  db_id: z.string(),
  table_names_original: z.array(z.string()),
  /** Table index and column name; the first entry is `[-1, "*"]`. */
  column_names_original: z.array(z.tuple([z.number().int(), z.string()])),
  column_types: z.array(z.string()),
  /** Column indexes; BIRD nests those of a composite key. */
  primary_keys: z.array(z.union([columnIndex, z.array(columnIndex)])),
  foreign_keys: z.array(z.tuple([columnIndex, columnIndex])),
});

type Entry = z.output<typeof entrySchema>;

/**
 * The catalogue of one entry of Spider's `tables.json`. Column types are that file's coarse ones (`text`, `number`,
 * `time`, `boolean`, `others`); what it does not say (NOT NULL, unique, checks) is left open.
 *
 * @throws E_SCHEMA_FILE_INVALID when the entry is not of that shape
 */
export function catalogFromSpiderTables(entry: unknown): Catalog {
  const parsed = entrySchema.safeParse(entry);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(nameOf(entry), `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'unreadable'}`);
  }
  const database = parsed.data;
  const tables = database.table_names_original.map((name, index) => table(database, name, index));
  return { dialect: 'sqlite', tables };
}

/** The catalogue of one entry of BIRD's `dev_tables.json`, which is Spider's format with composite primary keys. */
export function catalogFromBird(entry: unknown): Catalog {
  return catalogFromSpiderTables(entry);
}

function table(database: Entry, name: string, index: number): CatalogTable {
  const own = (column: number) => columnAt(database, column).table === index;
  const columns = database.column_names_original.flatMap(([owner, column], position) =>
    owner === index ? [{ name: column, type: database.column_types[position] ?? '', nullable: true }] : [],
  );
  return {
    name,
    kind: 'table',
    columns,
    primaryKey: primaryKey(database, own),
    unique: [],
    foreignKeys: database.foreign_keys
      .filter(([from]) => own(from))
      .map(([from, to]) => {
        const target = columnAt(database, to);
        return {
          columns: [columnAt(database, from).name],
          references: { table: tableAt(database, target.table), columns: [target.name] },
        };
      }),
    checks: [],
  };
}

/** Spider lists the columns of a composite key one by one, BIRD as one list. */
function primaryKey(database: Entry, own: (column: number) => boolean): string[] {
  return database.primary_keys
    .flat()
    .filter(own)
    .map((column) => columnAt(database, column).name);
}

function columnAt(database: Entry, index: number): { table: number; name: string } {
  const column = database.column_names_original[index];
  if (column === undefined) throw invalid(database.db_id, `a key names column ${index}, which is not there`);
  return { table: column[0], name: column[1] };
}

function tableAt(database: Entry, index: number): string {
  const name = database.table_names_original[index];
  if (name === undefined) throw invalid(database.db_id, `a column names table ${index}, which is not there`);
  return name;
}

function nameOf(entry: unknown): string {
  const name: unknown = (entry as { db_id?: unknown } | null)?.db_id;
  return typeof name === 'string' ? name : 'an entry without db_id';
}

function invalid(database: string, what: string): SqlassayError {
  return new SqlassayError('E_SCHEMA_FILE_INVALID', {
    what: `The schema file is not of Spider's format: ${what}`,
    where: `database "${database}"`,
    advice: 'Use the tables.json (Spider) or dev_tables.json (BIRD) that came with the benchmark.',
  });
}
