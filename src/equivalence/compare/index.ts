export { judgePair, type Method } from './judge-pair.js';
