import { literalNumber } from '../analysis/determinism.js';
import { type Fields, isFields, nodeOf } from '../analysis/nodes.js';
import { freshName } from '../embed-query.js';
import { parseQuery } from '../parse-query.js';
import { layOut, type Piece, textOf } from './query-layout.js';
import { type SortKey, sortKeys } from './sort-keys.js';

/**
 * Queries that return an ordered query's rows before its LIMIT, each with the number of its tie group in one more column:
 * rows have the same number exactly when the engine finds them equal on every sort key.
 */
export type RankedQuery =
  | {
      readonly kind: 'ranked';
      /** Rows that its OFFSET skips. */
      readonly offset: number;
      /** The first `rows` rows in order. */
      first(rows: number): string;
      /** Every row of the tie groups with these numbers and those between them, in order. */
      groups(low: number, high: number): string;
    }
  | { readonly kind: 'declined'; readonly why: string };

/**
 * Derives the ranked query from a gold query's text, whose parts are kept as they are written. The engine itself says what
 * ties, by `dense_rank()` over the same sort keys, so its own comparison, collations and order of NULLs count. Declined
 * where a sort key could mean several things, or a rank could change what the rows are.
 *
 * @param sql one statement without a semicolon
 * @param names the names of the columns that it returns
 * @throws the signal's reason when it is aborted
 */
export async function rankQuery(
  sql: string,
  dialect: string,
  names: readonly string[],
  signal?: AbortSignal,
): Promise<RankedQuery> {
  const parsed = await parseQuery(sql, dialect, signal);
  if (parsed.kind === 'failed') return declined('it could not be parsed');
  const node = nodeOf(parsed.query)!;
  const data = isFields(node.data) ? node.data : {};
  const isSetOperation = ['union', 'intersect', 'except'].includes(node.type);
  if (node.type !== 'select' && !isSetOperation) return declined(`it is read as ${node.type}`);
  if (isFields(data.top) || (Array.isArray(data.distinct_on) && data.distinct_on.length > 0))
    return declined('its rows depend on its order');
  const items = firstSelect(node.data)?.expressions;
  const order = isFields(data.order_by) ? data.order_by.expressions : null;
  if (!Array.isArray(items) || !Array.isArray(order)) return declined('it has no ORDER BY of its own');
  const layout = layOut(sql, dialect);
  if (layout === null || layout.keys.length !== order.length || names.length === 0)
    return declined('its parts could not be told apart');
  const offset = data.offset ? literalNumber(data.offset) : 0;
  const saysOffset = layout.tail.some(
    ({ kind, value }) => (kind === 'word' && value === 'offset') || (kind === 'symbol' && value === ','),
  );
  if (offset === null || saysOffset !== Boolean(data.offset))
    return declined('its OFFSET is no plain number');

  const keys = sortKeys(layout, items, names, isSetOperation);
  if (typeof keys === 'string') return declined(keys);
  const columns = names.map((_, at) => `c${at + 1}`);
  const isOutside = keys.every((key) => key.kind === 'output');
  if (!isOutside && (isSetOperation || data.distinct === true))
    return declined('a sort key is not among its distinct rows');
  const ranked = freshName('sqlassay_ranked', sql);
  const body = isOutside
    ? rankedOutside(sql.slice(0, layout.orderAt), keys, columns, ranked, sql)
    : rankedInside(sql, layout.fromAt!, layout.orderAt, keys);
  if (body === null) return declined('a sort key could not be placed');
  const head = `${isOutside ? body : `WITH ${ranked}(${[...columns, 'r'].join(', ')}) AS (${body}\n)`}\nSELECT * FROM ${ranked}`;
  return {
    kind: 'ranked',
    offset,
    first: (rows) => `${head} ORDER BY r LIMIT ${rows}`,
    groups: (low, high) => `${head} WHERE r BETWEEN ${low} AND ${high} ORDER BY r`,
  };
}

/** Ranks the finished rows by their own columns. */
function rankedOutside(
  unordered: string,
  keys: readonly SortKey[],
  columns: readonly string[],
  ranked: string,
  sql: string,
): string {
  const outputs = freshName('sqlassay_outputs', sql);
  const order = keys.map(
    (key) => `${columns[(key as { position: number }).position]} ${textOf(sql, key.suffix)}`,
  );
  return [
    `WITH ${outputs}(${columns.join(', ')}) AS (${unordered}\n), ${ranked}(${[...columns, 'r'].join(', ')}) AS (`,
    `SELECT ${columns.join(', ')}, dense_rank() OVER (ORDER BY ${order.join(', ')}) FROM ${outputs}`,
    ')',
  ].join('\n');
}

/** Ranks where the query's own tables are still at hand. */
function rankedInside(sql: string, fromAt: number, orderAt: number, keys: readonly SortKey[]): string | null {
  const order = keys.map(({ kind, expression, suffix }) =>
    expression.length === 0 ? null : `${placed(sql, kind, expression)} ${textOf(sql, suffix)}`,
  );
  if (order.includes(null)) return null;
  const rank = `, dense_rank() OVER (ORDER BY ${order.join(', ')}) `;
  return `${sql.slice(0, fromAt)}${rank}${sql.slice(fromAt, orderAt)}`;
}

function placed(sql: string, kind: SortKey['kind'], expression: Piece): string {
  const text = textOf(sql, expression);
  return kind === 'output' && expression.length > 1 ? `(${text}\n)` : text;
}

function firstSelect(data: unknown): Fields | null {
  if (!isFields(data)) return null;
  if (Array.isArray(data.expressions)) return data;
  const left = nodeOf(data.left);
  return left === null ? null : firstSelect(left.data);
}

function declined(why: string): RankedQuery {
  return { kind: 'declined', why };
}
