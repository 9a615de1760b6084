import { describe, expect, it } from 'vitest';
import { parseStoredDatabase, printStoredDatabase, type StoredDatabase } from './stored-database.js';

const stored: StoredDatabase = {
  realism: 'real-values',
  tables: [
    {
      name: 't',
      columns: ['a', 'b'],
      rows: [
        [1, null],
        [{ k: 'int', v: 2n ** 60n }, "it's"],
      ],
    },
  ],
};

describe('stored databases', () => {
  it('come back as they were', () => {
    expect(parseStoredDatabase(printStoredDatabase(stored))).toEqual(stored);
  });

  it.each([
    '',
    '{}',
    '[]',
    '{"realism":"synthetic"}',
    '{"realism":"odd","tables":[]}',
    '{"realism":"synthetic","tables":[{"name":"t","columns":["a"],"rows":[[1,2]]}]}',
    '{"realism":"synthetic","tables":[{"name":"t","columns":[1],"rows":[]}]}',
    '{"realism":"synthetic","tables":[{"name":"t","columns":["a"],"rows":[[{"strange":1}]]}]}',
  ])('%s is none', (text) => {
    expect(parseStoredDatabase(text)).toBeNull();
  });
});
