import { determinismOfQuery } from './determinism.js';
import { findWrite } from './find-write.js';
import type { Inspection } from './inspection.js';
import { isFields, nodeOf } from './nodes.js';
import { readTablesOf } from './read-tables-of.js';
import { isWrite, queryTypes, showTypes } from './statement-kinds.js';
import { topLevelOrderBy } from './top-level-order-by.js';

/** Reads everything the main thread asks about out of the statements of a text. */
export function inspect(statements: readonly unknown[], sql: string, dialect: string): Inspection {
  if (statements.length !== 1) {
    return statements.length === 0
      ? { kind: 'unreadable', reason: 'there is no statement' }
      : { kind: 'statements', count: statements.length };
  }
  const root = unwrapped(statements[0]);
  const type = nodeOf(root)?.type ?? 'nothing';
  if (queryTypes.has(type)) {
    return {
      kind: 'query',
      writes: findWrite(root),
      topLevelOrderBy: topLevelOrderBy(root),
      read: readTablesOf(root, sql, dialect),
      determinism: determinismOfQuery(root, sql, dialect),
    };
  }
  if (isWrite(type) || showTypes.has(type)) {
    return { kind: 'statement', what: type.replaceAll('_', ' ').toUpperCase(), writes: !showTypes.has(type) };
  }
  return { kind: 'unreadable', reason: `it was read as ${type}, which is no query` };
}

/** Parentheses around a statement that is no query: `(DESCRIBE t)`. */
function unwrapped(statement: unknown): unknown {
  const node = nodeOf(statement);
  if (node === null || !isFields(node.data)) return statement;
  if (node.type === 'paren') return unwrapped(node.data.this);
  const inner = node.type === 'subquery' ? nodeOf(node.data.this) : null;
  return inner !== null && !queryTypes.has(inner.type) ? unwrapped(node.data.this) : statement;
}
