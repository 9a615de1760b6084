/** A shortcut that some tool takes and that some database disproves. */
export interface UnsoundShortcut {
  readonly number: number;
  readonly shortcut: string;
  readonly dialect: string;
  readonly ddl: string;
  readonly gold: string;
  readonly candidate: string;
  /** The other way round it is a proof for bags. */
  readonly oneWay?: true;
}

const t =
  'CREATE TABLE t (id INTEGER NOT NULL PRIMARY KEY, a INTEGER, b TEXT, r REAL); CREATE TABLE u (a INTEGER, b INTEGER, c TEXT);';
const family =
  'CREATE TABLE parent (id INTEGER NOT NULL PRIMARY KEY, name TEXT); CREATE TABLE child (id INTEGER NOT NULL PRIMARY KEY, name TEXT, parent_id INTEGER REFERENCES parent (id));';

function one(
  number: number,
  shortcut: string,
  gold: string,
  candidate: string,
  dialect = 'sqlite',
  ddl = t,
): UnsoundShortcut {
  return { number, shortcut, dialect, ddl, gold, candidate };
}

const filters = (
  number: number,
  shortcut: string,
  gold: string,
  candidate: string,
  dialect = 'sqlite',
): UnsoundShortcut =>
  one(
    number,
    shortcut,
    `SELECT id FROM t${gold === '' ? '' : ` WHERE ${gold}`}`,
    `SELECT id FROM t${candidate === '' ? '' : ` WHERE ${candidate}`}`,
    dialect,
  );

const values = (
  number: number,
  shortcut: string,
  gold: string,
  candidate: string,
  dialect = 'sqlite',
): UnsoundShortcut => one(number, shortcut, `SELECT ${gold} FROM t`, `SELECT ${candidate} FROM t`, dialect);

export const unsoundShortcuts: readonly UnsoundShortcut[] = [
  filters(1, 'strings folded as names are', 'b = "Foo"', 'b = "foo"'),
  values(2, 'p AND NOT p is false', '(a > 1 AND NOT a > 1)', 'FALSE'),
  values(2, 'p AND NOT p is false', '(a > 1 AND NOT a > 1)', 'FALSE', 'duckdb'),
  filters(3, 'a contradiction under NOT', 'NOT (a > 5 AND a < 3)', ''),
  filters(4, '= and <> under NOT', 'NOT (a = 1 AND a <> 1)', ''),
  values(5, 'constants folded through %', 'a % 2 * 3', 'a % 6'),
  values(6, 'sums of floats reassociated', '(a + 1e16) + -1e16', 'a + (1e16 + -1e16)'),
  filters(7, 'decimals folded exactly', 'r = 0.1 + 0.2', 'r = 0.3'),
  filters(8, 'constants moved across =', 'r + 0.1 = 0.3', 'r = 0.2'),
  filters(9, 'constants moved across >', 'a + 1 > 3', 'a > 2'),
  filters(10, 'literals compared as strings', "a > '10' AND a > '9'", "a > '9'"),
  values(11, '+ on strings commutes', "'x' + b", "b + 'x'", 'tsql'),
  filters(12, 'literals compared without the collation', "'X' = 'x'", 'FALSE', 'mysql'),
  values(
    13,
    'volatile calls are alike',
    "nextval('s') + nextval('s') * 2",
    "nextval('s') * 2 + nextval('s')",
    'postgres',
  ),
  filters(
    13,
    'volatile calls are alike',
    'some_function() > 0 AND some_function() > 0',
    'some_function() > 0',
    'postgres',
  ),
  filters(14, 'x = x is true', 'a = a', ''),
  filters(
    15,
    'NOT IN is NOT EXISTS',
    'id NOT IN (SELECT u.b FROM u)',
    'NOT EXISTS (SELECT 1 FROM u WHERE u.b = t.id)',
  ),
  one(
    15,
    'NOT IN is EXCEPT',
    'SELECT id FROM t WHERE id NOT IN (SELECT u.b FROM u)',
    'SELECT id FROM t EXCEPT SELECT u.b FROM u',
  ),
  values(16, 'COUNT(c) is COUNT(*)', 'COUNT(a)', 'COUNT(*)'),
  one(
    17,
    'LEFT JOIN is JOIN',
    'SELECT t.id, u.b FROM t LEFT JOIN u ON u.a = t.id',
    'SELECT t.id, u.b FROM t JOIN u ON u.a = t.id',
  ),
  one(18, 'MAX is the last row', 'SELECT MAX(a) FROM t', 'SELECT a FROM t ORDER BY a DESC LIMIT 1'),
  one(19, 'MIN is the first row', 'SELECT MIN(a) FROM t', 'SELECT a FROM t ORDER BY a LIMIT 1'),
  one(
    20,
    'a sum of ones is a count',
    'SELECT SUM(CASE WHEN a > 1 THEN 1 ELSE 0 END) FROM t',
    'SELECT COUNT(*) FROM t WHERE a > 1',
  ),
  one(
    20,
    'a sum of ones is a count',
    'SELECT SUM(CASE WHEN a > 1 THEN 1 ELSE 0 END) FROM t',
    'SELECT COUNT(CASE WHEN a > 1 THEN 1 END) FROM t',
  ),
  one(
    21,
    'OR is UNION',
    "SELECT a FROM t WHERE a = 1 OR b = 'x'",
    "SELECT a FROM t WHERE a = 1 UNION SELECT a FROM t WHERE b = 'x'",
  ),
  one(
    22,
    'INTERSECT is AND',
    "SELECT a FROM t WHERE b = 'x' INTERSECT SELECT a FROM t WHERE r = 1",
    "SELECT a FROM t WHERE b = 'x' AND r = 1",
  ),
  values(23, 'a/2 is a*1.0/2', 'a / 2', 'a * 1.0 / 2'),
  values(24, 'AVG is SUM by COUNT(*)', 'AVG(a)', 'SUM(a) / COUNT(*)'),
  one(
    25,
    'a join to a parent is redundant',
    'SELECT child.name FROM child JOIN parent ON parent.id = child.parent_id',
    'SELECT name FROM child',
    'sqlite',
    family,
  ),
  one(
    26,
    'a group by name is one by id',
    'SELECT COUNT(*) FROM child GROUP BY name',
    'SELECT COUNT(*) FROM child GROUP BY id, name',
    'sqlite',
    family,
  ),
  one(
    27,
    'ties under LIMIT',
    'SELECT id FROM t ORDER BY a LIMIT 1',
    'SELECT id FROM t ORDER BY a ASC LIMIT 1',
  ),
  one(
    27,
    'ties under LIMIT',
    'SELECT t.id FROM t JOIN u ON u.a = t.id LIMIT 1',
    'SELECT t.id FROM u JOIN t ON u.a = t.id LIMIT 1',
  ),
  one(
    27,
    'ties under LIMIT, one text',
    'SELECT id FROM t ORDER BY a LIMIT 1',
    'SELECT id FROM t ORDER BY a LIMIT 1',
  ),
  one(27, 'ties under LIMIT, of a product', 'SELECT t.id FROM t, u LIMIT 2', 'SELECT t.id FROM u, t LIMIT 2'),
  filters(28, '= is LIKE', "b = 'foo'", "b LIKE 'foo'"),
  filters(29, 'days of a year', "b BETWEEN '2020-01-01' AND '2020-12-31'", "STRFTIME('%Y', b) = '2020'"),
  values(30, 'SUM is SUM(DISTINCT)', 'SUM(a)', 'SUM(DISTINCT a)'),
  {
    ...one(31, 'the order of rows is dropped', 'SELECT id FROM t ORDER BY a', 'SELECT id FROM t'),
    oneWay: true,
  },
  one(31, 'columns in another order', 'SELECT id, a FROM t', 'SELECT a, id FROM t'),
  one(
    32,
    'what a foreign key names is taken for unique',
    'SELECT t.id FROM t WHERE t.a IN (SELECT u.a FROM u)',
    'SELECT t.id FROM t JOIN u ON u.a = t.a',
  ),
  filters(33, '1 is the text 1.0', "b = '1'", "b = '1.0'"),
  one(
    33,
    'columns of two types are one',
    'SELECT t.b FROM t JOIN u ON t.b = u.a',
    'SELECT u.a FROM t JOIN u ON t.b = u.a',
  ),
  filters(33, 'a literal is converted as a column is', 'a = 10 AND a = b', 'a = 10 AND 10 = b'),
  filters(34, 'a plus sign is nothing', 'b = 5', '+b = 5'),
  filters(
    35,
    'NULLIF compares as = does',
    'NULLIF(b, 0) IS NULL',
    'CASE WHEN b = 0 THEN NULL ELSE b END IS NULL',
  ),
  values(36, '|| binds as + does', 'a || b * 2', 'a || (b * 2)'),
  one(37, 'hexadecimal and binary are alike', 'SELECT 0x10 FROM t', "SELECT x'10' FROM t"),
];
