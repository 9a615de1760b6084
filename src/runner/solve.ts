import { checkSolverOutput } from '../solvers/index.js';
import type { SolverOutput } from '../types/index.js';
import { askRetriever, withoutGaps } from './ask-retriever.js';
import type { RunScope } from './run-scope.js';
import type { PlannedRun } from './schedule/schedule.js';
import { solverInput } from './solver-input.js';

/** What the solver answered, or the fault that kept it from answering. */
export type Solved =
  | { readonly kind: 'answered'; readonly output: SolverOutput; readonly seconds: number }
  /** `output` says what was spent all the same. */
  | {
      readonly kind: 'fault';
      readonly message: string;
      readonly output: SolverOutput;
      readonly seconds: number;
    };

/** Asks the solver once, or in mode retrieval its retriever and router. It is told the question and nothing of what is expected. */
export async function solve(run: PlannedRun, scope: RunScope): Promise<Solved> {
  const { solver, journal, mode } = scope;
  return scope.solverCall(async () => {
    const key = { caseId: run.caseId, role: run.role, pass: run.pass };
    if (!solver.recorded) await journal?.note({ kind: 'call', key });
    const started = scope.clock();
    const elapsed = (): number => (scope.clock() - started) / 1000;
    let returned: unknown;
    try {
      const asked = mode === 'retrieval' ? askRetriever(run, scope) : solver.solve(solverInput(run, scope));
      returned = await untilAborted(Promise.resolve(asked), scope.signal);
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      return { kind: 'fault', message, output: { status: 'unavailable' }, seconds: elapsed() };
    }
    const seconds = elapsed();
    const checked = checkSolverOutput(returned);
    const read = checked.kind === 'ok' ? checked.output : malformed(checked.problem);
    const output = mode === 'retrieval' ? withoutGaps(read, scope) : read;
    if (output.status === 'unavailable') {
      const message = errorText(output) || 'The solver was unavailable';
      return { kind: 'fault', message, output, seconds };
    }
    if (!solver.recorded) await journal?.note({ kind: 'reply', key, output, seconds });
    return { kind: 'answered', output, seconds };
  });
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
