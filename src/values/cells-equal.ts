import type { Cell } from '../types/index.js';
import { cellKey } from './cell-key.js';

/**
 * Whether two cells are the same value, exactly.
 *
 * - numbers by their exact value, whatever their type: 1, 1.0 and 1.00 are equal, the decimal 0.5 equals the double
 *   0.5, the decimal 0.1 does not equal the double nearest to it; `-0` equals 0, NaN equals NaN
 * - booleans equal the integers 0 and 1; NULL equals NULL
 * - text code point by code point; an enum's value is text; text that is not valid UTF-8 by its bytes; blobs by bytes
 *   and never equal to text
 * - dates, times and timestamps each within their own type: a date is not its midnight, and a wall-clock timestamp is
 *   not an instant; the precision a timestamp was sent with does not count
 * - intervals by months, days and nanoseconds apart; UUIDs without regard to case
 * - JSON by value, object keys in any order and numbers exact; never equal to text
 * - lists element by element, structs field by field in order with their names, maps entry by entry in any order
 * - values of a type that is not known by that type's name and the engine's text
 */
export function cellsEqual(a: Cell, b: Cell): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a === 'string' && typeof b === 'string') return false;
  if (typeof a === 'number' && typeof b === 'number') return Number.isNaN(a) && Number.isNaN(b);
  return cellKey(a) === cellKey(b);
}
