import { readFile } from 'node:fs/promises';
import { SqlassayError } from '../../types/index.js';

/** The error of benchmark files that cannot be read or do not fit each other. */
export function benchmarkError(where: string, what: string, cause?: unknown): SqlassayError {
  return new SqlassayError('E_BENCHMARK_INVALID', {
    what,
    where,
    advice: 'Use the files as the benchmark publishes them, of one version and one split.',
    cause,
  });
}

/** The text of a benchmark's file, without a byte order mark. */
export async function readBenchmarkFile(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  } catch (cause) {
    throw benchmarkError(file, `The file cannot be read: ${(cause as Error).message}`, cause);
  }
}
