import type { SolverOutput } from '../types/index.js';
import type { RunScope } from './run-scope.js';
import type { PlannedRun } from './schedule/schedule.js';
import { solverInput } from './solver-input.js';

/** What a solver's retriever and router say to a question, as the answer of a run in mode retrieval. Not yet checked. */
export async function askRetriever(run: PlannedRun, scope: RunScope): Promise<Partial<SolverOutput>> {
  const { solver, signal } = scope;
  const { question, datasources } = solverInput(run, scope);
  const timings: Record<string, number> = {};
  const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const started = scope.clock();
    const result = await work();
    timings[step] = (scope.clock() - started) / 1000;
    return result;
  };
  const retrieved = async () =>
    needs('retrieve', scope)
      ? {
          retrieval: await timed('retrieve', async () =>
            solver.retrieve?.(question, signal, optional(datasources)),
          ),
        }
      : {};
  const routed = async () =>
    needs('route', scope)
      ? { ranking: await timed('route', async () => solver.route?.(question, signal)) }
      : {};
  const { result, spent } = await scope.meter.measure(async () => ({
    ...(await retrieved()),
    ...(await routed()),
  }));
  return {
    status: 'success',
    ...result,
    ...(spent === null ? {} : { usage: { inputTokens: 0, outputTokens: 0 }, ...spent }),
    timings,
  } as Partial<SolverOutput>;
}

/** A reply of the wrong shape is scored as one that sends and ranks nothing, where something was asked for. */
export function withoutGaps(output: SolverOutput, scope: RunScope): SolverOutput {
  return {
    ...output,
    ...(needs('retrieve', scope) && output.retrieval === undefined ? { retrieval: {} } : {}),
    ...(needs('route', scope) && output.ranking === undefined ? { ranking: [] } : {}),
  };
}

/** A scorer that does not say what it uses may use either. */
function needs(ability: 'retrieve' | 'route', { scorers, solver }: RunScope): boolean {
  return (
    typeof solver[ability] === 'function' &&
    scorers.some(({ scorer }) => (scorer.uses ?? ability) === ability)
  );
}

function optional(datasources: readonly string[] | undefined) {
  return datasources === undefined ? {} : { datasources };
}
