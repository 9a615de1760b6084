export { Determined, equalIsIdentical, rejectedNulls } from './determined.js';
export { Facts, isSingleRow, type Key } from './facts.js';
export { withMixedTypes } from './mixed-types.js';
