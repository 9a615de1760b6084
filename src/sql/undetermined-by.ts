import type { Determinism, StaticReason } from './analysis/determinism.js';
import { volatileParts } from './analysis/volatile-parts.js';
import { inspectQuery } from './parser.js';

/**
 * How far a query's text leaves its result open on the same data. Of a query that our parser cannot read, only its words
 * tell.
 *
 * @throws the signal's reason when it is aborted
 */
export async function undeterminedBy(
  sql: string,
  dialect: string,
  signal?: AbortSignal,
): Promise<Determinism & { readonly isOrdered: boolean }> {
  const inspected = await inspectQuery(sql, dialect, signal);
  if (inspected.kind === 'query') {
    return { ...inspected.determinism, isOrdered: inspected.topLevelOrderBy };
  }
  const reasons: readonly StaticReason[] =
    inspected.kind === 'unreadable' ? [...volatileParts(sql, dialect)] : [];
  return { reasons, unorderedLimit: null, cutsOrder: false, isOrdered: false };
}
