/**
 * Gives each expected column an actual column of its own that answers for it, by augmenting paths; null where that
 * cannot be done. The column in the same place is tried first.
 *
 * @returns for each expected column its actual column
 */
export function matchColumns(
  expectedCount: number,
  actualCount: number,
  answers: (expected: number, actual: number) => boolean,
): readonly number[] | null {
  const expectedOf: number[] = new Array(actualCount).fill(-1);
  const augment = (expected: number, visited: Set<number>): boolean => {
    for (let step = 0; step < actualCount; step++) {
      const actual = (expected + step) % actualCount;
      if (visited.has(actual) || !answers(expected, actual)) continue;
      visited.add(actual);
      if (expectedOf[actual]! >= 0 && !augment(expectedOf[actual]!, visited)) continue;
      expectedOf[actual] = expected;
      return true;
    }
    return false;
  };
  for (let expected = 0; expected < expectedCount; expected++) if (!augment(expected, new Set())) return null;
  const result: number[] = new Array(expectedCount).fill(-1);
  expectedOf.forEach((expected, actual) => {
    if (expected >= 0) result[expected] = actual;
  });
  return result;
}

/** Remembers the answers of a function of two columns. */
export function rememberPairs(
  answers: (expected: number, actual: number) => boolean,
): (expected: number, actual: number) => boolean {
  const known = new Map<string, boolean>();
  return (expected, actual) => {
    const key = `${expected},${actual}`;
    let answer = known.get(key);
    if (answer === undefined) {
      answer = answers(expected, actual);
      known.set(key, answer);
    }
    return answer;
  };
}
