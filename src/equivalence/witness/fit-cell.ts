import type { Cell } from '../../types/index.js';
import type { ColumnKind } from './column-kind.js';

const isoDate = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/;
const isoTime = /(?:^|[ T])([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/;

/**
 * The value as a column of a kind holds it; undefined where it does not fit.
 *
 * @param strict the engine itself refuses values that do not fit; else text may stand in date columns
 */
export function fitCell(cell: Cell, kind: ColumnKind, strict: boolean): Cell | undefined {
  if (cell === null || typeof cell === 'object') return cell;
  const number = typeof cell === 'boolean' ? Number(cell) : cell === '' ? Number.NaN : Number(cell);
  switch (kind) {
    case 'integer':
      return Number.isFinite(number) && Math.abs(number) < 2 ** 31 ? Math.trunc(number) : undefined;
    case 'real':
    case 'decimal':
      return Number.isFinite(number) && Math.abs(number) < 1e12 ? number : undefined;
    case 'boolean':
      if (typeof cell === 'boolean') return cell;
      if (cell === 'true' || cell === 'T' || cell === '1') return strict ? true : cell;
      return number === 0 || number === 1 ? (strict ? number === 1 : number) : strict ? undefined : cell;
    case 'text':
      return `${cell}`;
    case 'date':
      if (typeof cell !== 'string') return strict ? undefined : cell;
      return isoDate.test(cell) ? (strict ? validDay(cell.slice(0, 10)) : cell) : strict ? undefined : cell;
    case 'timestamp':
      if (typeof cell !== 'string') return strict ? undefined : cell;
      if (!strict) return cell;
      if (!isoDate.test(cell) || validDay(cell.slice(0, 10)) === undefined) return undefined;
      return cell.length === 10 || isoTime.test(cell) ? cell : undefined;
    case 'time':
      if (typeof cell !== 'string') return strict ? undefined : cell;
      return !strict || /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/.test(cell) ? cell : undefined;
    case 'blob':
    case 'any':
      return strict ? `${cell}` : cell;
  }
}

function validDay(text: string): string | undefined {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text ? text : undefined;
}
