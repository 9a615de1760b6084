export * from './copy.js';
export * from './expression.js';
export * from './expression-key.js';
export * from './map.js';
export * from './query.js';
