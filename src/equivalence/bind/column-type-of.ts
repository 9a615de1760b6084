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
  return {
    identity: exact ? identityOf(type, semantics) : null,
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

/** A column of NUMERIC affinity stores what one of INTEGER affinity stores; one without affinity tells 1 from 1.0. */
const stored = { INTEGER: 'integer', NUMERIC: 'integer', REAL: 'real', TEXT: 'text', BLOB: null } as const;

function identityOf(type: ReturnType<typeof columnType>, semantics: DialectSemantics): string | null {
  if (type.affinity !== undefined) return stored[type.affinity];
  if (type.class === 'text') return semantics.exactText ? 'text' : null;
  if (type.class === 'decimal') return type.scale === undefined ? null : `decimal ${type.scale}`;
  return type.class === 'integer' || type.class === 'date' || type.class === 'boolean' ? type.class : null;
}
