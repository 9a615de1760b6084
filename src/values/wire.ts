import { type Cell, type Row, SqlassayError, type TaggedCell } from '../types/index.js';

/**
 * A cell as JSON holds it: text, finite numbers, booleans and null as they are, everything else an object with one
 * short key that names its type.
 */
export type WireCell = null | string | number | boolean | WireObject;
export interface WireObject {
  readonly [tag: string]: unknown;
}
export type WireRow = readonly WireCell[];

/** The JSON form of a cell; nothing is lost. */
export function encodeCell(cell: Cell): WireCell {
  if (typeof cell === 'object' && cell !== null) return encodeTagged(cell);
  if (typeof cell === 'number' && (!Number.isFinite(cell) || Object.is(cell, -0))) return encodeDouble(cell);
  return cell;
}

/** The JSON form of rows. Rows without tagged cells are passed on as they are, not copied. */
export function encodeRows(rows: readonly Row[]): readonly WireRow[] {
  return rows.map((row) => (row.every(isPlain) ? (row as WireRow) : row.map(encodeCell)));
}

/** The inverse of `encodeCell`. Throws `E_VALUE_WIRE` for what it cannot have written. */
export function decodeCell(wire: WireCell): Cell {
  return typeof wire === 'object' && wire !== null ? decodeTagged(wire) : wire;
}

/** The inverse of `encodeRows`. Rows without tagged cells are passed on as they are, not copied. */
export function decodeRows(rows: readonly WireRow[]): readonly Row[] {
  return rows.map((row) => (row.some(isObject) ? row.map(decodeCell) : (row as Row)));
}

function isPlain(cell: Cell): boolean {
  if (typeof cell === 'number') return Number.isFinite(cell) && !Object.is(cell, -0);
  return typeof cell !== 'object' || cell === null;
}

function isObject(wire: WireCell): boolean {
  return typeof wire === 'object' && wire !== null;
}

function encodeTagged(cell: TaggedCell): WireObject {
  switch (cell.k) {
    case 'int':
      return { i: `${cell.v}` };
    case 'dec':
      return { d: `${cell.u}`, s: cell.s };
    case 'f64':
      return encodeDouble(cell.v);
    case 'text':
      return { x: base64(cell.raw), v: cell.v };
    case 'blob':
      return { b: base64(cell.v) };
    case 'date':
      return { D: cell.d };
    case 'time':
      return cell.off === undefined ? { t: `${cell.ns}` } : { t: `${cell.ns}`, o: cell.off };
    case 'ts':
      return { T: `${cell.ns}`, p: cell.p, z: cell.tz };
    case 'ivl':
      return { I: [cell.mo, cell.d, `${cell.ns}`] };
    case 'json':
      return { j: cell.v };
    case 'uuid':
      return { u: cell.v };
    case 'bits':
      return { B: cell.v };
    case 'enum':
      return { e: cell.v };
    case 'other':
      return { O: cell.v, t: cell.t };
    case 'list':
      return { l: cell.v.map(encodeCell) };
    case 'struct':
      return { S: cell.v.map(([name, value]) => [name, encodeCell(value)]) };
    case 'map':
      return { m: cell.v.map(([key, value]) => [encodeCell(key), encodeCell(value)]) };
  }
}

function encodeDouble(value: number): WireObject {
  if (Object.is(value, -0)) return { f: '-0' };
  return { f: Number.isFinite(value) ? value : `${value}` };
}

type Decoder = (wire: WireObject) => TaggedCell;

// Told apart by the first key: an object on the wire is always written by encodeTagged, which puts it first.
const decoders: Readonly<Record<string, Decoder>> = {
  __proto__: null as never,
  i: (wire) => ({ k: 'int', v: toBigInt(wire.i) }),
  d: (wire) => ({ k: 'dec', u: toBigInt(wire.d), s: toNumber(wire.s) }),
  f: (wire) => ({ k: 'f64', v: typeof wire.f === 'string' ? Number(wire.f) : toNumber(wire.f) }),
  x: (wire) => ({ k: 'text', v: toText(wire.v), raw: toBytes(wire.x) }),
  b: (wire) => ({ k: 'blob', v: toBytes(wire.b) }),
  D: (wire) => ({ k: 'date', d: isInfinity(wire.D) ? wire.D : toNumber(wire.D) }),
  t: (wire) =>
    wire.o === undefined
      ? { k: 'time', ns: toBigInt(wire.t) }
      : { k: 'time', ns: toBigInt(wire.t), off: toNumber(wire.o) },
  T: (wire) => ({
    k: 'ts',
    ns: isInfinity(wire.T) ? wire.T : toBigInt(wire.T),
    p: toNumber(wire.p),
    tz: wire.z === true,
  }),
  I: (wire) => {
    const [months, days, ns] = toList(wire.I);
    return { k: 'ivl', mo: toNumber(months), d: toNumber(days), ns: toBigInt(ns) };
  },
  j: (wire) => ({ k: 'json', v: toText(wire.j) }),
  u: (wire) => ({ k: 'uuid', v: toText(wire.u) }),
  B: (wire) => ({ k: 'bits', v: toText(wire.B) }),
  e: (wire) => ({ k: 'enum', v: toText(wire.e) }),
  O: (wire) => ({ k: 'other', v: toText(wire.O), t: toText(wire.t) }),
  l: (wire) => ({ k: 'list', v: toList(wire.l).map(toCell) }),
  S: (wire) => ({
    k: 'struct',
    v: toList(wire.S).map((field) => {
      const [name, value] = toList(field);
      return [toText(name), toCell(value)] as const;
    }),
  }),
  m: (wire) => ({
    k: 'map',
    v: toList(wire.m).map((entry) => {
      const [key, value] = toList(entry);
      return [toCell(key), toCell(value)] as const;
    }),
  }),
};

function decodeTagged(wire: WireObject): TaggedCell {
  for (const key in wire) {
    const decoder = decoders[key];
    if (decoder === undefined) break;
    return decoder(wire);
  }
  throw malformed(wire);
}

function toCell(value: unknown): Cell {
  if (value === undefined) throw malformed(value);
  return decodeCell(value as WireCell);
}

function isInfinity(value: unknown): value is 'inf' | '-inf' {
  return value === 'inf' || value === '-inf';
}

function toBigInt(value: unknown): bigint {
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value);
  throw malformed(value);
}

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  throw malformed(value);
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  throw malformed(value);
}

function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw malformed(value);
}

function toBytes(value: unknown): Uint8Array {
  return new Uint8Array(Buffer.from(toText(value), 'base64'));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function malformed(value: unknown): SqlassayError {
  return new SqlassayError('E_VALUE_WIRE', {
    what: `${(JSON.stringify(value) ?? 'undefined').slice(0, 80)} is not an encoded value`,
    advice: 'The file was written by another version, or damaged. Start the run again without resuming it.',
  });
}
