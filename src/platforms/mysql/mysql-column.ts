import type { CellKind, Column } from '../../types/index.js';

/** What the server says of a column, as mysql2 hands it on. */
export interface MysqlField {
  readonly name: string;
  readonly columnType: number;
  readonly characterSet: number;
  readonly columnLength: number;
  readonly flags: number;
  readonly decimals: number;
}

const unsignedFlag = 32;
const enumFlag = 256;
const setFlag = 2048;
const binaryCharset = 63;
/** Results are sent in utf8mb4, whose lengths count four bytes for each character. */
const bytesOfCharacter = 4;
/** `decimals` of a number without a fixed scale. */
const anyScale = 31;

/** The protocol's numbers of types, with MySQL's name and our kind. */
const types: Readonly<Record<number, readonly [name: string, kind: CellKind]>> = {
  0: ['decimal', 'dec'],
  1: ['tinyint', 'int'],
  2: ['smallint', 'int'],
  3: ['int', 'int'],
  4: ['float', 'f64'],
  5: ['double', 'f64'],
  6: ['null', 'text'],
  7: ['timestamp', 'ts'],
  8: ['bigint', 'int'],
  9: ['mediumint', 'int'],
  10: ['date', 'date'],
  11: ['time', 'time'],
  12: ['datetime', 'ts'],
  13: ['year', 'int'],
  16: ['bit', 'bits'],
  242: ['vector', 'blob'],
  245: ['json', 'json'],
  246: ['decimal', 'dec'],
  247: ['enum', 'enum'],
  248: ['set', 'text'],
  249: ['blob', 'blob'],
  250: ['blob', 'blob'],
  251: ['blob', 'blob'],
  252: ['blob', 'blob'],
  253: ['varchar', 'text'],
  254: ['char', 'text'],
  255: ['geometry', 'blob'],
};

/**
 * The column of an output. What the server says of NULLs is left out: it calls a column NOT NULL that WITH ROLLUP then
 * puts NULLs in.
 */
export function mysqlColumn(field: MysqlField): Column {
  const { name, columnType, columnLength: length, decimals } = field;
  const [type, kind] = types[columnType] ?? [`type ${columnType}`, 'other'];
  const unsigned = (field.flags & unsignedFlag) !== 0;
  const sign = unsigned ? ' unsigned' : '';
  switch (type) {
    case 'decimal': {
      // The length counts the sign and the point.
      const precision = length - (unsigned ? 0 : 1) - (decimals > 0 ? 1 : 0);
      const engineType = `decimal(${precision},${decimals})${sign}`;
      return { name, engineType, kind, precision, scale: decimals };
    }
    case 'tinyint':
      return { name, engineType: `${length === 1 ? 'tinyint(1)' : type}${sign}`, kind };
    case 'smallint':
    case 'mediumint':
    case 'int':
    case 'bigint':
      return { name, engineType: `${type}${sign}`, kind };
    case 'float':
    case 'double':
      return {
        name,
        engineType: `${type}${decimals < anyScale ? `(${length},${decimals})` : ''}${sign}`,
        kind,
      };
    case 'bit':
      return { name, engineType: `bit(${length})`, kind, precision: length };
    case 'time':
    case 'datetime':
    case 'timestamp':
      return { name, engineType: decimals > 0 && decimals <= 6 ? `${type}(${decimals})` : type, kind };
    case 'blob':
    case 'varchar':
    case 'char':
      return { name, ...stringType(field, type) };
    default:
      return { name, engineType: type, kind };
  }
}

function stringType(
  { flags, characterSet, columnLength }: MysqlField,
  type: 'blob' | 'varchar' | 'char',
): Pick<Column, 'engineType' | 'kind'> {
  if ((flags & enumFlag) !== 0) return { engineType: 'enum', kind: 'enum' };
  if ((flags & setFlag) !== 0) return { engineType: 'set', kind: 'text' };
  const binary = characterSet === binaryCharset;
  if (type === 'blob')
    return binary ? { engineType: 'blob', kind: 'blob' } : { engineType: 'text', kind: 'text' };
  if (binary) return { engineType: `${type.replace('char', 'binary')}(${columnLength})`, kind: 'blob' };
  return { engineType: `${type}(${Math.ceil(columnLength / bytesOfCharacter)})`, kind: 'text' };
}
