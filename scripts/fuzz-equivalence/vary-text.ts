import { type SpelledToken, spelledTokens } from '../../src/tokenizer/index.js';
import type { Constants } from './fill-database.js';
import type { FuzzPair } from './fuzz-pair.js';
import type { Random } from './random.js';
import type { SchemaModel } from './schema-model.js';

/** Words and operators that may stand where another of their line stands, more or less. */
const alike: readonly (readonly string[])[] = [
  ['=', '<', '<=', '>', '>=', '<>'],
  ['and', 'or'],
  ['left join', 'join'],
  ['union', 'union all', 'intersect', 'except'],
  ['in', 'not in'],
  ['exists', 'not exists'],
  ['min', 'max', 'sum', 'avg', 'count', 'total'],
  ['is null', 'is not null'],
  ['asc', 'desc'],
  ['select', 'select distinct'],
  ['+', '-', '*'],
  ['like', '='],
  ['count(*)', 'count(1)', 'count(0)'],
];

/** A piece of text that can be replaced: one token, or several that are one thing. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly key: string;
}

const phrases = [
  ['left', 'join'],
  ['union', 'all'],
  ['not', 'in'],
  ['not', 'exists'],
  ['is', 'null'],
  ['is', 'not', 'null'],
  ['select', 'distinct'],
  ['count', '(', '*', ')'],
  ['<', '='],
  ['>', '='],
  ['<', '>'],
];

function piecesOf(sql: string, dialect: string): readonly Piece[] {
  const tokens = spelledTokens(sql, dialect);
  const pieces: Piece[] = [];
  for (let at = 0; at < tokens.length; ) {
    const phrase = phrases
      .filter((words) => words.every((word, next) => tokens[at + next]?.value === word))
      .sort((a, b) => b.length - a.length)[0];
    const length = phrase?.length ?? 1;
    const token = tokens[at]!;
    const end = tokens[at + length - 1]!.end;
    pieces.push({ start: token.start, end, key: phrase === undefined ? keyOf(token) : joined(phrase) });
    at += length;
  }
  return pieces;
}

function keyOf(token: SpelledToken): string {
  return token.kind === 'string' ? `'${token.value}'` : token.value;
}

function joined(words: readonly string[]): string {
  return words.every((word) => /^\w+$/.test(word)) ? words.join(' ') : words.join('');
}

/** Another text for a piece; null where nothing is like it. */
function otherFor(key: string, columns: ReadonlySet<string>, random: Random): string | null {
  const group = alike.find((words) => words.includes(key));
  if (group !== undefined) return random.pick(group.filter((word) => word !== key));
  if (/^\d+(\.\d+)?$/.test(key)) return random.pick(['0', '1', '2', '3', '5', '1.0', '0.5', "'1'", 'NULL']);
  if (key.startsWith("'")) return random.pick(["'x'", "'X'", "'foo'", "'1'", "''", '1']);
  return columns.has(key) ? random.pick([...columns]) : null;
}

function replaced(
  sql: string,
  pieces: readonly Piece[],
  textOf: (piece: Piece, at: number) => string | null,
): string {
  let text = '';
  let end = 0;
  pieces.forEach((piece, at) => {
    const other = textOf(piece, at);
    if (other === null) return;
    text += sql.slice(end, piece.start) + other;
    end = piece.end;
  });
  return text + sql.slice(end);
}

function columnsOf(schema: SchemaModel): ReadonlySet<string> {
  return new Set(schema.flatMap(({ columns }) => columns.map(({ name }) => name.toLowerCase())));
}

/** Both queries with the same things replaced, so that what was equal may stay so. */
export function varyAlike(pair: FuzzPair, schema: SchemaModel, dialect: string, random: Random): FuzzPair {
  const columns = columnsOf(schema);
  const sides = [pair.gold, pair.candidate].map((sql) => ({ sql, pieces: piecesOf(sql, dialect) }));
  const keys = [...new Set(sides.flatMap(({ pieces }) => pieces.map(({ key }) => key)))];
  const chosen = new Map<string, string>();
  for (let left = 1 + random.below(2); left > 0; left--) {
    const key = random.pick(keys);
    const other = otherFor(key, columns, random);
    if (other !== null) chosen.set(key, other);
  }
  const [gold, candidate] = sides.map(({ sql, pieces }) =>
    replaced(sql, pieces, ({ key }) => chosen.get(key) ?? null),
  ) as [string, string];
  return { ...pair, gold, candidate };
}

/** One of the two queries with one thing replaced, so that they are most likely not equal any more. */
export function varyOne(pair: FuzzPair, schema: SchemaModel, dialect: string, random: Random): FuzzPair {
  const columns = columnsOf(schema);
  const side = random.pick(['gold', 'candidate'] as const);
  const pieces = piecesOf(pair[side], dialect);
  for (let tries = 0; tries < 8; tries++) {
    const at = random.below(pieces.length);
    const other = otherFor(pieces[at]!.key, columns, random);
    if (other === null) continue;
    return { ...pair, [side]: replaced(pair[side], pieces, (_, index) => (index === at ? other : null)) };
  }
  return pair;
}

/** Queries around a query, of which only some are SQL whatever is in the middle; they see what rules do to a part of a query. */
const around: readonly ((sql: string, table: string, column: string) => string)[] = [
  (sql) => `SELECT * FROM (${sql}) AS around1`,
  (sql) => `WITH around1 AS (${sql}) SELECT * FROM around1`,
  (sql) => `SELECT COUNT(*) FROM (${sql}) AS around1`,
  (sql) => `SELECT DISTINCT * FROM (${sql}) AS around1`,
  (sql) => `${sql} UNION ALL ${sql}`,
  (sql) => `${sql} INTERSECT ${sql}`,
  (sql, table, column) => `SELECT ${column} FROM ${table} AS around1 WHERE EXISTS (${sql})`,
  (sql, table, column) => `SELECT ${column}, NOT EXISTS (${sql}) FROM ${table} AS around1`,
  (sql, table, column) => `SELECT ${column} FROM ${table} AS around1 WHERE around1.${column} IN (${sql})`,
  (sql, table, column) => `SELECT ${column} FROM ${table} AS around1 WHERE around1.${column} NOT IN (${sql})`,
  (sql, table, column) => `SELECT ${column} FROM ${table} AS around1 WHERE around1.${column} > (${sql})`,
  (sql, table, column) => `SELECT ${column} FROM ${table} AS around1, (${sql}) AS around2`,
  // What shows whether a number is whole, and what a text was made of.
  ...[
    'SELECT c0 / 2, CAST(c0 AS VARCHAR) FROM around1',
    'SELECT SUM(c0) / 2, COUNT(c0), MIN(c0), AVG(c0) FROM around1',
    'SELECT COALESCE(SUM(c0), 0), COUNT(DISTINCT c0) FROM around1',
    'SELECT CASE WHEN c0 IS NULL THEN 0 ELSE c0 END, c0 > 1, NOT (c0 > 1) FROM around1',
  ].map((select) => (sql: string) => `WITH around1(c0) AS (${sql}) ${select}`),
  ...[
    'SELECT c0 / 2, c1 / 2, CAST(c1 AS VARCHAR) FROM around1',
    'SELECT c0, COUNT(*), SUM(c1) / 2, MAX(c1) FROM around1 GROUP BY c0',
    'SELECT c0, COUNT(DISTINCT c1) FROM around1 GROUP BY c0 HAVING COUNT(*) > 1',
    'SELECT one.c0, other.c1 FROM around1 AS one JOIN around1 AS other ON one.c0 = other.c0',
  ].map((select) => (sql: string) => `WITH around1(c0, c1) AS (${sql}) ${select}`),
  ...[
    'SELECT T.C, around1.c0 FROM T LEFT JOIN around1 ON around1.c0 = T.C',
    'SELECT T.C, COUNT(around1.c0), SUM(around1.c0) FROM T LEFT JOIN around1 ON around1.c0 = T.C GROUP BY T.C',
    'SELECT T.C, (SELECT MAX(c0) FROM around1 WHERE c0 = T.C) FROM T',
    'SELECT T.C FROM T WHERE T.C = (SELECT MAX(c0) FROM around1)',
    'SELECT c0 FROM around1 UNION SELECT C FROM T',
    'SELECT C FROM T EXCEPT SELECT c0 FROM around1',
  ].map(
    (select) =>
      (sql: string, table: string, column: string): string =>
        `WITH around1(c0) AS (${sql}) ${select.replace(/\bT\b/g, table).replace(/\bC\b/g, column)}`,
  ),
  (sql, table, column) =>
    `WITH around1(c0, c1) AS (${sql}) SELECT ${column}, COALESCE(c1, 0) FROM ${table} LEFT JOIN around1 ON c0 = ${column}`,
];

/** Both queries, or one of them, inside another. */
export function wrap(pair: FuzzPair, schema: SchemaModel, random: Random): FuzzPair {
  const table = random.pick(schema);
  const column = random.pick(table.columns).name;
  if (random.chance(0.25)) {
    const one = around[random.pick([0, 1])]!;
    const side = random.pick(['gold', 'candidate'] as const);
    return { ...pair, [side]: one(pair[side], table.name, column) };
  }
  const both = random.pick(around);
  return {
    ...pair,
    gold: both(pair.gold, table.name, column),
    candidate: both(pair.candidate, table.name, column),
  };
}

/** The values that queries speak of; very large numbers would make sums hang on their order. */
export function constantsOf(texts: readonly string[], dialect: string): Constants {
  const numbers = new Set<number>();
  const strings = new Set<string>();
  for (const sql of texts) {
    const tokens = spelledTokens(sql, dialect);
    tokens.forEach((token, at) => {
      const isText = token.kind === 'string' || (token.kind === 'name' && sql[token.start] === '"');
      if (isText) for (const text of instancesOf(token.value)) strings.add(text);
      // A column of numbers is compared with the number that a text spells.
      const spelled = isText && /^\d+(\.\d+)?$/.test(token.value);
      const number = token.kind === 'number' || spelled ? Number(token.value) : Number.NaN;
      if (!Number.isFinite(number) || Math.abs(number) > 1e6) return;
      numbers.add(tokens[at - 1]?.value === '-' ? -number : number);
    });
  }
  return { numbers: [...numbers], texts: [...strings] };
}

/** A text, the text with its capitals changed, and what a pattern may mean. */
function instancesOf(text: string): readonly string[] {
  const plain = text.replaceAll('%', '').replaceAll('_', 'a');
  return [text, plain, plain.toLowerCase(), plain.toUpperCase(), `a${plain}`];
}
