/** A seeded source of whole numbers; the same seed gives the same numbers on every machine. */
export interface Random {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** True in `percent` of a hundred draws. */
  chance(percent: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32: 32-bit integer arithmetic only, so no platform's floating point can change a byte. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const between = (low: number, high: number): number => low + (next() % (high - low + 1));
  return {
    between,
    chance: (percent) => between(1, 100) <= percent,
    pick: (items) => items[between(0, items.length - 1)]!,
  };
}
