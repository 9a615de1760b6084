export { findTies, type Ties, type TiesFound } from './find-ties.js';
export { type GoldQuery, tieReasons, undeterminedGold } from './undetermined-gold.js';
