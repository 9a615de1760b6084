import type { Cell, Row } from '../../types/index.js';
import { cellKey } from '../../values/index.js';
import { baseValues, numberedValue } from './base-values.js';
import { columnGroups } from './column-groups.js';
import type { ColumnKind } from './column-kind.js';
import { fitCell } from './fit-cell.js';
import { keyText, legalRows, type TestRows } from './legality.js';
import type { Profile } from './profiles.js';
import type { Random } from './random.js';
import type { SearchHints } from './search-hints.js';
import type { SearchSchema, SearchTable } from './search-schema.js';

export interface GeneratorOptions {
  readonly hasBooleans: boolean;
  readonly strictTypes: boolean;
}

const mostTries = 6;
/** Columns of these kinds may share their values with columns of text. */
const temporal: ReadonlySet<ColumnKind> = new Set(['date', 'timestamp', 'time']);

/** The rows of one legal test database. */
export function generateRows(
  schema: SearchSchema,
  hints: SearchHints,
  profile: Profile,
  random: Random,
  options: GeneratorOptions,
): TestRows {
  const groupOf = columnGroups(schema, hints, random);
  const pools = new Map<number, Map<string, Cell>>();
  const made = new Map<SearchTable, Row[]>();
  const count = profile.counted ? random.pick(hints.counts) : undefined;
  drawPools();
  for (const table of schema) made.set(table, tableRows(table));
  return legalRows(
    schema,
    schema.map((table) => made.get(table)!),
  );

  function drawPools(): void {
    const wanted = new Map<number, { satisfy: Cell[]; near: Cell[]; base: Cell[] }>();
    for (const table of schema)
      table.columns.forEach(({ kind }, column) => {
        const hint = hints.hint(table, column);
        const group = groupOf(table, column);
        const all = wanted.get(group) ?? { satisfy: [], near: [], base: [] };
        wanted.set(group, all);
        all.satisfy.push(...hint.satisfy);
        all.near.push(...hint.near);
        all.base.push(...(hint.values ?? baseValues(kind, hint, options.hasBooleans)));
      });
    for (const [group, { satisfy, near, base }] of wanted) {
      const pool = new Map<string, Cell>();
      const size = random.between(...profile.values);
      for (let tries = 0; pool.size < size && tries < size * 3; tries++) {
        const share = random.next();
        const from =
          share < profile.satisfy && satisfy.length > 0
            ? satisfy
            : share < profile.satisfy + profile.near && near.length > 0
              ? near
              : share < profile.satisfy && near.length > 0
                ? near
                : base;
        const cell = random.pick(from)!;
        pool.set(cellKey(cell), cell);
      }
      pools.set(group, pool);
    }
  }

  function rowCount(table: SearchTable): number {
    if (table.used && random.chance(profile.emptyTables)) return 0;
    if (count !== undefined && random.chance(0.8))
      return Math.max(0, count + random.between(-1, 2) + (random.chance(0.3) ? count : 0));
    if (!table.used) return random.between(1, Math.max(2, profile.rows[0]));
    return random.between(...profile.rows);
  }

  function tableRows(table: SearchTable): Row[] {
    const rows: Row[] = [];
    made.set(table, rows);
    const seen = table.keys.map(() => new Set<string>());
    const single = new Set(table.keys.filter((key) => key.length === 1).map((key) => key[0]!));
    const inKey = new Set(table.keys.flat());
    const foreign = new Set(table.foreignKeys.flatMap((key) => key.columns));
    const free = table.columns.flatMap((column, at) =>
      column.mentioned && !inKey.has(at) && !foreign.has(at) ? [at] : [],
    );
    const counted = table.columns.map(
      (_, at) => count !== undefined && hints.hint(table, at).counted && !foreign.has(at),
    );
    const nextFresh = table.columns.map(() => 1);
    for (let left = rowCount(table); left > 0; left--) {
      for (let tries = 0; tries < mostTries; tries++) {
        const row = oneRow(tries);
        if (row === null) continue;
        const texts = table.keys.map((key) => keyText(row, key));
        if (texts.some((text, at) => text !== null && seen[at]!.has(text))) continue;
        for (const [at, text] of texts.entries()) if (text !== null) seen[at]!.add(text);
        rows.push(row);
        break;
      }
    }
    return rows;

    function oneRow(tries: number): Row | null {
      const original = rows.length > 0 && random.chance(profile.clones) ? random.pick(rows)! : null;
      const changed = original !== null && random.chance(0.6) ? random.pick(free) : undefined;
      const row: Cell[] = table.columns.map((column, at) => {
        if (counted[at] && random.chance(0.9)) return numberedValue(column.kind, rows.length + 1);
        if (original !== null && at !== changed && !single.has(at)) return original[at]!;
        if (column.nullable && random.chance(profile.nulls)) return null;
        return single.has(at) && !foreign.has(at) ? uniqueValue(at, tries) : poolValue(at);
      });
      if (original !== null && table.foreignKeys.length > 0 && !random.chance(0.3)) return row;
      return follow(row) ? row : null;
    }

    function poolValue(at: number): Cell {
      const { kind } = table.columns[at]!;
      const pool = [...pools.get(groupOf(table, at))!.values()];
      const fitted = fitCell(random.pick(pool)!, kind, options.strictTypes);
      const isStray = typeof fitted === 'string' && !/^\d/.test(fitted) && temporal.has(kind);
      if (fitted !== undefined && !isStray) return fitted;
      const hint = hints.hint(table, at);
      const base = hint.values ?? baseValues(kind, hint, options.hasBooleans);
      const other = fitCell(random.pick(base)!, kind, options.strictTypes);
      return other ?? numberedValue(kind, random.between(1, 3));
    }

    function uniqueValue(at: number, tries: number): Cell {
      if (tries < 2 && random.chance(0.7)) return poolValue(at);
      const real = hints.hint(table, at).values;
      if (real !== undefined && tries < mostTries - 1) return random.pick(real)!;
      return numberedValue(table.columns[at]!.kind, nextFresh[at]!++);
    }

    /** Some parents have many children, some few, some none. */
    function skewed(parentRows: readonly Row[]): Row | undefined {
      if (random.chance(0.4)) return random.pick(parentRows.slice(0, count === undefined ? 2 : 1));
      if (random.chance(0.5)) return random.pick(parentRows);
      return parentRows[Math.floor(parentRows.length * random.next() ** 2)];
    }

    /** Sets foreign keys to keys of their parents; false where there is none to be had. */
    function follow(row: Cell[]): boolean {
      const set = new Set<number>();
      for (const { columns, parent, parentColumns } of table.foreignKeys) {
        if (columns.some((at) => row[at] === null)) continue;
        const parentRows = (made.get(parent) ?? []).filter((one) =>
          columns.every((at, index) => !set.has(at) || one[parentColumns[index]!] === row[at]),
        );
        const chosen = skewed(parentRows);
        if (chosen === undefined) {
          const nullable = columns.find((at) => table.columns[at]!.nullable && !set.has(at));
          if (nullable !== undefined) row[nullable] = null;
          // A row may point at itself; whether all is legal in the end is looked at for the whole database.
          else if (parent !== table && made.get(parent) !== undefined) return false;
          else if (parent === table)
            columns.forEach((at, index) => {
              if (!set.has(at)) row[at] = row[parentColumns[index]!]!;
            });
          continue;
        }
        columns.forEach((at, index) => {
          row[at] = chosen[parentColumns[index]!]!;
          set.add(at);
        });
      }
      return true;
    }
  }
}
