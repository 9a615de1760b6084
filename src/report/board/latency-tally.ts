import type { CaseResult } from '../../types/index.js';
import type { LatencyBoard } from './board.js';
import { createLatencyHistogram, type LatencyHistogram } from './latency-histogram.js';

/** Durations per step of a case run; answers from the cache count for the database only. */
export interface LatencyTally {
  add(result: CaseResult): void;
  boards(): readonly LatencyBoard[];
}

/** Solvers name their steps freely; past this many, new names are left out. */
const maxSteps = 50;

export function createLatencyTally(): LatencyTally {
  const steps = new Map<string, LatencyHistogram>(
    ['total', 'solver', 'database'].map((step) => [step, createLatencyHistogram()]),
  );
  const record = (step: string, seconds: number) => {
    const histogram = steps.get(step) ?? createLatencyHistogram();
    if (!steps.has(step) && steps.size >= maxSteps) return;
    steps.set(step, histogram);
    histogram.add(seconds);
  };
  return {
    add({ seconds, output, cached }) {
      record('database', seconds.database);
      // An answer from the cache took no time that says anything of the solver.
      if (cached) return;
      record('total', seconds.total);
      record('solver', seconds.solver);
      for (const [step, time] of Object.entries(output.timings)) record(`solver: ${step}`, time);
    },
    boards: () =>
      [...steps]
        .filter(([, histogram]) => histogram.count > 0)
        .map(([step, histogram]) => ({
          step,
          caseRuns: histogram.count,
          p50: histogram.quantile(0.5) ?? 0,
          p95: histogram.quantile(0.95) ?? 0,
        })),
  };
}
