import { join } from 'node:path';
import type { Solver, SolverInput, SolverOutput } from '../../types/index.js';
import { digest } from '../run-identity.js';
import { readEntry, writeEntry } from './cache-entry.js';

/** An answer that a solver gave earlier. */
export interface KeptAnswer {
  readonly output: SolverOutput;
  readonly seconds: number;
}

/** Answers of a solver that cost something, by everything that determines them. */
export interface AnswerCache {
  /** Null for what is not there, cannot be read, or cannot be told apart. */
  find(input: SolverInput): Promise<KeptAnswer | null>;
  /** Errors are not kept: the next run asks again. */
  keep(input: SolverInput, answer: KeptAnswer): Promise<void>;
}

/**
 * @param identity - changes whenever the solver's answers may
 * @param dataOf - a hash of the data a question is asked of; null where nobody knows
 */
export function openAnswerCache(
  folder: string,
  solver: Solver,
  identity: string,
  dataOf: (input: SolverInput) => Promise<string | null>,
): AnswerCache {
  let isBroken = false;
  const keyOf = async (input: SolverInput): Promise<string | null> => {
    const data = await dataOf(input);
    if (data === null) return null;
    const { signal: _, ...told } = input;
    return digest({ identity, told, data });
  };
  return {
    async find(input) {
      const key = await keyOf(input);
      const entry = key === null ? null : await readEntry(join(folder, fileOf(key)), key);
      return entry === null ? null : { output: entry.output, seconds: entry.seconds };
    },
    async keep(input, { output, seconds }) {
      if (!isKept(output, solver)) return;
      const key = await keyOf(input);
      if (key === null) return;
      const { caseId, role, pass } = input;
      const about = { solver: solver.name ?? 'solver', caseId, role, pass };
      try {
        await writeEntry(join(folder, fileOf(key)), {
          schemaVersion: 1,
          key,
          ...about,
          createdAt: new Date().toISOString(),
          seconds,
          output,
        });
      } catch (error) {
        // A cache that cannot be written costs money, not a run.
        const why = error instanceof Error ? error.message : String(error);
        if (!isBroken) process.emitWarning(`Answers are not kept: ${why}`, 'SqlassayWarning');
        isBroken = true;
      }
    },
  };
}

function isKept({ status, costUsd, usage }: SolverOutput, { models }: Solver): boolean {
  const costs = costUsd !== undefined || usage !== undefined || (models ?? []).length > 0;
  return costs && (status === 'success' || status === 'needs_clarification');
}

function fileOf(key: string): string {
  return join(key.slice(0, 2), `${key}.json`);
}
