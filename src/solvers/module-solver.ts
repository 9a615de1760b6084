import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { loadModule } from '../modules/index.js';
import { type Solver, SqlassayError } from '../types/index.js';
import type { ModuleSolverConfig } from './solver-config.js';

/** Loads a solver from a TypeScript or JavaScript module. */
export async function createModuleSolver(config: ModuleSolverConfig, baseFolder: string): Promise<Solver> {
  const file = resolve(baseFolder, config.path);
  const exports = await loadModule(
    file,
    (reason, cause) =>
      new SqlassayError('E_SOLVER_MODULE', {
        what: `The solver's module could not be loaded: ${reason}`,
        where: file,
        advice: 'Check the path, which is relative to the suite file, and that the module runs by itself.',
        cause,
      }),
  );
  const exported = config.export === undefined ? (exports.default ?? exports.solver) : exports[config.export];
  const solver = typeof exported === 'function' ? await make(exported, config.options, file) : exported;
  if (!hasSolve(solver)) {
    throw new SqlassayError('E_SOLVER_MODULE', {
      what: `The module exports no solver${config.export === undefined ? '' : ` named "${config.export}"`}`,
      where: file,
      advice:
        'Export an object with a method solve(input), or a function that returns one, as default or under the name "solver".',
    });
  }
  return withDefaults(solver, {
    name: basename(file),
    identity: createHash('sha256').update(readFileSync(file)).update(JSON.stringify(config)).digest('hex'),
    // What the module imports does not show in a hash of its file.
    ...(solver.identity === undefined ? { cacheable: false } : {}),
  });
}

async function make(factory: unknown, options: unknown, file: string): Promise<unknown> {
  try {
    return await (factory as (options: unknown) => unknown)(options ?? {});
  } catch (cause) {
    throw new SqlassayError('E_SOLVER_MODULE', {
      what: `The function that makes the solver failed: ${message(cause)}`,
      where: file,
      advice:
        'It is called with the solver\'s "options" and must return an object with a method solve(input).',
      cause,
    });
  }
}

/** Says what the solver does not say of itself; its own methods keep their `this`. */
function withDefaults(solver: Solver, defaults: Pick<Solver, 'name' | 'identity' | 'cacheable'>): Solver {
  return new Proxy(solver, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (value === undefined) return Reflect.get(defaults, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function hasSolve(value: unknown): value is Solver {
  return (
    typeof value === 'object' && value !== null && typeof (value as Partial<Solver>).solve === 'function'
  );
}

function message(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
