import { type ScorerFactory, SqlassayError } from '../types/index.js';

const ours: ScorerFactory['interfaceVersion'] = 1;

/**
 * Makes sure that a value is a scorer factory of this version's interface.
 *
 * @throws E_SCORER_VERSION for another version, E_SCORER_PLUGIN when it is no factory
 */
export function checkFactory(name: string, value: unknown, from: string): ScorerFactory {
  const where = `scorer "${name}" of ${from}`;
  const factory = (typeof value === 'object' && value !== null ? value : {}) as Partial<ScorerFactory>;
  const version: unknown = factory.interfaceVersion;
  if (version !== undefined && version !== ours) {
    throw new SqlassayError('E_SCORER_VERSION', {
      what: `Its interface version is ${JSON.stringify(version)}, and this version of sqlassay speaks ${ours}`,
      where,
      advice: 'Install a version of the package that was made for this version of sqlassay.',
    });
  }
  const complete =
    version === ours &&
    typeof factory.create === 'function' &&
    typeof factory.options?.['~standard']?.validate === 'function';
  if (complete) return factory as ScorerFactory;
  throw new SqlassayError('E_SCORER_PLUGIN', {
    what: 'score' in factory ? 'It is a scorer, not a factory that makes one' : 'It is not a scorer factory',
    where,
    advice:
      'A factory is an object with interfaceVersion: 1, options (a Standard Schema, such as one of zod) and create(options).',
  });
}
