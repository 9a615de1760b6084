import type { ScorerFactory } from '../types/index.js';

/** The scorers that every registry holds, by name. */
export const builtInScorers: Readonly<Record<string, ScorerFactory>> = {};
