import type { Cell } from '../types/index.js';
import { encodeCell } from '../values/index.js';

/**
 * A text that two cells share when they are one value of one type, so that whatever matches one matches the other.
 * Equal cells need not be: the integer 1 and the double 1 are, but only a double has a relative tolerance.
 */
export function identityKey(cell: Cell): string {
  return JSON.stringify(encodeCell(cell));
}

/** Whether two cells are one value of one type. */
export function areIdentical(a: Cell, b: Cell): boolean {
  if (a === b) return true;
  return typeof a === 'object' && typeof b === 'object' && identityKey(a) === identityKey(b);
}
