import type { PreparedTolerance } from '../values/index.js';

/**
 * The gap above which two neighbouring values, and so all values on either side of them, cannot match.
 *
 * Why neighbours decide: let a < b be neighbours with b - a > t + r * max(|a|, |b|), and x <= a, y >= b. Going from b to
 * y the distance grows by y - b while r * max(|x|, |y|) grows by at most r * (y - b), and r < 1; likewise from a to x. So
 * y - x > t + r * max(|x|, |y|): no pair across the gap matches. The share of 4e-15 covers the rounding of both values
 * to doubles.
 */
export function gapLimit(
  tolerance: PreparedTolerance,
  isRelative: boolean,
): (below: number, above: number) => number {
  const absolute = tolerance.near.widened * (1 + 1e-12);
  const relative = (isRelative ? tolerance.near.relative * (1 + 1e-12) : 0) + 4e-15;
  return (below, above) => absolute + relative * Math.max(Math.abs(below), Math.abs(above));
}

/**
 * Numbers the clusters of the values at some positions: values in different clusters never match. Those that are not numbers (their class is not
 * 0) keep their class; clusters are counted downwards from -1, so the two never meet.
 */
export function clusterValues(
  values: Float64Array,
  classes: Int32Array,
  positions: Int32Array,
  tolerance: PreparedTolerance,
  isRelative: boolean,
): Int32Array {
  const sorted = new Float64Array(positions.length);
  let count = 0;
  for (const position of positions) if (classes[position] === 0) sorted[count++] = values[position]!;
  const ascending = sorted.subarray(0, count).sort();
  const limit = gapLimit(tolerance, isRelative);
  // The starts of the clusters, written over the values that were already read.
  let clusters = 0;
  let previous = Number.NaN;
  for (let index = 0; index < count; index++) {
    const value = ascending[index]!;
    if (index === 0 || value - previous > limit(previous, value)) ascending[clusters++] = value;
    previous = value;
  }
  const starts = ascending.subarray(0, clusters);
  const result = new Int32Array(classes.length);
  for (const position of positions)
    result[position] =
      classes[position] === 0 ? -1 - clusterOf(values[position]!, starts) : classes[position]!;
  return result;
}

function clusterOf(value: number, starts: Float64Array): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[middle]! <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
