import { describe, expect, test } from 'vitest';
import { catalogFromDdl } from '../../src/catalog/index.js';
import { PlanEquivalence } from '../../src/equivalence/index.js';

/** An engine finds one type for the branches of a CASE and for the arms of a set operation before it looks at a row. */
interface Claim {
  readonly gold: string;
  readonly candidate: string;
  readonly proven: boolean;
}

const columns = {
  postgres:
    'i INTEGER NOT NULL, j INTEGER NOT NULL, b BIGINT NOT NULL, k INTEGER, n NUMERIC(10, 2) NOT NULL, d DOUBLE PRECISION, v TEXT NOT NULL, c CHAR(5) NOT NULL',
  duckdb:
    'i INTEGER NOT NULL, k INTEGER, d DOUBLE, f FLOAT, v VARCHAR NOT NULL, dt DATE NOT NULL, ts TIMESTAMP',
  sqlite: 'i INTEGER NOT NULL, r REAL, v TEXT, b BLOB',
  mysql: 'i INTEGER, d DOUBLE, v VARCHAR(10), k INTEGER',
} as const;

type Dialect = keyof typeof columns;

async function judge(dialect: Dialect, gold: string, candidate: string): Promise<string> {
  const ddl = `CREATE TABLE t (id INTEGER PRIMARY KEY, ${columns[dialect]})`;
  const { catalog } = catalogFromDdl(ddl, dialect);
  const context = { catalog, signal: new AbortController().signal, budget: { milliseconds: 20_000 } };
  return (await new PlanEquivalence().judge({ gold, candidate, dialect }, context)).equivalence;
}

function pair(gold: string, candidate: string, proven = false): Claim {
  return { gold, candidate, proven };
}

const claims: Readonly<Record<Dialect, readonly Claim[]>> = {
  postgres: [
    pair('SELECT i/2 FROM t', 'SELECT COALESCE(i, 1.5)/2 FROM t'),
    pair('SELECT i/2 FROM t', 'SELECT (CASE WHEN 1=0 THEN 1.5 ELSE i END)/2 FROM t'),
    pair('SELECT i/2 FROM t', 'SELECT (CASE WHEN TRUE THEN i ELSE 1.5 END)/2 FROM t'),
    pair('SELECT i/2 FROM t', 'SELECT (CASE WHEN i IS NULL THEN n ELSE i END)/2 FROM t'),
    pair('SELECT i/2 FROM t', 'SELECT COALESCE(i, j)/2 FROM t', true),
    pair(
      'SELECT (CASE WHEN k = 1 THEN i END)/2 FROM t',
      'SELECT (CASE WHEN k = 1 THEN i ELSE CAST(NULL AS NUMERIC) END)/2 FROM t',
    ),
    pair(
      'SELECT (CASE WHEN k = 1 THEN i END)/2 FROM t',
      'SELECT (CASE WHEN k = 1 THEN i ELSE NULL + 1.5 END)/2 FROM t',
    ),
    pair(
      'SELECT (CASE WHEN k = 1 THEN i END)/2 FROM t',
      'SELECT (CASE WHEN k = 1 THEN i ELSE CAST(NULL AS INTEGER) END)/2 FROM t',
      true,
    ),
    pair('SELECT length(c) FROM t', 'SELECT length(CASE WHEN v IS NULL THEN v ELSE c END) FROM t'),
    pair('SELECT c FROM t UNION ALL SELECT v FROM t', 'SELECT v FROM t UNION ALL SELECT c FROM t'),
    pair(
      'SELECT n FROM t UNION SELECT d FROM t UNION SELECT i FROM t',
      'SELECT i FROM t UNION SELECT d FROM t UNION SELECT n FROM t',
    ),
    pair('SELECT i FROM t UNION SELECT j FROM t', 'SELECT j FROM t UNION SELECT i FROM t', true),
    pair('SELECT b/2 FROM t', 'SELECT SUM(b)/2 FROM t GROUP BY id'),
    pair('SELECT n/2 FROM t', 'SELECT SUM(n)/2 FROM t GROUP BY id'),
    pair(
      'SELECT k, COUNT(*)/2 FROM t GROUP BY k',
      'SELECT k, SUM(c)/2 FROM (SELECT k, i, COUNT(*) AS c FROM t GROUP BY k, i) AS q GROUP BY k',
    ),
    pair('SELECT SUM(i)/2 FROM t', 'SELECT SUM(CAST(i AS BIGINT))/2 FROM t'),
    pair('SELECT SUM(b)/2 FROM t WHERE b = 3', 'SELECT SUM(3)/2 FROM t WHERE b = 3'),
    pair('SELECT SUM(b)/2 FROM t WHERE b = i', 'SELECT SUM(i)/2 FROM t WHERE b = i'),
    pair("SELECT i FROM t WHERE v = 'ab ' AND c = v", "SELECT i FROM t WHERE v = 'ab ' AND c = 'ab '"),
    pair(
      "SELECT i FROM (SELECT i, c, 'ab ' AS x FROM t) AS q WHERE c = x",
      "SELECT i FROM t WHERE c = 'ab '",
    ),
  ],
  duckdb: [
    pair(
      'SELECT i FROM t INTERSECT SELECT d FROM t INTERSECT SELECT v FROM t',
      'SELECT v FROM t INTERSECT SELECT d FROM t INTERSECT SELECT i FROM t',
    ),
    pair(
      'SELECT i FROM t UNION (SELECT d FROM t UNION SELECT v FROM t)',
      'SELECT i FROM t UNION SELECT d FROM t UNION SELECT v FROM t',
    ),
    pair(
      '(SELECT i FROM t UNION SELECT d FROM t) UNION SELECT v FROM t',
      'SELECT i FROM t UNION SELECT d FROM t UNION SELECT v FROM t',
      true,
    ),
    pair('SELECT dt FROM t', 'SELECT COALESCE(dt, ts) FROM t'),
    pair('SELECT f FROM t', 'SELECT SUM(f) FROM t GROUP BY id'),
    pair('SELECT k, f FROM t GROUP BY k, f', 'SELECT k, SUM(DISTINCT f) FROM t GROUP BY k, f'),
    pair(
      "SELECT CASE WHEN k = 1 THEN x ELSE i END FROM (SELECT '5' AS x, i, k FROM t) AS q",
      "SELECT CASE WHEN k = 1 THEN '5' ELSE i END FROM t",
    ),
    pair("SELECT v FROM t UNION SELECT 'x'", "SELECT 'x' UNION SELECT v FROM t", true),
    pair('SELECT i FROM t', 'SELECT SUM(i) FROM t GROUP BY id', true),
  ],
  sqlite: [
    pair(
      'SELECT x/2 FROM (SELECT i AS x FROM t UNION SELECT r FROM t)',
      'SELECT x/2 FROM (SELECT r AS x FROM t UNION SELECT i FROM t)',
    ),
    pair(
      'SELECT v FROM t WHERE b IN (SELECT i FROM t UNION SELECT v FROM t)',
      'SELECT v FROM t WHERE b IN (SELECT v FROM t UNION SELECT i FROM t)',
    ),
    pair(
      'SELECT v FROM t WHERE b IN (SELECT i FROM t UNION SELECT v FROM t UNION SELECT i FROM t)',
      'SELECT v FROM t WHERE b IN (SELECT i FROM t UNION SELECT v FROM t)',
    ),
    pair(
      "SELECT x FROM (SELECT i AS x FROM t UNION SELECT v FROM t) WHERE x = '1'",
      "SELECT x FROM (SELECT v AS x FROM t UNION SELECT i FROM t) WHERE x = '1'",
    ),
    pair(
      'SELECT v FROM t WHERE v IN (SELECT x FROM (SELECT i AS x FROM t UNION ALL SELECT NULL))',
      'SELECT v FROM t WHERE v IN (SELECT i FROM t UNION ALL SELECT NULL)',
    ),
    pair('SELECT i FROM t UNION SELECT v FROM t', 'SELECT v FROM t UNION SELECT i FROM t', true),
  ],
  mysql: [
    pair(
      'SELECT i FROM t UNION SELECT d FROM t UNION SELECT v FROM t',
      'SELECT v FROM t UNION SELECT d FROM t UNION SELECT i FROM t',
    ),
    pair('SELECT d FROM t', 'SELECT SUM(d) FROM t GROUP BY id'),
    // Of 'a' and 'A' either may be kept.
    pair('SELECT DISTINCT v FROM t', 'SELECT v FROM t GROUP BY v'),
    pair('SELECT v FROM t UNION SELECT v FROM t', 'SELECT DISTINCT v FROM t'),
    pair('SELECT MIN(v) FROM t WHERE i > 0 AND k > 0', 'SELECT MIN(v) FROM t WHERE k > 0 AND i > 0'),
    pair('SELECT DISTINCT i FROM t', 'SELECT i FROM t GROUP BY i', true),
    pair('SELECT i FROM t UNION SELECT k FROM t', 'SELECT k FROM t UNION SELECT i FROM t', true),
  ],
};

describe.each(Object.keys(claims) as Dialect[])('types in %s', (dialect) => {
  test.each(claims[dialect])('$gold | $candidate', async ({ gold, candidate, proven }) => {
    for (const [one, other] of [
      [gold, candidate],
      [candidate, gold],
    ] as const)
      expect(await judge(dialect, one, other)).toBe(proven ? 'equivalent' : 'unknown');
  });
});
