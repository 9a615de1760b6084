import { caseDatasource, datasourceLabels } from '../execution/index.js';
import { dialectOf } from '../platforms/index.js';
import { checkSolverOutput } from '../solvers/index.js';
import type { SolverInput, SolverOutput } from '../types/index.js';
import type { RunScope } from './run-scope.js';
import type { PlannedRun } from './schedule/schedule.js';

/** What the solver answered, or the fault that kept it from answering. */
export type Solved =
  | { readonly kind: 'answered'; readonly output: SolverOutput; readonly seconds: number }
  | { readonly kind: 'fault'; readonly message: string; readonly seconds: number };

/** Asks the solver once. It is told the question and nothing of what is expected. */
export async function solve(run: PlannedRun, scope: RunScope): Promise<Solved> {
  const { solver, journal } = scope;
  return scope.solverCall(async () => {
    const key = { caseId: run.caseId, role: run.role, pass: run.pass };
    if (!solver.recorded) await journal?.note({ kind: 'call', key });
    const started = scope.clock();
    const elapsed = (): number => (scope.clock() - started) / 1000;
    let returned: unknown;
    try {
      returned = await untilAborted(Promise.resolve(solver.solve(solverInput(run, scope))), scope.signal);
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      return { kind: 'fault', message, seconds: elapsed() };
    }
    const seconds = elapsed();
    const checked = checkSolverOutput(returned);
    const output = checked.kind === 'ok' ? checked.output : malformed(checked.problem);
    if (output.status === 'unavailable') {
      return { kind: 'fault', message: errorText(output) || 'The solver was unavailable', seconds };
    }
    if (!solver.recorded) await journal?.note({ kind: 'reply', key, output, seconds });
    return { kind: 'answered', output, seconds };
  });
}

/** Built field by field, so that nothing else of the case can reach a solver. */
function solverInput({ case: item, caseId, role, pass }: PlannedRun, scope: RunScope): SolverInput {
  const source = caseDatasource(item, scope.suite);
  const config = source === null ? undefined : scope.suite.datasources[source.name];
  const routed = scope.scorers.some(({ scorer }) => scorer.name === 'routing');
  return {
    caseId,
    question: item.question,
    ...(item.evidence === undefined ? {} : { evidence: item.evidence }),
    role,
    pass,
    ...(routed ? {} : { datasources: datasourceLabels(item, scope.suite) }),
    dialect: config === undefined ? 'generic' : dialectOf(config.kind),
    signal: scope.signal,
  };
}

function malformed(problem: string): SolverOutput {
  return { status: 'error', errors: [{ code: 'MALFORMED_REPLY', message: problem }] };
}

function errorText({ errors = [] }: SolverOutput): string {
  return errors.map(({ code, message }) => `${code}: ${message}`).join('; ');
}

/** A solver that does not listen to the signal must not keep a cancelled run from ending. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
