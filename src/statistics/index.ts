export { cohenKappa, type RaterCounts } from './cohen-kappa.js';
export { detectableDrop, significance, smallestSignificantDrop } from './detectable-drop.js';
export { exactMcNemar } from './exact-mcnemar.js';
export { majority, type VerdictCounts } from './majority.js';
export { type Difference, type PairedCounts, pairedDifference } from './paired-difference.js';
export { passAtK } from './pass-at-k.js';
export { type Interval, wilsonInterval } from './wilson-interval.js';
