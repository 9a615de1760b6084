import type { z } from 'zod';
import { SqlassayError, type StandardSchemaIssue } from '../types/index.js';

/**
 * The options a scorer is constructed with, defaults filled in.
 *
 * @throws SqlassayError E_SCORER_OPTIONS naming every option that is wrong
 */
export function readOptions<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw wrongOptions(name, read.error.issues);
}

/** Every option that is wrong, and why. */
export function wrongOptions(name: string, issues: readonly StandardSchemaIssue[]): SqlassayError {
  return new SqlassayError('E_SCORER_OPTIONS', {
    what: issues.map(describe).join('; '),
    where: `options of scorer "${name}"`,
    advice: 'Run `sqlassay scorers` to see the options of every scorer.',
  });
}

function describe({ message, path = [] }: StandardSchemaIssue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return keys.length === 0 ? message : `${keys.join('.')}: ${message}`;
}
