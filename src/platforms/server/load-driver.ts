import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SqlassayError } from '../../types/index.js';

/**
 * Loads an optional driver beside this package, else from the project that is run. They are CommonJS packages, and
 * `require` finds them under Jest too, where `import()` does not work.
 *
 * @throws SqlassayError E_DRIVER_MISSING
 */
export function loadDriver<T>(name: string, install: string): T {
  const places = [fileURLToPath(import.meta.url), join(process.cwd(), 'package.json')];
  for (const place of places) {
    try {
      return createRequire(place)(name) as T;
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new SqlassayError('E_DRIVER_MISSING', {
    what: `The driver ${name} is not installed`,
    advice: `Install it with \`npm install ${install}\`.`,
  });
}
