import fc from 'fast-check';
import type { CatalogTable, ForeignKey } from '../types/index.js';

/** Types that the engine of the dialect, if it is here, takes as they are. */
const types: Readonly<Record<string, readonly string[]>> = {
  sqlite: [
    '',
    'INTEGER',
    'integer',
    'INT',
    'TEXT',
    'VARCHAR(20)',
    'unsigned big int',
    'DECIMAL(10, 2)',
    'REAL',
    'BLOB',
    'DATE',
  ],
  duckdb: [
    'INTEGER',
    'VARCHAR',
    'DECIMAL(10,2)',
    'DATE',
    'TIMESTAMP WITH TIME ZONE',
    'DOUBLE',
    'UUID',
    'TIME',
    'HUGEINT',
    'BLOB',
  ],
  postgres: [
    'integer',
    'character varying(20)',
    'numeric(10,2)',
    'timestamp(3) without time zone',
    'double precision',
    'text[]',
    'uuid',
  ],
  mysql: [
    'int(11) unsigned',
    'varchar(20)',
    'decimal(10,2)',
    'datetime(6)',
    'double precision',
    "enum('a','b''c')",
    'text',
  ],
  generic: ['int', 'varchar(20)', 'decimal(10, 2)', 'boolean', 'timestamp', 'array<int>', 'double'],
};
const strictTypes = ['INT', 'INTEGER', 'REAL', 'TEXT', 'BLOB', 'ANY'];
const names = [
  'id',
  'a b',
  'Group',
  'x"y',
  'č',
  'key',
  'select',
  'not null',
  'check',
  'UNIQUE',
  '1',
  'index',
  "it's",
  'z`z',
  ')',
  'as',
];

/** Tables of one schema; their names begin with a prefix, so that many schemas fit into one database. */
export function randomTables(dialect: string, prefix = ''): fc.Arbitrary<readonly CatalogTable[]> {
  return fc.array(table(dialect), { minLength: 1, maxLength: 4 }).chain((drafts) => {
    const named = drafts.map((draft, at) => ({
      ...draft,
      name: `${prefix}${names[(draft.seed + at) % names.length]}${at}`,
    }));
    return fc.tuple(...named.map((one, at) => withForeignKeys(one, named.slice(0, at))));
  });
}

type Draft = CatalogTable & { readonly seed: number };

function table(dialect: string): fc.Arbitrary<Draft> {
  return fc
    .record({
      strict: dialect === 'sqlite' ? fc.boolean() : fc.constant(false),
      names: fc.uniqueArray(fc.constantFrom(...names), {
        minLength: 2,
        maxLength: 5,
        selector: (name) => name.toLowerCase(),
      }),
      seed: fc.nat(1000),
      columns: fc.array(
        fc.record({ type: fc.nat(100), notNull: fc.boolean(), collated: fc.nat(3), generated: fc.nat(5) }),
        { minLength: 5, maxLength: 5 },
      ),
      key: fc.nat(3),
      unique: fc.array(fc.nat(20), { maxLength: 2 }),
      check: fc.boolean(),
    })
    .map((made): Draft => {
      const choice = made.strict ? strictTypes : types[dialect]!;
      const mark = dialect === 'mysql' ? '`' : '"';
      const quote = (name: string): string => mark + name.replaceAll(mark, mark + mark) + mark;
      const primaryKey = made.names.slice(0, made.key > 2 ? 0 : made.key);
      const plain = primaryKey.length + 1;
      const columns = made.names.map((name, at) => {
        const { type, notNull, collated, generated } = made.columns[at]!;
        const declared = choice[type % choice.length]!;
        const isGenerated =
          generated === 0 && at >= plain && !made.unique.some((key) => key % made.names.length === at);
        const inKey = primaryKey.includes(name);
        const isRowId = primaryKey.length === 1 && /^integer$/i.test(declared);
        const keyHoldsNull = dialect === 'sqlite' && !made.strict && !isRowId;
        return {
          name,
          type: isGenerated && dialect === 'duckdb' ? 'INTEGER' : declared,
          nullable: inKey ? keyHoldsNull && !notNull : isGenerated || !notNull,
          ...(dialect === 'sqlite' && collated === 0 ? { collation: 'NOCASE' } : {}),
          ...(isGenerated ? { generated: `length('it''s (' || 'x')` } : {}),
        };
      });
      const unique = [...new Set(made.unique.map((key) => key % made.names.length))]
        .map((at) => [made.names[at]!])
        .filter(([name]) => primaryKey.length !== 1 || name !== primaryKey[0]);
      return {
        name: '',
        kind: 'table',
        ...(made.strict ? { strict: true as const } : {}),
        columns,
        primaryKey,
        unique,
        foreignKeys: [],
        checks: made.check ? [`${quote(made.names[0]!)} is not null or ')' <> '('`] : [],
        seed: made.seed,
      };
    });
}

/** Foreign keys to the primary keys of earlier tables, with columns of the same types. */
function withForeignKeys(draft: Draft, targets: readonly Draft[]): fc.Arbitrary<CatalogTable> {
  const { seed, ...declared } = draft;
  const possible = targets.flatMap((target): ForeignKey[] => {
    if (target.primaryKey.length === 0) return [];
    const wanted = target.primaryKey.map(
      (name) => target.columns.find((column) => column.name === name)!.type,
    );
    const columns = draft.columns.filter(({ generated }) => generated === undefined).slice(0, wanted.length);
    if (columns.some(({ type }, at) => type !== wanted[at]) || columns.length < wanted.length) return [];
    const named = seed % 2 === 0 ? target.primaryKey : [];
    return [{ columns: columns.map(({ name }) => name), references: { table: target.name, columns: named } }];
  });
  return fc.subarray(possible).map((foreignKeys) => ({ ...declared, foreignKeys }));
}

/** The tables with their keys in an order of ours: which comes first depends on where they are written. */
export function withoutOrder(tables: readonly CatalogTable[]): readonly CatalogTable[] {
  const byText = (one: unknown, other: unknown): number =>
    JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
  return tables.map((table) => ({
    ...table,
    unique: [...table.unique].sort(byText),
    foreignKeys: [...table.foreignKeys].sort(byText),
    checks: [...table.checks].sort(byText),
  }));
}
