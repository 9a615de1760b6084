import { vi } from 'vitest';
import { ciVariables } from '../../src/runner/is-ci.js';

/** As on a person's machine, wherever the tests run; `vi.unstubAllEnvs` undoes it. */
export function outsideCi(): void {
  for (const name of ciVariables) vi.stubEnv(name, '');
}
