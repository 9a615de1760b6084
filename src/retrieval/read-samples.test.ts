import { describe, expect, it } from 'vitest';
import { openSolverDatabases } from '../../test/solvers/open-solver-databases.js';
import { readSamples } from './read-samples.js';

const script = `
  CREATE TABLE "odd ""name" (id INTEGER, city VARCHAR(20), height REAL, note TEXT, seen TEXT);
  INSERT INTO "odd ""name" VALUES (1, 'Oslo', 1.5, 'x', '2025-11-08 10:14:00'), (2, 'Bergen', 2.5, NULL, '10:14'), (3, 'Oslo', 3.5, '${'y'.repeat(70)}', '08.11.2025');
  CREATE TABLE empty (word TEXT);
  CREATE TABLE numbers (n INTEGER);`;

describe.each(['sqlite', 'duckdb'] as const)('readSamples on %s', (kind) => {
  it('reads the most frequent texts first, and no numbers, times or prose', async () => {
    const { databases, close } = openSolverDatabases({ a: script }, kind);
    const { signal } = new AbortController();
    const catalog = await databases.catalog('a');
    try {
      expect(await readSamples(databases, 'a', catalog, 10, signal)).toEqual({
        'odd "name': { city: ['Oslo', 'Bergen'], note: ['x'], seen: [] },
        empty: { word: [] },
      });
      expect(await readSamples(databases, 'a', catalog, 1, signal)).toMatchObject({
        'odd "name': { city: ['Oslo'] },
      });
      expect(await readSamples(databases, 'a', catalog, 0, signal)).toEqual({});
      const gone = { ...catalog, tables: [{ ...catalog.tables[0]!, name: 'gone' }] };
      expect(await readSamples(databases, 'a', gone, 1, signal)).toEqual({});
    } finally {
      await close();
    }
  });
});
