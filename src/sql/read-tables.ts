import type { TablesRead } from './analysis/inspection.js';
import { inspectQuery } from './parser.js';

/**
 * The base tables and columns a query reads, subqueries and set operations included; a common table expression's name is
 * no table. Names are folded as `foldIdentifier` does. It is used to keep a role from tables, so it never leaves one out:
 * when it cannot be sure, the answer is `unknown`. Views and functions that a database defines are reported or taken as
 * they are named; what they read inside is not looked at.
 *
 * @throws the signal's reason when it is aborted
 */
export async function readTables(sql: string, dialect: string, signal?: AbortSignal): Promise<TablesRead> {
  const inspected = await inspectQuery(sql, dialect, signal);
  switch (inspected.kind) {
    case 'query':
      return inspected.read;
    case 'unreadable':
      return { kind: 'unknown', reason: inspected.reason };
    case 'statement':
      return { kind: 'unknown', reason: `${inspected.what} is not a query` };
    case 'statements':
      return { kind: 'unknown', reason: `there are ${inspected.count} statements` };
  }
}
