/**
 * Splits classes by a second code: two positions stay together exactly when both their class and their code agree.
 * Classes are numbered from 0 in order of appearance.
 *
 * @returns the new classes (written over `classes`) and how many there are
 */
export function refineClasses(classes: Int32Array, codes: Int32Array): number {
  const table = new PairTable(Math.min(classes.length, 4096));
  for (let index = 0; index < classes.length; index++)
    classes[index] = table.idOf(classes[index]!, codes[index]!);
  return table.size;
}

/**
 * `refineClasses` for some positions only, which hold all members of their classes; their new classes are numbered from
 * `count` on.
 *
 * @returns how many class numbers are in use
 */
export function refineSome(
  classes: Int32Array,
  codes: Int32Array,
  positions: Int32Array,
  count: number,
): number {
  const table = new PairTable(Math.min(positions.length, 4096));
  for (const position of positions)
    classes[position] = count + table.idOf(classes[position]!, codes[position]!);
  return count + table.size;
}

/** An open-addressing hash table from pairs of 32-bit integers to numbers in order of appearance. */
class PairTable {
  size = 0;
  private mask: number;
  private slots: Int32Array;
  private firsts: Int32Array;
  private seconds: Int32Array;

  constructor(expectedSize: number) {
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(expectedSize, 8) * 2));
    this.mask = capacity - 1;
    this.slots = new Int32Array(capacity).fill(-1);
    this.firsts = new Int32Array(capacity / 2);
    this.seconds = new Int32Array(capacity / 2);
  }

  idOf(first: number, second: number): number {
    let slot = hashOf(first, second) & this.mask;
    for (;;) {
      const id = this.slots[slot]!;
      if (id < 0) break;
      if (this.firsts[id] === first && this.seconds[id] === second) return id;
      slot = (slot + 1) & this.mask;
    }
    if (this.size === this.firsts.length) {
      this.grow();
      return this.idOf(first, second);
    }
    this.firsts[this.size] = first;
    this.seconds[this.size] = second;
    this.slots[slot] = this.size;
    return this.size++;
  }

  private grow(): void {
    const capacity = (this.mask + 1) * 2;
    this.mask = capacity - 1;
    this.slots = new Int32Array(capacity).fill(-1);
    const firsts = new Int32Array(capacity / 2);
    const seconds = new Int32Array(capacity / 2);
    firsts.set(this.firsts);
    seconds.set(this.seconds);
    this.firsts = firsts;
    this.seconds = seconds;
    for (let id = 0; id < this.size; id++) {
      let slot = hashOf(firsts[id]!, seconds[id]!) & this.mask;
      while (this.slots[slot]! >= 0) slot = (slot + 1) & this.mask;
      this.slots[slot] = id;
    }
  }
}

function hashOf(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  return hash ^ (hash >>> 13);
}
