import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Where better-sqlite3 is installed, or null. It is looked for in the folder named by `SQLASSAY_BETTER_SQLITE3` (one
 * that has it in its node_modules, or the package itself), then in the project that is run, then beside this package.
 */
export function findBetterSqlite3(): string | null {
  const named = process.env.SQLASSAY_BETTER_SQLITE3;
  const places = [
    ...(named === undefined || named === '' ? [] : [named]),
    process.cwd(),
    fileURLToPath(import.meta.url),
  ];
  for (const place of places) {
    try {
      return createRequire(join(place, 'package.json')).resolve('better-sqlite3');
    } catch {
      // The next place.
    }
  }
  return null;
}
