import { compareRowSets } from '../src/rowsets/index.js';
import type { Row } from '../src/types/index.js';

/**
 * 1,000,000 x 5 rows on each side (text, integer, decimal, double, date), shuffled, the doubles off by less than the
 * tolerance: an unordered comparison that must pair every row. Run it in a process of its own: the memory is the
 * process's highest, the rows included.
 */
export function compareMillion(): { compare_1m_ms: number; compare_1m_rss_mb: number } {
  const expected = makeRows(1_000_000);
  const actual = shuffle(expected.map((row) => row.with(3, (row[3] as number) + 0.001)));
  const { milliseconds, outcome } = timed(() =>
    compareRowSets(
      { rows: expected },
      { rows: actual },
      { order: 'ignore', tolerance: { absolute: 0.005, relative: 0 } },
    ),
  );
  if (outcome !== 'equal') throw new Error(`the million rows compare as ${outcome}`);
  return {
    compare_1m_ms: milliseconds,
    compare_1m_rss_mb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

/** 30 columns of 0 and 1 in another order, 10,000 shuffled rows. */
export function byValue30(): { by_value_30_ms: number } {
  const random = generator(7);
  const width = 30;
  const expected = Array.from({ length: 10_000 }, () =>
    Array.from({ length: width }, () => (random() < 0.5 ? 0 : 1)),
  );
  const places = shuffle(Array.from({ length: width }, (_, column) => column));
  const actual = shuffle(expected.map((row) => places.map((column) => row[column]!)));
  const { milliseconds, outcome } = timed(() =>
    compareRowSets({ rows: expected }, { rows: actual }, { order: 'ignore', alignment: 'by_value' }),
  );
  if (outcome !== 'equal') throw new Error(`the permuted columns compare as ${outcome}`);
  return { by_value_30_ms: milliseconds };
}

function makeRows(count: number): readonly Row[] {
  const random = generator(42);
  return Array.from({ length: count }, () => [
    ['customer', Math.floor(random() * 50_000)].join(' '),
    Math.floor(random() * 1_000),
    { k: 'dec', u: BigInt(Math.floor(random() * 1_000_000)), s: 2 },
    Math.floor(random() * 1e7) / 1000 + 0.0001,
    { k: 'date', d: 18_000 + Math.floor(random() * 2_000) },
  ]);
}

function timed(compare: () => { readonly outcome: string }): { milliseconds: number; outcome: string } {
  const start = performance.now();
  const { outcome } = compare();
  return { milliseconds: Math.round(performance.now() - start), outcome };
}

function shuffle<T>(items: readonly T[]): T[] {
  const random = generator(99);
  const result = [...items];
  for (let index = result.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [result[index], result[other]] = [result[other]!, result[index]!];
  }
  return result;
}

function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
