import { columnType } from '../../catalog/index.js';
import type { CatalogColumn, CatalogTable } from '../../types/index.js';
import type { ColumnType } from '../algebra/index.js';
import type { DialectSemantics } from './dialect-semantics.js';

/** What the declared type of a column promises in this dialect. */
export function columnTypeOf(
  column: CatalogColumn,
  table: CatalogTable,
  semantics: DialectSemantics,
): ColumnType {
  const type = columnType(column.type, semantics.name, table.strict ?? false);
  const exact = column.collation === undefined && type.padded === undefined;
  const anything = type.canHoldAnything === true;
  const name = type.affinity === undefined ? nameOf(type, column.type, semantics) : stored[type.affinity];
  return {
    name,
    identity: exact ? identityOf(type, name, semantics) : null,
    numeric: !anything && ['integer', 'decimal', 'float'].includes(type.class),
    integer: !anything && type.class === 'integer',
    affinity: type.affinity === undefined ? null : comparedAs[type.affinity],
  };
}

const comparedAs = {
  INTEGER: 'numeric',
  REAL: 'numeric',
  NUMERIC: 'numeric',
  TEXT: 'text',
  BLOB: 'none',
} as const;

/** A column of NUMERIC affinity stores what one of INTEGER affinity stores. */
const stored = { INTEGER: 'integer', NUMERIC: 'integer', REAL: 'real', TEXT: 'text', BLOB: 'none' } as const;

/** PostgreSQL sums BIGINTs otherwise than smaller integers; elsewhere all integers calculate alike. */
const bigIntegers = /^(bigint|int8|bigserial|serial8)$/;

function nameOf(
  type: ReturnType<typeof columnType>,
  declared: string,
  { sumsKeepTypes }: DialectSemantics,
): string {
  const words = declared.toLowerCase().replace(/\s+/g, ' ').trim();
  if (type.class === 'integer') return !sumsKeepTypes && bigIntegers.test(words) ? 'bigint' : 'integer';
  if (type.class === 'text') return type.padded === undefined ? 'text' : 'char';
  // What a division keeps of a decimal hangs on all its digits in some engines.
  if (type.class === 'decimal') return `decimal${/\(.*\)/.exec(words)?.[0].replace(/ /g, '') ?? ''}`;
  return type.class === 'date' || type.class === 'boolean' ? type.class : words;
}

function identityOf(
  type: ReturnType<typeof columnType>,
  name: string,
  semantics: DialectSemantics,
): string | null {
  // Without affinity a column tells 1 from 1.0.
  if (type.affinity !== undefined) return name === 'none' ? null : name;
  if (type.class === 'text') return semantics.exactText ? 'text' : null;
  if (type.class === 'decimal') return type.scale === undefined ? null : name;
  return type.class === 'integer' || type.class === 'date' || type.class === 'boolean' ? name : null;
}
