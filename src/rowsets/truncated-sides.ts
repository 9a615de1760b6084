import { shapeDiff } from './build-diff.js';
import { countOf } from './print-row.js';
import type { RowComparison } from './row-comparison.js';
import type { RowSide } from './row-side.js';

/**
 * What can be said when a side was cut: it differs for certain when the cut side already holds more rows than the other
 * side in full; nothing else is certain. `countRows` counts the rows that
 * matter (all, or the distinct ones), or returns null where counts prove nothing.
 */
export function compareTruncated(
  expected: RowSide,
  actual: RowSide,
  countRows: () => { readonly expected: number; readonly actual: number } | null,
): RowComparison | null {
  if (!expected.truncated && !actual.truncated) return null;
  const diff = shapeDiff(expected, actual);
  const caps = [
    expected.truncated ? `the expected rows were cut at the ${expected.truncated} cap` : '',
    actual.truncated ? `the result was cut at the ${actual.truncated} cap` : '',
  ].filter((part) => part !== '');
  const counts = caps.length === 1 ? countRows() : null;
  if (counts !== null) {
    const isExpectedCut = Boolean(expected.truncated);
    const [cut, whole] = isExpectedCut ? [counts.expected, counts.actual] : [counts.actual, counts.expected];
    if (cut > whole) {
      const sides = isExpectedCut
        ? `expected at least ${countOf(cut, 'row')}, got ${whole}`
        : `expected ${countOf(whole, 'row')}, got at least ${cut}`;
      return { outcome: 'different', reason: `${sides} (${caps[0]})`, flags: ['truncated'], diff };
    }
  }
  return { outcome: 'inconclusive', reason: caps.join(', and '), flags: ['truncated'], diff };
}
