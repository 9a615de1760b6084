import { type Reporter, SqlassayError } from '../../types/index.js';

const hooks = ['onRunStart', 'onCaseStart', 'onCaseEnd', 'onRunEnd'] as const;

/**
 * The reporter that a loaded module exports: its default export (or `reporter`), an object with hooks or a function
 * that returns one.
 *
 * @throws SqlassayError E_REPORTER_MODULE
 */
export async function readReporterModule(exports: Record<string, unknown>, where: string): Promise<Reporter> {
  const exported = exports.default ?? exports.reporter;
  const made: unknown = typeof exported === 'function' ? await exported() : exported;
  if (isReporter(made)) return made;
  throw new SqlassayError('E_REPORTER_MODULE', {
    what: 'The module exports no reporter',
    where,
    advice: `Export, as default, an object with at least one of ${hooks.join(', ')}, or a function that returns one.`,
  });
}

function isReporter(value: unknown): value is Reporter {
  if (typeof value !== 'object' || value === null) return false;
  return hooks.some((hook) => typeof (value as Record<string, unknown>)[hook] === 'function');
}
