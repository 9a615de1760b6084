import { checkSolverOutput } from '../solvers/index.js';
import type { CaseRunKey, SolverOutput } from '../types/index.js';
import { askRetriever, withoutGaps } from './ask-retriever.js';
import type { RunScope } from './run-scope.js';
import type { PlannedRun } from './schedule/schedule.js';
import { askedHash, solverInput } from './solver-input.js';

/** What the solver answered, or the fault that kept it from answering. */
export type Solved =
  | {
      readonly kind: 'answered';
      readonly output: SolverOutput;
      readonly seconds: number;
      /** Where it was at hand; absent when the solver was asked. */
      readonly from?: 'cache' | 'recorded';
    }
  /** `output` says what was spent all the same. */
  | {
      readonly kind: 'fault';
      readonly from?: undefined;
      readonly message: string;
      readonly output: SolverOutput;
      readonly seconds: number;
    };

/** Asks the solver once, or in mode retrieval its retriever and router. It is told the question and nothing of what is expected. */
export async function solve(run: PlannedRun, scope: RunScope): Promise<Solved> {
  const kept = await scope.answers?.find(solverInput(run, scope));
  if (kept) return received(run, scope, { ...kept.output, timings: {} }, 0, 'cache');
  return scope.solverCall(async () => {
    const { solver, journal, mode, answers } = scope;
    if (!solver.recorded) await journal?.note({ kind: 'call', key: keyOf(run) });
    const started = scope.clock();
    const elapsed = (): number => (scope.clock() - started) / 1000;
    const input = solverInput(run, scope);
    let returned: unknown;
    try {
      const asked = mode === 'retrieval' ? askRetriever(run, scope) : solver.solve(input);
      returned = await untilAborted(Promise.resolve(asked), scope.signal);
    } catch (thrown) {
      const message = scope.hide(thrown instanceof Error ? thrown.message : String(thrown));
      return { kind: 'fault', message, output: { status: 'unavailable' }, seconds: elapsed() };
    }
    const seconds = elapsed();
    const checked = checkSolverOutput(returned);
    const read = withoutSecrets(checked.kind === 'ok' ? checked.output : malformed(checked.problem), scope);
    const output = mode === 'retrieval' ? withoutGaps(read, scope) : read;
    if (output.status === 'unavailable') {
      const message = errorText(output) || 'The solver was unavailable';
      return { kind: 'fault', message, output, seconds };
    }
    // Answers may be recorded, but what a retriever sends is found now.
    const isRecorded = solver.recorded === true && mode !== 'retrieval';
    const solved = await received(run, scope, output, seconds, isRecorded ? 'recorded' : null);
    await answers?.keep(input, { output, seconds });
    return solved;
  });
}

/** Journals an answer before anything is done with it. */
async function received(
  run: PlannedRun,
  scope: RunScope,
  output: SolverOutput,
  seconds: number,
  place: 'cache' | 'recorded' | null,
): Promise<Solved> {
  const from = place === null ? {} : { from: place };
  const asked = askedHash(run, scope);
  await scope.journal?.note({ kind: 'reply', key: keyOf(run), asked, output, seconds, ...from });
  return { kind: 'answered', output, seconds, ...from };
}

function keyOf({ caseId, role, pass }: PlannedRun): CaseRunKey {
  return { caseId, role, pass };
}

/** Rows come from the data, where no secret is looked for. */
function withoutSecrets({ resultSets, ...output }: SolverOutput, { hide }: RunScope): SolverOutput {
  return { ...hide(output), ...(resultSets === undefined ? {} : { resultSets }) };
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
