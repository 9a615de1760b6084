import { expect, test } from 'vitest';
import { declaredColumns } from './declared-columns.js';

test('collations and generated columns are read from where they stand, and from nowhere else', () => {
  const sql = `CREATE TABLE "a (b" (
    id INTEGER PRIMARY KEY, -- x TEXT COLLATE NOCASE
    "Na,me" TEXT COLLATE NOCASE NOT NULL,
    plain TEXT DEFAULT (lower('COLLATE') || ' as ('),
    both VARCHAR(10) COLLATE "RTRIM" GENERATED ALWAYS AS (upper(plain || ')')) VIRTUAL,
    short AS (id + (1)) STORED,
    checked TEXT CHECK (checked COLLATE NOCASE <> 'x'),
    [as] TEXT,
    CONSTRAINT c CHECK (id > 0),
    UNIQUE (plain COLLATE NOCASE)
  ) STRICT`;
  expect([...declaredColumns(sql, 'sqlite')]).toEqual([
    ['id', {}],
    ['na,me', { collation: 'nocase' }],
    ['plain', {}],
    ['both', { collation: 'RTRIM', generated: "upper(plain || ')')" }],
    ['short', { generated: 'id + (1)' }],
    ['checked', {}],
    ['as', {}],
  ]);
});

test('a text that is no CREATE TABLE with columns has none', () => {
  for (const sql of ['', 'CREATE VIEW v AS SELECT 1', 'CREATE TABLE t (a', ')))(('])
    expect(declaredColumns(sql, 'sqlite').size).toBeLessThanOrEqual(0);
});
