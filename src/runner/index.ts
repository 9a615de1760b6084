export type { RunFilter, RunOptions } from './run-options.js';
