import type { Case } from '../types/index.js';

/** What a solver may need to be made. */
export interface SolverContext {
  /** Folder that relative paths of the configuration start from. */
  readonly baseFolder: string;
  /** Every case of the suite, also those that a filter leaves out: recorded answers are matched against all. */
  readonly cases: readonly Case[];
  /** How often each case is asked; default 1. */
  readonly passes?: number;
}
