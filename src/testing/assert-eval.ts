import { closestName } from '../registry/index.js';
import { isCi, openEvaluator } from '../runner/index.js';
import { scorerName } from '../scorers/index.js';
import { createSuite } from '../suite/index.js';
import {
  type Case,
  type CaseResult,
  type DatasourceConfig,
  type Registry,
  type Scorer,
  type Solver,
  type SolverInput,
  type SolverOutput,
  SqlassayTypeError,
} from '../types/index.js';
import { CaseRunError, caseFailure, InconclusiveError } from './case-failure.js';

/** A solver, or just its `solve` function, which may return the SQL alone. */
export type SolverLike =
  | Solver
  | ((input: SolverInput) => SolverOutput | string | Promise<SolverOutput | string>);

export interface AssertEvalOptions {
  /** Scorers, or registry names of scorers; every one that applies must pass. */
  readonly scorers: readonly (Scorer | string)[];
  /** The database the case is asked of; not needed by scorers that only read the queries. */
  readonly datasource?: DatasourceConfig;
  /** Which of the case's roles; default the only one. */
  readonly role?: string;
  /** Default `throw`. `skip` calls `skip` with the reason instead; ignored, and so `throw`, under CI. */
  readonly onInconclusive?: 'throw' | 'skip';
  /** How the test runner skips a test, such as Vitest's `context.skip`. */
  readonly skip?: (reason: string) => void;
  readonly registry?: Registry;
  readonly signal?: AbortSignal;
}

/**
 * Runs one case and throws unless every scorer that applies passes.
 *
 * @throws AssertionError with the report's failure block when a scorer fails; InconclusiveError when one could not
 * decide; CaseRunError when the database, the solver or a scorer broke; SqlassayTypeError when no scorer applies.
 * @example
 * await assertEval(
 *   { id: 'count', question: 'How many bees are there?', sql: 'SELECT count(*) FROM bee' },
 *   async () => 'SELECT count(*) FROM bee',
 *   { scorers: ['execution_accuracy'], datasource: { kind: 'sqlite', path: 'bees.sqlite' } },
 * );
 */
export async function assertEval(
  item: Case,
  solver: SolverLike,
  options: AssertEvalOptions,
): Promise<CaseResult> {
  requireKnownOptions(options);
  const result = await evaluateCase(item, solver, options);
  if (result.status === 'unscored') throw noScorerApplies(item, options);
  const failure = caseFailure(result);
  if (failure === null) return result;
  if (failure instanceof InconclusiveError && maySkip(options)) {
    options.skip?.(failure.message.split('\n', 1)[0]!);
    return result;
  }
  throw failure;
}

async function evaluateCase(
  item: Case,
  solver: SolverLike,
  { scorers, datasource, role, registry, signal }: AssertEvalOptions,
): Promise<CaseResult> {
  const suite = createSuite({
    name: item.id,
    datasources: datasource === undefined ? {} : { main: datasource },
    cases: [datasource === undefined ? item : { ...item, datasources: ['main'], ...onMain(item) }],
  });
  const evaluator = await openEvaluator({
    suite,
    solver: solverOf(solver),
    scorers,
    ...(role === undefined ? {} : { filter: { roles: [role] } }),
    ...(registry === undefined ? {} : { registry }),
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    const [run, ...more] = evaluator.runs;
    if (run === undefined || more.length > 0) throw oneRoleExpected(item, role);
    const result = await evaluator.evaluate(run);
    if (result === null) throw signal?.reason ?? new Error('The evaluation was cancelled');
    return result;
  } finally {
    await evaluator.close();
  }
}

/** A gold per datasource names datasources of a suite; here there is one, so there is one gold. */
function onMain({ sql, datasources }: Case): Pick<Case, 'sql'> {
  if (sql === undefined || typeof sql === 'string') return {};
  const only = sql[datasources?.[0] ?? ''] ?? Object.values(sql)[0];
  return only === undefined ? {} : { sql: only };
}

function solverOf(solver: SolverLike): Solver {
  if (typeof solver !== 'function') return solver;
  return {
    name: solver.name === '' ? 'solver' : solver.name,
    async solve(input) {
      const answer = await solver(input);
      return typeof answer === 'string' ? { status: 'success', sql: answer } : answer;
    },
  };
}

const knownOptions: Readonly<Record<keyof AssertEvalOptions, true>> = {
  scorers: true,
  datasource: true,
  role: true,
  onInconclusive: true,
  skip: true,
  registry: true,
  signal: true,
};

function requireKnownOptions(options: AssertEvalOptions): void {
  const known = Object.keys(knownOptions);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const suggestion = closestName(unknown, known);
  throw new SqlassayTypeError('E_OPTION_UNKNOWN', {
    what: `There is no option "${unknown}"`,
    where: 'assertEval',
    advice:
      suggestion === undefined ? `The options are ${known.join(', ')}.` : `Did you mean "${suggestion}"?`,
  });
}

function maySkip({ onInconclusive, skip }: AssertEvalOptions): boolean {
  return onInconclusive === 'skip' && skip !== undefined && !isCi();
}

function noScorerApplies(item: Case, { scorers }: AssertEvalOptions): SqlassayTypeError {
  const names = scorers.map((scorer) => (typeof scorer === 'string' ? scorer : scorerName(scorer)));
  return new SqlassayTypeError('E_SCORER_NOT_APPLICABLE', {
    what: `No scorer applies to this case: ${names.join(', ') || 'none was given'}`,
    where: `case ${item.id}`,
    advice: 'Give the case what they compare with, such as `sql` for execution_accuracy, or choose others.',
  });
}

function oneRoleExpected(item: Case, role: string | undefined): SqlassayTypeError {
  const roles = Object.keys(item.expected ?? { default: 'allowed' }).join(', ');
  return new SqlassayTypeError('E_ROLE_AMBIGUOUS', {
    what: role === undefined ? `The case has several roles: ${roles}` : `The case has no role "${role}"`,
    where: `case ${item.id}`,
    advice: 'Name one of its roles with the option `role`.',
  });
}

export { CaseRunError, InconclusiveError };
