/** Random choices that are the same for the same seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1) ^ 0x2545f491) >>> 0;
    for (let warm = 0; warm < 4; warm++) this.next();
  }

  /** From 0, below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Throws on an empty list: there is nothing to choose. */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('nothing to choose from');
    return items[this.below(items.length)]!;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const all = [...items];
    for (let at = all.length - 1; at > 0; at--) {
      const other = this.below(at + 1);
      [all[at], all[other]] = [all[other]!, all[at]!];
    }
    return all;
  }

  /** A seed for choices of their own. */
  seed(): number {
    return Math.floor(this.next() * 0xffffffff);
  }
}
