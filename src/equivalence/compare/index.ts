export { canonicalForm, TooManyArrangements } from './canonical-form.js';
export { findUndetermined, isAtMostOneRow, type Undetermined } from './is-determined.js';
export { judgePair, type Method } from './judge-pair.js';
