import type { Cell } from '../../types/index.js';
import type { ColumnKind } from './column-kind.js';
import type { ColumnHint } from './search-hints.js';

const dates: readonly Cell[] = ['2020-05-06', '2019-12-31', '2021-01-01', '2020-11-15', '2018-03-01'];

const byKind: Readonly<Record<ColumnKind, readonly Cell[]>> = {
  integer: [1, 2, 3, 4, 5, 10, 0, 100],
  real: [1, 2.5, 3, 4.5, 10, 0, 100],
  decimal: [1, 2.5, 3, 4, 10, 0, 100],
  text: ['a', 'b', 'c', 'B', 'ab'],
  date: dates,
  timestamp: ['2020-05-06 10:00:00', '2019-12-31 23:59:59', '2021-01-01 00:00:00', '2020-11-15 08:30:00'],
  time: ['10:00:00', '08:30:00', '23:59:59'],
  boolean: [true, false],
  blob: ['a', 'b'],
  any: ['1', '2', '3'],
};
const numberTexts: readonly Cell[] = ['1', '2', '3', '10', '9', '2.5'];

/** Plain values of a column: by its type, or by what the queries take it for. */
export function baseValues(kind: ColumnKind, hint: ColumnHint, hasBooleans: boolean): readonly Cell[] {
  if (kind === 'boolean' && !hasBooleans) return [1, 0];
  if (kind !== 'text' && kind !== 'any') return byKind[kind];
  if (hint.dates) return [...dates, ...byKind.timestamp.slice(0, 2), 'x'];
  return hint.numbers ? [...numberTexts, ...byKind.text.slice(0, 1)] : byKind[kind];
}

/** A value of the kind that only its number determines: different for different numbers. */
export function numberedValue(kind: ColumnKind, number: number): Cell {
  switch (kind) {
    case 'text':
    case 'blob':
      return `k${number}`;
    case 'any':
      return `${number}`;
    case 'date':
      return day(number);
    case 'timestamp':
      return `${day(number)} 10:00:00`;
    case 'time':
      return new Date(number * 1000).toISOString().slice(11, 19);
    case 'boolean':
      return number % 2 === 0;
    default:
      return number;
  }
}

function day(number: number): string {
  return new Date(Date.UTC(2020, 0, 1) + number * 86_400_000).toISOString().slice(0, 10);
}
