import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabases, createSolverDatabases } from '../../src/execution/index.js';
import { createPlatforms } from '../../src/platforms/index.js';
import { createSuite } from '../../src/suite/index.js';
import type { SolverDatabases } from '../../src/types/index.js';

/** Databases in memory, made by a script each, as a run lends them to a solver. */
export function openSolverDatabases(
  scripts: Readonly<Record<string, string>>,
  kind: 'sqlite' | 'duckdb' = 'sqlite',
): { readonly databases: SolverDatabases; close(): Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'solver-databases-'));
  const datasources = Object.fromEntries(
    Object.entries(scripts).map(([name, text]) => {
      const script = join(folder, `${name}.sql`);
      writeFileSync(script, text);
      return [name, { kind, scripts: [script] }];
    }),
  );
  const suite = createSuite({ name: 'lent', datasources, cases: [] });
  const platforms = createPlatforms({ datasources, ...suite.settings, sqliteDriver: 'sql.js' });
  const opened = createDatabases(suite, platforms, (task) => task());
  return {
    databases: createSolverDatabases(suite, opened, () => kind),
    async close() {
      await platforms.close();
      rmSync(folder, { recursive: true });
    },
  };
}
