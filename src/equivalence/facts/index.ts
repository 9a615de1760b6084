export { Determined, equalIsIdentical, rejectedNulls } from './determined.js';
export { Facts, isGrouped, isSingleRow, type Key, outputOf, readsOnly } from './facts.js';
