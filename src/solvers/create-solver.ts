import { type Solver, type SolverConfig, SqlassayError } from '../types/index.js';
import { createCommandSolver } from './command/command-solver.js';
import { createHttpSolver } from './http/http-solver.js';
import { createModuleSolver } from './module-solver.js';
import { createPromptSolver } from './prompt/prompt-solver.js';
import { createReplaySolver } from './replay/replay-solver.js';
import { solverConfigSchema } from './solver-config.js';
import type { SolverContext } from './solver-context.js';

/**
 * Makes the solver that a suite configures; a solver object made in code is returned as it is.
 *
 * @throws E_SOLVER_INVALID for a configuration that is not understood, E_SOLVER_MODULE for a module that gives no
 * solver, E_SOLVER_CONTEXT and E_PROMPT_TEMPLATE for a prompt that cannot be made, E_ENVIRONMENT_MISSING and E_URL_INVALID
 * for a service, E_REPLAY_INVALID and E_REPLAY_IDS for recorded answers that cannot be read or do not fit the cases.
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
  switch (parsed.data.kind) {
    case 'module':
      return createModuleSolver(parsed.data, context.baseFolder);
    case 'prompt':
      return createPromptSolver(parsed.data, context);
    case 'http':
      return createHttpSolver(parsed.data, context);
    case 'command':
      return createCommandSolver(parsed.data, context);
    case 'replay':
      return createReplaySolver(parsed.data, context);
  }
}

function isSolver(value: SolverConfig | Solver): value is Solver {
  return typeof (value as Partial<Solver>).solve === 'function';
}
