import type { Random } from './random.js';
import type { ColumnKind, ModelTable, SchemaModel } from './schema-model.js';

export type Value = number | string | null | readonly (number | null)[];

/** Values that the queries speak of. */
export interface Constants {
  readonly numbers: readonly number[];
  readonly texts: readonly string[];
}

/** The rows of each table, in the order of the schema. */
export type Rows = readonly (readonly (readonly Value[])[])[];

const usualTexts = ['x', 'X', 'y', '1', '1.0', '', 'foo', 'Foo', '2020-05-05', '2020-12-31 10:00', '10'];
/** Sums of these are exact in any order. */
const usualReals = [0, 1, 0.5, 1.5, 2, -1];

/** What one database is like. */
interface Profile {
  readonly nulls: number;
  readonly empty: number;
  readonly rows: number;
  /** SQLite keeps a value of any type in any column. */
  readonly loose: number;
  /** How often a row repeats another but for its keys. */
  readonly clones: number;
  readonly values: ReadonlyMap<ColumnKind, readonly Value[]>;
}

/** Rows that keep all declared constraints: NULLs, duplicates, ties, and empty tables among them. */
export function fillDatabase(
  schema: SchemaModel,
  dialect: string,
  constants: Constants,
  random: Random,
): Rows {
  const profile = makeProfile(dialect, constants, random);
  const made = new Map<string, readonly (readonly Value[])[]>();
  for (const table of schema) made.set(table.name, fillTable(table, schema, made, dialect, profile, random));
  return schema.map(({ name }) => made.get(name)!);
}

function makeProfile(dialect: string, { numbers, texts }: Constants, random: Random): Profile {
  const near = numbers.flatMap((one) => (Number.isInteger(one) ? [one, one + 1, one - 1] : [one]));
  const some = <T>(usual: readonly T[], named: readonly T[]): readonly T[] => {
    const size = 2 + random.below(3);
    return Array.from({ length: size }, () =>
      named.length > 0 && random.chance(0.5) ? random.pick(named) : random.pick(usual),
    );
  };
  const whole = some(
    [0, 1, 2, 3],
    near.filter((one) => Number.isInteger(one)),
  );
  return {
    nulls: random.pick([0, 0.15, 0.15, 0.4]),
    empty: random.pick([0, 0, 0.15, 0.4]),
    rows: random.pick([1, 3, 5, 5, 8]),
    loose: dialect === 'sqlite' && random.chance(0.3) ? 0.12 : 0,
    clones: random.pick([0, 0.2, 0.5]),
    values: new Map<ColumnKind, readonly Value[]>([
      ['INTEGER', whole],
      ['REAL', [...some(usualReals, near), random.pick(whole)]],
      [
        'DECIMAL(8, 2)',
        [
          ...some(
            usualReals,
            near.filter((one) => Math.abs(one) < 100_000),
          ),
          random.pick(whole),
        ],
      ],
      ['TEXT', some(usualTexts, texts)],
      ['INTEGER[]', [[1], [2], [1, 2], []]],
    ]),
  };
}

function fillTable(
  table: ModelTable,
  schema: SchemaModel,
  made: ReadonlyMap<string, readonly (readonly Value[])[]>,
  dialect: string,
  profile: Profile,
  random: Random,
): readonly (readonly Value[])[] {
  const rows: Value[][] = [];
  if (random.chance(profile.empty)) return rows;
  const keys = [table.primaryKey, ...table.unique].filter((key) => key.length > 0);
  const places = keys.map((key) => key.map((name) => table.columns.findIndex((one) => one.name === name)));
  const inKey = new Set(places.flat());
  const seen = places.map(() => new Set<string>());
  // SQLite lets NULL into a primary key that is not one column of type INTEGER.
  const isRowid =
    table.primaryKey.length === 1 &&
    table.columns.some(({ name, kind }) => name === table.primaryKey[0] && kind === 'INTEGER');
  const bound = (name: string, notNull: boolean): boolean =>
    notNull || (table.primaryKey.includes(name) && (dialect !== 'sqlite' || isRowid));
  const want = random.below(profile.rows + 1);
  for (let tries = 0; rows.length < want && tries < 4 * want; tries++) {
    const original = rows.length > 0 && random.chance(profile.clones) ? random.pick(rows) : null;
    const row = table.columns.map(({ name, kind, notNull }, at): Value | undefined => {
      const key = table.foreignKeys.find(({ column }) => column === name);
      if (original !== null && !inKey.has(at)) return original[at]!;
      if (!bound(name, notNull) && random.chance(profile.nulls)) return null;
      if (key !== undefined) {
        const parents = key.parent === table.name ? rows : (made.get(key.parent) ?? []);
        const place = schema
          .find((one) => one.name === key.parent)!
          .columns.findIndex((one) => one.name === key.parentColumn);
        const found = parents.map((one) => one[place]!).filter((one) => one !== null);
        if (found.length === 0) return bound(name, notNull) ? undefined : null;
        return random.pick(found);
      }
      if (inKey.has(at))
        return kind === 'TEXT' ? random.pick([...usualTexts, ...profile.values.get(kind)!]) : random.below(7);
      if (random.chance(profile.loose)) return random.pick(['x', 1.5, '01', 1, '1']);
      return random.pick(profile.values.get(kind)!);
    });
    if (row.includes(undefined)) continue;
    const texts = places.map((columns) => keyText(columns.map((at) => row[at]!)));
    if (texts.some((text, at) => text !== null && seen[at]!.has(text))) continue;
    for (const [at, text] of texts.entries()) if (text !== null) seen[at]!.add(text);
    rows.push(row as Value[]);
  }
  return rows;
}

/** Null where a NULL makes the row like no other. */
function keyText(values: readonly Value[]): string | null {
  if (values.includes(null)) return null;
  return JSON.stringify(values.map(String));
}

export function insertStatements(schema: SchemaModel, rows: Rows): readonly string[] {
  return schema.flatMap(({ name }, at) =>
    rows[at]!.length === 0
      ? []
      : [
          `INSERT INTO ${name} VALUES ${rows[at]!.map((row) => `(${row.map(printValue).join(', ')})`).join(', ')}`,
        ],
  );
}

function printValue(value: Value): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  return typeof value === 'number' ? String(value) : `[${value.map(printValue).join(', ')}]`;
}
