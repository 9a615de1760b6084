export { type CheckedSolverOutput, checkSolverOutput, solverOutputSchema } from './check-solver-output.js';
export { createSolver } from './create-solver.js';
export { solverConfigSchema } from './solver-config.js';
export type { SolverContext } from './solver-context.js';
