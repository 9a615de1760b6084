export { type CheckedSolverOutput, checkSolverOutput, solverOutputSchema } from './check-solver-output.js';
export { duration, size } from './config/quantities.js';
export { createSolver } from './create-solver.js';
export { solverConfigSchema } from './solver-config.js';
export type { SolverContext } from './solver-context.js';
