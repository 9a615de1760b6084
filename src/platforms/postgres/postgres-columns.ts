import type { FieldDef } from 'pg';
import type { Column } from '../../types/index.js';
import { oids, type PostgresType, type PostgresTypes } from './postgres-types.js';

/** A column as the server describes it in front of the rows. */
export function postgresColumn(field: FieldDef, types: PostgresTypes): Column {
  const { name, dataTypeID: oid, dataTypeModifier: modifier } = field;
  const type = types.get(oid);
  if (type === undefined) return { name, engineType: `type ${oid}`, kind: 'other' };
  const column = { name, engineType: spelledType(type, modifier, types), kind: type.kind };
  if (type.oid !== oids.numeric || modifier < 4) return column;
  return { ...column, ...numericModifier(modifier) };
}

/** How many fractional digits of a second a type has, 6 without a modifier. */
export function secondsPrecision(modifier: number): number {
  return modifier < 0 || modifier > 6 ? 6 : modifier;
}

function spelledType(type: PostgresType, modifier: number, types: PostgresTypes): string {
  if (type.element !== null) {
    const element = types.get(type.element);
    return element === undefined ? type.name : `${spelledType(element, modifier, types)}[]`;
  }
  if (modifier < 0) return type.name;
  const put = (inside: string): string =>
    type.name.replace(/^(bit varying|character varying|\w+)/, `$1(${inside})`);
  switch (type.oid) {
    case oids.numeric: {
      const { precision, scale } = numericModifier(modifier);
      return put(`${precision},${scale}`);
    }
    case oids.varchar:
    case oids.bpchar:
      return put(String(modifier - 4));
    case oids.bit:
    case oids.varbit:
    case oids.time:
    case oids.timetz:
    case oids.timestamp:
    case oids.timestamptz:
      return put(String(modifier));
    default:
      return type.name;
  }
}

/** Precision in the upper half; the scale in eleven bits of the lower, negative ones since version 15. */
function numericModifier(modifier: number): { readonly precision: number; readonly scale: number } {
  const value = modifier - 4;
  return { precision: (value >> 16) & 0xffff, scale: ((value & 0x7ff) ^ 1024) - 1024 };
}
