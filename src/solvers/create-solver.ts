import { type Solver, type SolverConfig, SqlassayError } from '../types/index.js';
import { createModuleSolver } from './module-solver.js';
import { createReplaySolver } from './replay/replay-solver.js';
import { solverConfigSchema } from './solver-config.js';
import type { SolverContext } from './solver-context.js';

/**
 * Makes the solver that a suite configures; a solver object made in code is returned as it is.
 *
 * @throws E_SOLVER_INVALID for a configuration that is not understood, E_SOLVER_MODULE for a module that gives no
 * solver, E_REPLAY_INVALID and E_REPLAY_IDS for recorded answers that cannot be read or do not fit the cases.
 */
export async function createSolver(config: SolverConfig | Solver, context: SolverContext): Promise<Solver> {
  if (isSolver(config)) return config;
  const parsed = solverConfigSchema.safeParse(config);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SqlassayError('E_SOLVER_INVALID', {
      what: issue?.message ?? 'The solver is not understood',
      where: ['solver', ...(issue?.path ?? [])].join('.'),
      advice: 'Correct it in the suite, or pass a solver object in code.',
    });
  }
  return parsed.data.kind === 'module'
    ? createModuleSolver(parsed.data, context.baseFolder)
    : createReplaySolver(parsed.data, context);
}

function isSolver(value: SolverConfig | Solver): value is Solver {
  return typeof (value as Partial<Solver>).solve === 'function';
}
