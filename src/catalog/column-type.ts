import { columnTypesOf, dialectOf, type TypeClass } from '../dialects/index.js';

/** How SQLite treats what is stored in a column. */
export type Affinity = 'INTEGER' | 'TEXT' | 'BLOB' | 'REAL' | 'NUMERIC';

/** What is known of a column's values from its declared type alone. */
export interface ColumnType {
  readonly class: TypeClass;
  /** Digits after a decimal's point; absent where the declaration leaves it open. */
  readonly scale?: number;
  /** Blanks at the end of a text do not count when it is compared. */
  readonly padded?: true;
  /** Only where columns have one. */
  readonly affinity?: Affinity;
  /** A value of any type can be in the column, whatever its class says. */
  readonly canHoldAnything?: true;
}

/**
 * Reads a declared type, such as `varchar(20)` or `timestamp with time zone`, as the dialect understands it. A type that is
 * not known, an enumeration, an array and the like are `other`.
 *
 * @param strict whether the table was declared STRICT, which only SQLite has
 *
 * @example
 * columnType('DECIMAL(10, 2)', 'duckdb'); // { class: 'decimal', scale: 2 }
 * columnType('DATE', 'sqlite'); // { class: 'date', affinity: 'NUMERIC', canHoldAnything: true }
 */
export function columnType(type: string, dialect: string, strict = false): ColumnType {
  const types = columnTypesOf(dialectOf(dialect).name);
  const { words, parameters } = split(type);
  const found = types.classes.get(words) ?? 'other';
  const scale = found === 'decimal' && !types.affinities ? scaleOf(parameters, types.scale) : null;
  return {
    class: found,
    ...(scale === null ? {} : { scale }),
    ...(types.padded.includes(words) ? { padded: true } : {}),
    ...(types.affinities ? dynamic(type, strict) : {}),
  };
}

/** The affinity of a declared type, by the rules of SQLite in their order. */
export function affinityOf(type: string): Affinity {
  if (/int/i.test(type)) return 'INTEGER';
  if (/char|clob|text/i.test(type)) return 'TEXT';
  if (/blob/i.test(type) || type.trim() === '') return 'BLOB';
  if (/real|floa|doub/i.test(type)) return 'REAL';
  return 'NUMERIC';
}

function dynamic(type: string, strict: boolean): Pick<ColumnType, 'affinity' | 'canHoldAnything'> {
  if (!strict) return { affinity: affinityOf(type), canHoldAnything: true };
  // ANY of a strict table keeps every value as it is given.
  if (/^\s*any\s*$/i.test(type)) return { affinity: 'BLOB', canHoldAnything: true };
  return { affinity: affinityOf(type) };
}

/** The words of a type without its first list of parameters: `timestamp(3) with time zone` is `timestamp with time zone`. */
function split(type: string): { readonly words: string; readonly parameters: string | null } {
  const parts = /^([^(]*)(?:\(([^()]*)\))?(.*)$/s.exec(type.toLowerCase().trim())!;
  const words = `${parts[1]} ${parts[3]}`.replace(/\s+/g, ' ').trim();
  return { words: words.replace(/( signed| zerofill)+$/, ''), parameters: parts[2] ?? null };
}

function scaleOf(parameters: string | null, absent: number | null): number | null {
  if (parameters === null) return absent;
  const numbers = /^\s*\d+\s*(?:,\s*(-?\d+)\s*)?$/.exec(parameters);
  return numbers === null ? null : Number(numbers[1] ?? 0);
}
