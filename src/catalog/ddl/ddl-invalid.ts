import { SqlassayError } from '../../types/index.js';

export function ddlInvalid(sql: string, offset: number, what: string, advice: string): SqlassayError {
  const before = sql.slice(0, offset).split('\n');
  return new SqlassayError('E_DDL_INVALID', {
    what: `The schema cannot be read: ${what}`,
    where: `line ${before.length}, column ${before.at(-1)!.length + 1}`,
    advice,
  });
}

/** One statement is not understood. Thrown while it is read only; what it declares is then left out. */
export class Unread extends Error {}
