import { countOf } from '../values/index.js';
import { derivedRows, type Embedding, keyExpression } from './embedding.js';
import type { Side } from './plan-columns.js';
import type { PushedOptions } from './pushed-options.js';

/** Where a key's columns stand among the pairs. */
export type KeyPlaces = readonly number[];

/** What is known of both sides' keys before they are joined. */
export interface KeyFacts {
  readonly counts: { readonly expectedRows: number; readonly actualRows: number };
  /** Whether a key names several rows of a side. */
  readonly repeated: Readonly<Record<Side, boolean>>;
  /** Of each column of the key, whether both sides have NULLs in it. */
  readonly bothHaveNulls: readonly boolean[];
}

/** Counts both sides' rows and looks for keys that name several of them, in one query. */
export async function checkKeys(
  embedding: Embedding,
  key: KeyPlaces,
  { nullEquality }: PushedOptions,
): Promise<KeyFacts> {
  const { head, queries } = embedding;
  const facts = (side: Side): string =>
    (key.length === 1 ? ofOneColumn : ofSeveral)(keysOf(embedding, key, side));
  const rows = await derivedRows(
    queries,
    `${head}\nselect * from (${facts('expected')}) e cross join (${facts('actual')}) a`,
  );
  const numbers = rows[0]!.map(countOf);
  const sides = {
    expected: numbers.slice(0, key.length + 2),
    actual: numbers.slice(key.length + 2),
  };
  const nulls = (side: Side, place: number): number => sides[side][0]! - sides[side][1 + place]!;
  const isRepeated = (side: Side): boolean =>
    sides[side].at(-1)! > 0 || (key.length === 1 && nullEquality === 'equal' && nulls(side, 0) > 1);
  return {
    counts: { expectedRows: sides.expected[0]!, actualRows: sides.actual[0]! },
    repeated: { expected: isRepeated('expected'), actual: isRepeated('actual') },
    bothHaveNulls: key.map((_, place) => nulls('expected', place) > 0 && nulls('actual', place) > 0),
  };

  /** The rows, those with a key, and by how many these are more than the keys. */
  function ofOneColumn(keys: string): string {
    return `select count(*) n, count(k0) v0, count(k0) - count(distinct k0) r from (${keys}) q`;
  }

  /** The rows, those with a value in each column, and the rows of the most frequent key, less one. */
  function ofSeveral(keys: string): string {
    const names = key.map((_, index) => `k${index}`);
    const isKey = names.map((name) => `${name} is not null`).join(' and ');
    const rows = nullEquality === 'equal' ? 'n' : `case when ${isKey} then n else 1 end`;
    const list = [
      'coalesce(sum(n), 0) n',
      ...names.map(
        (name, index) => `coalesce(sum(case when ${name} is null then 0 else n end), 0) v${index}`,
      ),
      `coalesce(max(${rows}), 1) - 1 r`,
    ];
    return `select ${list.join(', ')} from (select ${names.join(', ')}, count(*) n from (${keys}) q group by ${names.join(', ')}) f`;
  }
}

/** The key of every row of a side as `k0, k1, ..`. */
function keysOf({ plan, expected, actual }: Embedding, key: KeyPlaces, side: Side): string {
  const list = key.map(
    (place, index) => `${keyExpression(plan, plan.pairs[place]!.slots[side], side)} k${index}`,
  );
  return `select ${list.join(', ')} from ${side === 'expected' ? expected : actual}`;
}
