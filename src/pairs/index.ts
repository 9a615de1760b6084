export { inOrder } from './in-order.js';
export { isAddress, openDatasource } from './open-datasource.js';
export { openPairJudge, type PairJudge, type PairJudgeOptions } from './open-pair-judge.js';
export type { PairRequest, PairVerdict } from './pair-request.js';
export { type PairDefaults, type PairLine, readPairs, requireDialect } from './read-pairs.js';
