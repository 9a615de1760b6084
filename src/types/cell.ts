/**
 * One exact database value, independent of the engine it came from.
 *
 * - `null`: SQL NULL
 * - `string`: text, valid Unicode
 * - `boolean`: a value of a boolean type
 * - `number`: a safe integer is an exact integer; a finite number with a fraction is a double
 * - tagged: everything else. Doubles whose value is an integer, `-0`, NaN and the infinities are tagged `f64`, so that
 *   a cell says by itself what it is, without its column.
 */
export type Cell = null | string | number | boolean | TaggedCell;

/** A cell that a plain JavaScript value cannot hold exactly. */
export type TaggedCell =
  | { readonly k: 'int'; readonly v: bigint }
  /** An exact decimal: `u` times ten to the power of minus `s`; `s` is the scale the engine sent. */
  | { readonly k: 'dec'; readonly u: bigint; readonly s: number }
  | { readonly k: 'f64'; readonly v: number }
  /** Text whose bytes are not valid UTF-8: `v` shows it with U+FFFD, `raw` is what is compared. */
  | { readonly k: 'text'; readonly v: string; readonly raw: Uint8Array }
  | { readonly k: 'blob'; readonly v: Uint8Array }
  /** Days since 1970-01-01 in the proleptic Gregorian calendar. */
  | { readonly k: 'date'; readonly d: number | 'inf' | '-inf' }
  /** Nanoseconds since midnight; `off` is the offset from UTC in seconds where the type has one. */
  | { readonly k: 'time'; readonly ns: bigint; readonly off?: number }
  /** Nanoseconds since the epoch (UTC if `tz`); `p` is the number of fractional digits of the source type. */
  | { readonly k: 'ts'; readonly ns: bigint | 'inf' | '-inf'; readonly p: number; readonly tz: boolean }
  /** Months, days and nanoseconds, never one duration. */
  | { readonly k: 'ivl'; readonly mo: number; readonly d: number; readonly ns: bigint }
  | { readonly k: 'json' | 'uuid' | 'bits' | 'enum'; readonly v: string }
  /** A type we do not know, in the engine's own text; `t` is the engine's type name. */
  | { readonly k: 'other'; readonly v: string; readonly t: string }
  | { readonly k: 'list'; readonly v: readonly Cell[] }
  | { readonly k: 'struct'; readonly v: readonly (readonly [string, Cell])[] }
  | { readonly k: 'map'; readonly v: readonly (readonly [Cell, Cell])[] };

/** What a column's cells are, as far as its type says; `mixed` where the engine types each value by itself. */
export type CellKind =
  | 'bool'
  | 'int'
  | 'dec'
  | 'f64'
  | 'text'
  | 'blob'
  | 'date'
  | 'time'
  | 'ts'
  | 'ivl'
  | 'json'
  | 'uuid'
  | 'bits'
  | 'enum'
  | 'list'
  | 'struct'
  | 'map'
  | 'other'
  | 'mixed';

/** One output column of a query. Names may repeat. */
export interface Column {
  readonly name: string;
  /** The engine's own name of the type, such as `DECIMAL(10,2)`; empty where the engine has none. */
  readonly engineType: string;
  readonly kind: CellKind;
  readonly precision?: number;
  readonly scale?: number;
  readonly nullable?: boolean;
}

/** Cells in column order. */
export type Row = readonly Cell[];

/** Rows with their columns. `truncated` says which cap cut it, if any. */
export interface ResultSet {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly truncated?: Truncation | null;
}

export type Truncation = 'rows' | 'bytes';
