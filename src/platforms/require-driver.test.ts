import { expect, test } from 'vitest';
import { findBetterSqlite3 } from './find-better-sqlite3.js';
import { requireDriver } from './require-driver.js';

const sqlite = { shop: { kind: 'sqlite', path: 'shop.sqlite' } } as const;
const [major, minor] = process.versions.node.split('.').map(Number) as [number, number];
/** The authorizer came with 24.10. */
const hasNodeSqlite = major > 24 || (major === 24 && minor >= 10);

test('there always is a driver when none is named, and DuckDB needs none', () => {
  expect(() => requireDriver(sqlite, 'auto')).not.toThrow();
  expect(() => requireDriver(sqlite, 'sql.js')).not.toThrow();
  expect(() =>
    requireDriver({ shop: { kind: 'duckdb', path: 'shop.duckdb' } }, 'better-sqlite3'),
  ).not.toThrow();
});

test('a driver that is named and absent is an error that says how to get it', () => {
  if (findBetterSqlite3() === null) {
    expect(() => requireDriver(sqlite, 'better-sqlite3')).toThrow(
      expect.objectContaining({ code: 'E_DRIVER_MISSING', advice: expect.stringContaining('npm install') }),
    );
  } else {
    expect(() => requireDriver(sqlite, 'better-sqlite3')).not.toThrow();
  }
  if (hasNodeSqlite) expect(() => requireDriver(sqlite, 'node:sqlite')).not.toThrow();
  else
    expect(() => requireDriver(sqlite, 'node:sqlite')).toThrow(
      expect.objectContaining({ code: 'E_DRIVER_MISSING' }),
    );
});
