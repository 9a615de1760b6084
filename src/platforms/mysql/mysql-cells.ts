import { isUtf8 } from 'node:buffer';
import type { Cell, Column } from '../../types/index.js';
import {
  decimalCell,
  doubleCell,
  intCell,
  parseDate,
  parseTime,
  parseTimestamp,
} from '../../values/index.js';
import type { MysqlField } from './mysql-column.js';

/** Reads the bytes of one value as the text protocol sends them. */
export type MysqlCellReader = (bytes: Buffer) => Cell;

/**
 * How the values of a column become cells; decided once per column. A FLOAT is what its text says: the server sends six
 * digits of it. DATETIME and TIMESTAMP both are timestamps without a zone, because expressions turn one into the other.
 * Zero dates, and times below zero or past a day, are cells of the kind `other` with the server's text.
 */
export function mysqlCells(
  { kind, engineType }: Column,
  { columnLength, decimals }: MysqlField,
): MysqlCellReader {
  switch (kind) {
    case 'int':
      return integer;
    case 'dec':
      return (bytes) => decimalCell(ascii(bytes));
    case 'f64':
      return engineType.startsWith('float')
        ? (bytes) => doubleCell(Math.fround(Number(ascii(bytes))))
        : (bytes) => doubleCell(Number(ascii(bytes)));
    case 'blob':
      return (bytes) => ({ k: 'blob', v: Uint8Array.from(bytes) });
    case 'bits':
      return (bytes) => ({ k: 'bits', v: bits(bytes, columnLength) });
    case 'json':
      return (bytes) => ({ k: 'json', v: bytes.toString('utf8') });
    case 'enum':
      return (bytes) => ({ k: 'enum', v: bytes.toString('utf8') });
    case 'date':
      return (bytes) => parseDate(ascii(bytes)) ?? other(bytes, 'DATE');
    case 'time':
      return (bytes) => parseTime(ascii(bytes)) ?? other(bytes, 'TIME');
    case 'ts': {
      const type = { precision: Math.min(decimals, 6), timeZone: false };
      return (bytes) => parseTimestamp(ascii(bytes), type) ?? other(bytes, 'DATETIME');
    }
    case 'text':
      return text;
    default:
      return (bytes) => other(bytes, engineType);
  }
}

function integer(bytes: Buffer): Cell {
  const digits = ascii(bytes);
  return digits.length < 16 ? intCell(Number(digits)) : intCell(BigInt(digits));
}

function text(bytes: Buffer): Cell {
  const shown = bytes.toString('utf8');
  return isUtf8(bytes) ? shown : { k: 'text', v: shown, raw: Uint8Array.from(bytes) };
}

function bits(bytes: Buffer, length: number): string {
  return Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .slice(-length)
    .padStart(length, '0');
}

function ascii(bytes: Buffer): string {
  return bytes.toString('latin1');
}

function other(bytes: Buffer, type: string): Cell {
  return { k: 'other', v: bytes.toString('utf8'), t: type };
}
