/** Names with their scores, best first; equal scores by name, so that the order never depends on anything else. */
export function byScore(scores: ReadonlyMap<string, number>): (readonly [name: string, score: number])[] {
  return [...scores].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : a > b ? 1 : 0));
}
