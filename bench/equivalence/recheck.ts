import { compareRowSets } from '../../src/rowsets/index.js';
import type { ExecutionLimits, ResultSet, Scratch, ScratchResult } from '../../src/types/index.js';

/** A counterexample to be executed again from nothing but its own statements. */
export interface Recheck {
  readonly id: string;
  readonly ddl: readonly string[];
  readonly inserts: readonly string[];
  readonly gold: string;
  readonly candidate: string;
}

/** Executes each on a new database; those whose two results do not differ come back with the reason. */
export async function recheckCounterexamples(
  checks: readonly Recheck[],
  scratch: Scratch,
): Promise<readonly { readonly id: string; readonly why: string }[]> {
  const limits: ExecutionLimits = {
    timeoutMs: 60_000,
    maxRows: 100_000,
    maxBytes: 64_000_000,
    signal: new AbortController().signal,
  };
  const failed: { id: string; why: string }[] = [];
  for (const { id, ddl, inserts, gold, candidate } of checks) {
    const [outcome] = await scratch.runMany(
      [{ setup: [...ddl, ...inserts], queries: [gold, candidate] }],
      limits,
    );
    const why = outcome!.setupError ?? likeness(outcome!.results[0]!, outcome!.results[1]!);
    if (why !== null) failed.push({ id, why });
  }
  return failed;
}

/** Why two results are no difference; null when they are one. The order of rows counts as one where the rows are the same. */
function likeness(gold: ScratchResult, candidate: ScratchResult): string | null {
  if (isError(gold)) return `the gold failed: ${gold.message}`;
  if (isError(candidate)) return `the candidate failed: ${candidate.message}`;
  const compared = compareRowSets(gold as ResultSet, candidate as ResultSet, {
    order: 'ordered',
    tolerance: { absolute: 0, relative: 1e-9 },
  });
  return compared.outcome === 'different' ? null : 'the two results are the same';
}

function isError(result: ScratchResult): result is Extract<ScratchResult, { kind: 'error' }> {
  return 'kind' in result && result.kind === 'error';
}

/** So many of all, evenly spread, the same each time. */
export function sampleEvenly<T>(all: readonly T[], size: number): readonly T[] {
  if (all.length <= size) return all;
  return Array.from({ length: size }, (_, at) => all[Math.floor((at * all.length) / size)]!);
}
