export { compareQueries } from './compare-queries.js';
export { compareWithRows, type ExpectedRows } from './compare-with-rows.js';
export type { DescribedQuery, PushedComparison } from './pushed-comparison.js';
export type { PushedOptions } from './pushed-options.js';
