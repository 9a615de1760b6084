import type { Leftovers, RowGroup } from './row-pairing.js';

/** More rows of a side than this do not fit the bits of an integer. */
export const smallGroup = 30;

/** A largest pairing of a group of at most 30 rows a side, by augmenting paths. */
export function matchSmallGroup(
  group: RowGroup,
  matches: (expectedRow: number, actualRow: number) => boolean,
  leftovers: Leftovers,
): void {
  const { expected, actual } = group;
  const neighbours: number[] = [];
  for (let one = 0; one < expected.length; one++) {
    let bits = 0;
    for (let other = 0; other < actual.length; other++)
      if (matches(expected[one]!, actual[other]!)) bits |= 1 << other;
    neighbours.push(bits);
  }
  const partnerOf: number[] = new Array(actual.length).fill(-1);
  let visited = 0;
  const augment = (one: number): boolean => {
    for (;;) {
      const open = neighbours[one]! & ~visited;
      if (open === 0) return false;
      const bit = open & -open;
      visited |= bit;
      const other = 31 - Math.clz32(bit);
      if (partnerOf[other]! >= 0 && !augment(partnerOf[other]!)) continue;
      partnerOf[other] = one;
      return true;
    }
  };
  for (let one = 0; one < expected.length; one++) {
    visited = 0;
    if (!augment(one)) leftovers.expected.push(expected[one]!);
  }
  for (let other = 0; other < actual.length; other++)
    if (partnerOf[other]! < 0) leftovers.actual.push(actual[other]!);
}
