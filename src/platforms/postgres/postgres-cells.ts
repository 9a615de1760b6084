import type { Cell } from '../../types/index.js';
import {
  decimalCell,
  doubleCell,
  intCell,
  parseDate,
  parseTime,
  parseTimestamp,
} from '../../values/index.js';
import { parseArrayText } from './parse-array-text.js';
import { parseInterval } from './parse-interval.js';
import { secondsPrecision } from './postgres-columns.js';
import { oids, type PostgresTypes } from './postgres-types.js';

/** Turns a value's text, as the server sends it, into its exact cell. */
export type ToCell = (text: string) => Cell;

/** The reader of a type's values. What it cannot read exactly becomes `other`, in the server's own words. */
export function postgresCells(oid: number, modifier: number, types: PostgresTypes): ToCell {
  const type = types.get(oid);
  if (type === undefined) return (text) => ({ k: 'other', v: text, t: `type ${oid}` });
  const { name } = type;
  const other: ToCell = (text) => ({ k: 'other', v: text, t: name });
  if (type.element !== null) {
    const element = postgresCells(type.element, modifier, types);
    return (text) => parseArrayText(text, type.delimiter, element) ?? other(text);
  }
  if (type.kind === 'enum') return (text) => ({ k: 'enum', v: text });
  switch (type.oid) {
    case oids.bool:
      return (text) => text === 't';
    case oids.int2:
    case oids.int4:
    case oids.oid:
      return (text) => Number(text);
    case oids.int8:
      return (text) => intCell(BigInt(text));
    case oids.numeric:
      return (text) => numericCell(text) ?? other(text);
    case oids.float4:
      return (text) => doubleCell(Math.fround(Number(text)));
    case oids.float8:
      return (text) => doubleCell(Number(text));
    case oids.bytea:
      return (text) =>
        text.startsWith('\\x')
          ? { k: 'blob', v: new Uint8Array(Buffer.from(text.slice(2), 'hex')) }
          : other(text);
    case oids.date:
      return (text) => parseDate(text) ?? other(text);
    case oids.time:
    case oids.timetz:
      return (text) => parseTime(text) ?? other(text);
    case oids.timestamp:
    case oids.timestamptz: {
      const precision = secondsPrecision(modifier);
      const timeZone = type.oid === oids.timestamptz;
      return (text) => parseTimestamp(text, { precision, timeZone }) ?? other(text);
    }
    case oids.interval:
      return (text) => parseInterval(text) ?? other(text);
    case oids.uuid:
      return (text) => ({ k: 'uuid', v: text });
    case oids.json:
    case oids.jsonb:
      return (text) => ({ k: 'json', v: text });
    case oids.bit:
    case oids.varbit:
      return (text) => ({ k: 'bits', v: text });
    default:
      return type.kind === 'text' ? (text) => text : other;
  }
}

function numericCell(text: string): Cell | null {
  try {
    return decimalCell(text);
  } catch {
    // Longer than any number that is compared digit by digit.
    return null;
  }
}
