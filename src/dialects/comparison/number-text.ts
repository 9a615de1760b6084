import type { CommonKey, ComparedColumn, Wrap } from './comparison-sql.js';

/**
 * One text for numbers and booleans of several types: digits without a point for whole numbers, so that they meet
 * whatever their type; other doubles and decimals begin with `f` and `d`, and meet only their own kind.
 */
export function numberTexts(
  texts: (column: ComparedColumn) => Wrap | null,
  expected: ComparedColumn,
  actual: ComparedColumn,
): CommonKey | null {
  const one = texts(expected);
  const other = texts(actual);
  if (one === null || other === null) return null;
  // Large doubles and those with fractions have keys of their own.
  const isFiner = expected.kind === 'f64' || actual.kind === 'f64';
  return { expected: one, actual: other, reads: 'number', groups: isFiner ? 'finer' : 'exactly' };
}
