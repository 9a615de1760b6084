import type { Cell, Row } from '../../types/index.js';
import { cellKey } from '../../values/index.js';
import { type DatabaseSource, generatedSource } from './database-sources.js';
import type { GeneratorOptions } from './generate-rows.js';
import { legalRows, type TestRows } from './legality.js';
import { type Random, seededRandom } from './random.js';
import type { SampledRows } from './sample-rows.js';
import type { SearchHints } from './search-hints.js';
import type { SearchSchema } from './search-schema.js';

const rowDatabases = 80;
const valueDatabases = 120;
const mostValues = 60;

/** Sub-samples of real rows: rows that join with each other more often than chance would have it, with their parents. */
export function realRowsSource(
  schema: SearchSchema,
  hints: SearchHints,
  sampled: SampledRows,
  seed: string,
): DatabaseSource {
  const random = seededRandom(`rows ${seed}`);
  const pairs = comparedColumns(schema, hints);
  const hasRows = sampled.some((rows) => rows.length > 0);
  return {
    realism: 'real-rows',
    databases: rowDatabases,
    most: rowDatabases,
    next: () => (hasRows ? subSample(schema, sampled, pairs, random) : null),
  };
}

/** Real values in new rows. */
export function realValuesSource(
  schema: SearchSchema,
  hints: SearchHints,
  sampled: SampledRows,
  seed: string,
  options: GeneratorOptions,
): DatabaseSource {
  const usable = schema.every((table, at) => !table.used || sampled[at]!.length > 0);
  const real: SearchHints = {
    ...hints,
    hint(table, column) {
      const hint = hints.hint(table, column);
      const values = new Map<string, Cell>();
      for (const row of sampled[schema.indexOf(table)]!) {
        const cell = row[column] ?? null;
        if (cell !== null && values.size < mostValues) values.set(cellKey(cell), cell);
      }
      if (values.size === 0) return hint;
      const isReal = (cell: Cell): boolean => values.has(cellKey(cell));
      return {
        ...hint,
        satisfy: hint.satisfy.filter(isReal),
        near: hint.near.filter(isReal),
        values: [...values.values()],
      };
    },
  };
  const source = generatedSource(
    schema,
    real,
    `values ${seed}`,
    options,
    { databases: valueDatabases, most: valueDatabases },
    'real-values',
  );
  return usable ? source : { ...source, next: () => null };
}

interface ComparedColumns {
  readonly from: { readonly table: number; readonly column: number };
  readonly to: { readonly table: number; readonly column: number };
}

function comparedColumns(schema: SearchSchema, hints: SearchHints): ComparedColumns[] {
  const places = hints.links.map((link) =>
    link.map(({ table, column }) => ({ table: schema.indexOf(table), column })),
  );
  for (const [at, table] of schema.entries())
    for (const { columns, parent, parentColumns } of table.foreignKeys)
      for (const [index, column] of columns.entries())
        places.push([
          { table: at, column },
          { table: schema.indexOf(parent), column: parentColumns[index]! },
        ]);
  return places.flatMap((link) =>
    link.flatMap((from) => link.filter((to) => to.table !== from.table).map((to) => ({ from, to }))),
  );
}

function subSample(
  schema: SearchSchema,
  sampled: SampledRows,
  pairs: readonly ComparedColumns[],
  random: Random,
): TestRows {
  const chosen: Row[][] = schema.map(() => []);
  for (let at = schema.length - 1; at >= 0; at--) {
    const rows = sampled[at]!;
    const wanted = new Set(matching(at));
    for (let left = random.between(1, 5); schema[at]!.used && left > 0 && rows.length > 0; left--)
      wanted.add(random.pick(rows)!);
    chosen[at] = [...wanted].slice(0, 14);
  }
  return legalRows(schema, chosen);

  /** Rows that join with rows that are chosen. */
  function matching(table: number): Row[] {
    return pairs
      .filter(({ from, to }) => to.table === table && from.table !== table)
      .flatMap(({ from, to }) => {
        const keys = new Set(
          chosen[from.table]!.map((row) => row[from.column]!)
            .filter((cell) => cell !== null)
            .map(cellKey),
        );
        return sampled[table]!.filter((row) => row[to.column] !== null && keys.has(cellKey(row[to.column]!)));
      })
      .slice(0, 9);
  }
}
