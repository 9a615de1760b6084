import { spawnSync } from 'node:child_process';
import { findEntry } from '../entries/index.js';
import { SqlassayError } from '../types/index.js';
import type { EvalSuiteOptions } from './suite-tests.js';

/**
 * The names of a suite's tests, without waiting for a promise: another process lists them. Only what can be written
 * down is passed on, so a solver or scorers made in code must not change which case runs there are.
 */
export function listTestsNow(
  file: string,
  { mode, passes, filter, shard }: EvalSuiteOptions,
): { readonly name: string; readonly tests: readonly string[] } {
  const { path, execArgv } = findEntry('list-tests');
  const told = JSON.stringify({ mode, passes, filter, shard });
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [...execArgv, path, file, told], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return JSON.parse(stdout) as { name: string; tests: string[] };
  throw new SqlassayError('E_SUITE_NOT_LISTED', {
    what: 'The tests of the suite could not be listed',
    where: file,
    advice: stderr.trim() || `The process that lists them ended with ${error?.message ?? `code ${status}`}.`,
  });
}
