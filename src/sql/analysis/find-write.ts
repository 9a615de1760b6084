import { walk } from './nodes.js';
import { isWrite } from './statement-kinds.js';

/** A part of a query that writes or locks, named for a message; null when there is none. */
export function findWrite(query: unknown): string | null {
  let found: string | null = null;
  walk(query, (type, data) => {
    if (found !== null) return false;
    if (isWrite(type)) found = type.replaceAll('_', ' ').toUpperCase();
    else if (type === 'select' && data.into) found = 'SELECT INTO';
    else if (Array.isArray(data.locks) && data.locks.length > 0)
      found = 'a locking clause (FOR UPDATE or FOR SHARE)';
    else if (data.returning && (!Array.isArray(data.returning) || data.returning.length > 0))
      found = 'RETURNING';
    return true;
  });
  return found;
}
