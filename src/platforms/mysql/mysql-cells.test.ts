import { expect, test } from 'vitest';
import type { Cell } from '../../types/index.js';
import { mysqlCells } from './mysql-cells.js';
import { type MysqlField, mysqlColumn } from './mysql-column.js';

const plain: MysqlField = {
  name: 'c',
  columnType: 253,
  characterSet: 45,
  columnLength: 80,
  flags: 0,
  decimals: 0,
};

function read(field: Partial<MysqlField>, bytes: string | Buffer): Cell {
  const whole = { ...plain, ...field };
  return mysqlCells(mysqlColumn(whole), whole)(Buffer.from(bytes as string));
}

/** Types that MariaDB does not send, and bytes that no server should; the others are read from a server. */
test('JSON of MySQL is JSON, though it calls itself binary', () => {
  const json = { columnType: 245, characterSet: 63 };
  expect(mysqlColumn({ ...plain, ...json })).toEqual({ name: 'c', engineType: 'json', kind: 'json' });
  expect(read(json, '{"a": 9007199254740993}')).toEqual({ k: 'json', v: '{"a": 9007199254740993}' });
});

test('a vector is its bytes, and a type nobody knows is the text of the server', () => {
  expect(read({ columnType: 242, characterSet: 63 }, Buffer.from([0, 0, 128, 63]))).toEqual({
    k: 'blob',
    v: Uint8Array.from([0, 0, 128, 63]),
  });
  expect(read({ columnType: 200 }, 'x')).toEqual({ k: 'other', v: 'x', t: 'type 200' });
});

test('text that is no UTF-8 keeps its bytes', () => {
  expect(read({}, Buffer.from([0xff, 0x41]))).toEqual({
    k: 'text',
    v: '\ufffdA',
    raw: Uint8Array.from([0xff, 0x41]),
  });
});

test('sizes of types are counted without sign and point, and in characters', () => {
  const engineType = (field: Partial<MysqlField>): string => mysqlColumn({ ...plain, ...field }).engineType;
  expect(engineType({ columnType: 246, columnLength: 12, decimals: 2 })).toBe('decimal(10,2)');
  expect(engineType({ columnType: 246, columnLength: 11, decimals: 2, flags: 32 })).toBe(
    'decimal(10,2) unsigned',
  );
  expect(engineType({ columnType: 246, columnLength: 11, decimals: 0 })).toBe('decimal(10,0)');
  expect(engineType({ columnType: 253, columnLength: 80 })).toBe('varchar(20)');
  expect(engineType({ columnType: 253, characterSet: 63, columnLength: 5 })).toBe('varbinary(5)');
  expect(engineType({ columnType: 254, characterSet: 63, columnLength: 4 })).toBe('binary(4)');
});
