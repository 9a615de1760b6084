import { type ScorerFactory, SqlassayError, type StandardSchemaIssue } from '../types/index.js';

/**
 * Reads a scorer's options by its own schema; absent options are its defaults.
 *
 * @throws E_SCORER_OPTIONS naming every option that is wrong
 */
export async function checkOptions<Options>(
  name: string,
  factory: ScorerFactory<Options>,
  options: unknown,
): Promise<Options> {
  const result = await factory.options['~standard'].validate(options ?? {});
  if (result.issues === undefined) return result.value;
  throw new SqlassayError('E_SCORER_OPTIONS', {
    what: result.issues.map(describe).join('; '),
    where: `options of scorer "${name}"`,
    advice: 'Run `sqlassay scorers` to see the options of every scorer.',
  });
}

function describe({ message, path = [] }: StandardSchemaIssue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return keys.length === 0 ? message : `${keys.join('.')}: ${message}`;
}
