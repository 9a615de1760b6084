import { expect, test } from 'vitest';
import type { Database } from '../execution/index.js';
import type { StoredQuery } from '../types/index.js';
import { readsDenied } from './stored-queries.js';

const { signal } = new AbortController();

/** Only what a database says of itself is asked here. */
function telling(...stored: readonly StoredQuery[]): Database {
  return { platform: { dialect: 'postgres' }, storedQueries: async () => stored } as unknown as Database;
}

const denied = new Set(['payroll']);

test('a view or function whose definition the database withholds may read anything', async () => {
  const database = telling(
    { kind: 'view', name: 'secretive', definition: '' },
    { kind: 'macro', name: 'opaque', definition: ' ' },
    { kind: 'view', name: 'open', definition: 'SELECT id FROM customer' },
  );
  expect(await readsDenied('SELECT * FROM secretive', denied, database, signal)).toBe(true);
  expect(await readsDenied('SELECT opaque(1)', denied, database, signal)).toBe(true);
  expect(await readsDenied('SELECT id FROM open', denied, database, signal)).toBe(false);
});

test('a denied table is found through views of views', async () => {
  const database = telling(
    { kind: 'view', name: 'wages', definition: 'SELECT amount FROM payroll' },
    { kind: 'view', name: 'totals', definition: 'SELECT sum(amount) FROM wages' },
  );
  expect(await readsDenied('SELECT * FROM totals', denied, database, signal)).toBe(true);
});
