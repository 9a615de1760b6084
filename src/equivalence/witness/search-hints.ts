import type { CatalogTable, Cell } from '../../types/index.js';
import { cellKey } from '../../values/index.js';
import { fitCell } from './fit-cell.js';
import {
  type ColumnMention,
  outlineQuery,
  ownersOf,
  type QueryOutline,
  type Segment,
} from './query-outline.js';
import type { SearchSchema, SearchTable } from './search-schema.js';
import { segmentValues } from './segment-values.js';

/** A column of a table of the search. */
export interface ColumnPlace {
  readonly table: SearchTable;
  readonly column: number;
}

/** Values worth having in a column. */
export interface ColumnHint {
  /** They make some condition of the queries true. */
  readonly satisfy: readonly Cell[];
  /** They are close to that. */
  readonly near: readonly Cell[];
  readonly dates: boolean;
  readonly numbers: boolean;
  /** A query counts its different values. */
  readonly counted: boolean;
  /** The only values the column may have besides those above; else plain values of its type. */
  readonly values?: readonly Cell[];
}

export interface SearchHints {
  hint(table: SearchTable, column: number): ColumnHint;
  /** Groups of columns that the queries compare with each other. */
  readonly links: readonly (readonly ColumnPlace[])[];
  /** A natural join compares all columns of one name. */
  readonly joinsNaturally: boolean;
  /** Numbers of rows that matter: LIMIT, OFFSET, and what COUNT is compared with. */
  readonly counts: readonly number[];
}

interface OpenHint {
  readonly satisfy: Map<string, Cell>;
  readonly near: Map<string, Cell>;
  dates: boolean;
  numbers: boolean;
  counted: boolean;
}

const mostValues = 40;
const mostCount = 300;

/** What two queries and the schema's CHECKs say about the values that tell the queries apart. */
export function searchHints(
  schema: SearchSchema,
  outlines: readonly QueryOutline[],
  strict: boolean,
  dialect: string,
): SearchHints {
  const hints = new Map<SearchTable, OpenHint[]>(
    schema.map((table) => [
      table,
      table.columns.map(() => ({
        satisfy: new Map(),
        near: new Map(),
        dates: false,
        numbers: false,
        counted: false,
      })),
    ]),
  );
  const links: ColumnPlace[][] = [];
  const counts = new Set<number>();
  const declared = schema.map((table) => table.declared);
  for (const outline of outlines) {
    const places = (mention: ColumnMention): ColumnPlace[] =>
      ownersOf(mention, outline, declared).flatMap((owner) => placeOf(schema, owner, mention.name));
    outline.segments.forEach((segment, at) => {
      for (const count of countsOf(segment)) counts.add(count);
      const columns = segment.columns.map(places);
      addValues(segment, columns.flat());
      if (segment.after !== 'select' && segment.after !== 'order' && segment.after !== 'group') {
        const linked = columns.filter((one) => one.length > 0);
        if (segment.opensSubquery)
          linked.push(...(outline.segments[at + 1]?.columns.slice(0, 1).map(places) ?? []));
        if (linked.length > 1) links.push(linked.flat());
      }
    });
    links.push(...armLinks(outline, places));
  }
  for (const table of schema) {
    for (const check of table.declared.checks) {
      const outline = outlineQuery(`select 1 from ${quoted(table.name)} where ${check}`, dialect, {
        dialect,
        tables: [table.declared],
      });
      for (const segment of outline.segments)
        addValues(
          segment,
          segment.columns.flatMap((one) => placeOf(schema, table.declared, one.name)),
        );
    }
  }
  return {
    hint: (table, column) => {
      const found = hints.get(table)![column]!;
      return { ...found, satisfy: [...found.satisfy.values()], near: [...found.near.values()] };
    },
    links,
    joinsNaturally: outlines.some((outline) => outline.words.has('natural')),
    counts: [...counts].sort((a, b) => a - b),
  };

  function addValues(segment: Segment, places: readonly ColumnPlace[]): void {
    if (places.length === 0) return;
    const values = segmentValues(segment);
    for (const { table, column } of places) {
      const hint = hints.get(table)![column]!;
      hint.dates ||= values.dates;
      hint.numbers ||= values.numbers;
      hint.counted ||= segment.words.has('count') && segment.words.has('distinct');
      const { kind } = table.columns[column]!;
      for (const [cells, into] of [
        [values.satisfy, hint.satisfy],
        [values.near, hint.near],
      ] as const) {
        for (const cell of cells) {
          const fitted = fitCell(cell, kind, strict);
          if (fitted !== undefined && into.size < mostValues) into.set(cellKey(fitted), fitted);
        }
      }
    }
  }
}

function placeOf(schema: SearchSchema, owner: CatalogTable, name: string): ColumnPlace[] {
  const table = schema.find((one) => one.declared === owner);
  const column = table?.columns.findIndex((one) => one.name.toLowerCase() === name) ?? -1;
  return table === undefined || column < 0 ? [] : [{ table, column }];
}

/** The arms of UNION, INTERSECT and EXCEPT return columns of one meaning. */
function armLinks(outline: QueryOutline, places: (mention: ColumnMention) => ColumnPlace[]): ColumnPlace[][] {
  const links: ColumnPlace[][] = [];
  const last = new Map<number, ColumnPlace[]>();
  let combines = new Set<number>();
  for (const segment of outline.segments) {
    if (['union', 'intersect', 'except'].includes(segment.after)) combines.add(segment.depth);
    if (segment.after !== 'select') continue;
    const mine = segment.columns.flatMap(places);
    const before = last.get(segment.depth);
    if (before !== undefined) links.push([...before, ...mine]);
    last.set(segment.depth, mine);
    combines = new Set();
  }
  return links.filter((link) => link.length > 1);
}

function countsOf(segment: Segment): number[] {
  const counts =
    segment.after === 'limit' ||
    segment.after === 'offset' ||
    segment.words.has('count') ||
    (segment.after === 'having' && segment.columns.length === 0);
  return counts ? segment.numbers.filter((one) => Number.isInteger(one) && one > 0 && one <= mostCount) : [];
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
