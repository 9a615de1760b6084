import { wrongOptions } from '../scorers/index.js';
import type { ScorerFactory } from '../types/index.js';

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
  throw wrongOptions(name, result.issues);
}
