import { z } from 'zod';
import type { Plan } from '../../types/index.js';
import { strictObject } from './strict-object.js';

const solverError = strictObject({
  code: z.string().min(1),
  message: z.string().default(''),
  details: z.unknown().exactOptional(),
});

const planFields = strictObject({
  sql: z.string().min(1).exactOptional(),
  status: z.enum(['error', 'needs_clarification']).exactOptional(),
  errors: z.array(solverError).exactOptional(),
  answer: z.string().exactOptional(),
});

/** A recorded plan: its SQL, or the outcome without SQL. */
export const planSchema = planFields.transform(({ sql, status, ...rest }, context): Plan => {
  if (sql !== undefined && status === undefined && Object.keys(rest).length === 0) return { sql };
  if (sql === undefined && status !== undefined) return { status, ...rest };
  context.issues.push({
    code: 'custom',
    input: sql,
    message: 'A plan has either sql, or a status (error, needs_clarification) with errors and answer',
  });
  return z.NEVER;
}) satisfies z.ZodType<Plan>;

/** What a plans file holds for one case: one plan, or one per role. */
export const planPerRoleSchema = z.record(z.string().min(1), planSchema);

/** True for a plan itself, false for plans per role: roles may not have the names of a plan's fields. */
export function isOnePlan(value: unknown): boolean {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return keys.some((key) => Object.hasOwn(planFields.shape, key));
}
