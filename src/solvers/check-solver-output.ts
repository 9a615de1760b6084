import { z } from 'zod';
import type { ResultSet, SolverOutput } from '../types/index.js';
import { readResultSets } from './read-result-sets.js';

const texts = z.array(z.string());
const count = z.number().int().nonnegative();

/** What a solver may return; fields it does not know are dropped, so a solver may return more than is asked. */
export const solverOutputSchema = z.object({
  status: z.enum(['success', 'error', 'needs_clarification', 'unavailable']),
  sql: z.string().exactOptional(),
  resultSets: z
    .unknown()
    .transform((value, context): readonly ResultSet[] => {
      const read = readResultSets(value);
      if (typeof read !== 'string') return read;
      context.issues.push({ code: 'custom', input: value, message: read });
      return z.NEVER;
    })
    .exactOptional(),
  answer: z.string().exactOptional(),
  errors: z
    .array(
      z.object({ code: z.string(), message: z.string().default(''), details: z.unknown().exactOptional() }),
    )
    .exactOptional(),
  datasources: texts.exactOptional(),
  retrieval: z.record(z.string(), texts).exactOptional(),
  ranking: texts.exactOptional(),
  timings: z.record(z.string(), z.number().nonnegative()).exactOptional(),
  usage: z.object({ inputTokens: count, outputTokens: count }).exactOptional(),
  costUsd: z.number().nonnegative().exactOptional(),
}) satisfies z.ZodType<SolverOutput>;

/** A reply that can be used, or what is wrong with it. */
export type CheckedSolverOutput =
  | { readonly kind: 'ok'; readonly output: SolverOutput }
  | { readonly kind: 'malformed'; readonly problem: string };

/**
 * Reads what a solver returned. A reply of the wrong shape, or a success without anything in it, is `malformed`: the
 * solver's own error, which is scored, never a crash. Fields that are null count as absent.
 */
export function checkSolverOutput(value: unknown): CheckedSolverOutput {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return malformed(`the reply is ${describe(value)}, not an object`);
  const present = Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== null && field !== undefined),
  );
  const parsed = solverOutputSchema.safeParse(present);
  if (!parsed.success) {
    return malformed(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
    );
  }
  return isEmpty(parsed.data) ? malformed('the reply is empty') : { kind: 'ok', output: parsed.data };
}

function isEmpty({
  status,
  sql,
  resultSets,
  answer,
  datasources,
  ranking,
  retrieval,
}: SolverOutput): boolean {
  if (status !== 'success') return false;
  const written = [sql, answer].some((text) => text !== undefined && text.trim() !== '');
  return !written && [resultSets, datasources, ranking, retrieval].every((field) => field === undefined);
}

function malformed(problem: string): CheckedSolverOutput {
  return { kind: 'malformed', problem };
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
