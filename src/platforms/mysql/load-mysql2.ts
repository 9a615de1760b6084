import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as mysql2 from 'mysql2';
import { SqlassayError } from '../../types/index.js';

export type Mysql2 = typeof mysql2;

/**
 * The driver, from the project that is run, or from beside this package. It is CommonJS, so that require() serves both
 * builds, and Jest too.
 *
 * @throws SqlassayError E_DRIVER_MISSING
 */
export function loadMysql2(): Mysql2 {
  let cause: unknown;
  for (const place of [fileURLToPath(import.meta.url), process.cwd()]) {
    try {
      return createRequire(join(place, 'package.json'))('mysql2');
    } catch (error) {
      cause = error;
    }
  }
  throw new SqlassayError('E_DRIVER_MISSING', {
    what: 'The MySQL driver mysql2 is not installed',
    advice: 'Install it with `npm install mysql2`.',
    cause,
  });
}
