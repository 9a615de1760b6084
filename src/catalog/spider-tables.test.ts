import { describe, expect, it } from 'vitest';
import { SqlassayError } from '../types/index.js';
import { catalogFromBird, catalogFromSpiderTables } from './spider-tables.js';

const pets = {
  db_id: 'pets',
  table_names: ['student', 'has pet'],
  table_names_original: ['Student', 'Has_Pet'],
  column_names: [
    [-1, '*'],
    [0, 'student id'],
  ],
  column_names_original: [
    [-1, '*'],
    [0, 'StuID'],
    [0, 'Age'],
    [1, 'StuID'],
    [1, 'PetID'],
  ],
  column_types: ['text', 'number', 'number', 'number', 'text'],
  primary_keys: [1],
  foreign_keys: [[3, 1]],
};

describe('catalogFromSpiderTables', () => {
  it('gives tables with their columns and keys', () => {
    expect(catalogFromSpiderTables(pets)).toEqual({
      dialect: 'sqlite',
      tables: [
        {
          name: 'Student',
          kind: 'table',
          columns: [
            { name: 'StuID', type: 'number', nullable: true },
            { name: 'Age', type: 'number', nullable: true },
          ],
          primaryKey: ['StuID'],
          unique: [],
          foreignKeys: [],
          checks: [],
        },
        {
          name: 'Has_Pet',
          kind: 'table',
          columns: [
            { name: 'StuID', type: 'number', nullable: true },
            { name: 'PetID', type: 'text', nullable: true },
          ],
          primaryKey: [],
          unique: [],
          foreignKeys: [{ columns: ['StuID'], references: { table: 'Student', columns: ['StuID'] } }],
          checks: [],
        },
      ],
    });
  });

  it('reads composite keys as Spider and as BIRD write them', () => {
    const keys = (primary_keys: unknown) =>
      catalogFromBird({ ...pets, primary_keys }).tables.map(({ primaryKey }) => primaryKey);
    expect(keys([1, [3, 4]])).toEqual([['StuID'], ['StuID', 'PetID']]);
    expect(keys([1, 3, 4])).toEqual([['StuID'], ['StuID', 'PetID']]);
  });

  it.each([
    [{ ...pets, column_types: undefined }, /database "pets": .*column_types/],
    [{ ...pets, primary_keys: [9] }, /names column 9/],
    [{ ...pets, foreign_keys: [[3, 0]] }, /names table -1/],
    [null, /an entry without db_id/],
  ])('refuses an entry that is not of the format', (entry, message) => {
    let thrown: unknown;
    try {
      catalogFromSpiderTables(entry);
    } catch (error) {
      thrown = error;
    }
    expect(SqlassayError.is(thrown) && thrown.code).toBe('E_SCHEMA_FILE_INVALID');
    expect((thrown as Error).message).toMatch(message);
  });
});
