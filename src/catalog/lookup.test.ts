import { describe, expect, it } from 'vitest';
import { catalogFromDdl } from './catalog-from-ddl.js';
import { findColumn, findTable, foreignKeyTarget } from './lookup.js';

const read = (ddl: string, dialect: string) => catalogFromDdl(ddl, dialect).catalog;
const quoted = (name: string) => ({ name, quoted: true });

describe('findTable', () => {
  it('ignores case where the engine does', () => {
    const catalog = read('create table "Emp" (a int)', 'sqlite');
    expect(findTable(catalog, 'EMP')?.name).toBe('Emp');
    expect(findTable(catalog, quoted('emp'))?.name).toBe('Emp');
    expect(findTable(catalog, 'empty')).toBeUndefined();
  });

  it('folds names without quotes where those in quotes keep their case', () => {
    const catalog = read('create table "Emp" (a int); create table Dept (a int)', 'postgres');
    expect(findTable(catalog, quoted('Emp'))?.name).toBe('Emp');
    expect(findTable(catalog, 'Emp')).toBeUndefined();
    expect(findTable(catalog, 'DEPT')?.name).toBe('dept');
    expect(findTable(catalog, quoted('DEPT'))).toBeUndefined();
  });

  it('looks in the schema that is meant', () => {
    const catalog = read(
      'create table t (a int); create table Other.t (b int); create table other.u (a int)',
      'postgres',
    );
    expect(findTable(catalog, 't')?.columns[0]?.name).toBe('a');
    expect(findTable(catalog, 't', 'PUBLIC')?.columns[0]?.name).toBe('a');
    expect(findTable(catalog, 't', 'other')?.columns[0]?.name).toBe('b');
    expect(findTable(catalog, 't', 'third')).toBeUndefined();
    expect(findTable(catalog, 'u')).toBeUndefined();
  });

  it('does not choose between two tables', () => {
    const table = {
      kind: 'table',
      columns: [],
      primaryKey: [],
      unique: [],
      foreignKeys: [],
      checks: [],
    } as const;
    const tables = [
      { name: 'a', ...table },
      { name: 'A', ...table },
    ];
    expect(findTable({ dialect: 'generic', tables }, 'a')).toBeUndefined();
  });
});

describe('findColumn', () => {
  it('folds names as the engine does', () => {
    const [table] = read('create table t ("Id" int, name text)', 'postgres').tables;
    expect(findColumn(table!, quoted('Id'), 'postgres')?.type).toBe('int');
    expect(findColumn(table!, 'Id', 'postgres')).toBeUndefined();
    expect(findColumn(table!, 'NAME', 'postgres')?.type).toBe('text');
    expect(findColumn(table!, 'id', 'duckdb')?.type).toBe('int');
  });
});

describe('foreignKeyTarget', () => {
  const target = (ddl: string) => {
    const catalog = read(`create table p (x int, "Y" int, primary key (x, "Y")); ${ddl}`, 'sqlite');
    const found = foreignKeyTarget(catalog, catalog.tables[1]!.foreignKeys[0]!);
    return found && [found.table.name, ...found.columns];
  };

  it('is the primary key where no column is named', () => {
    expect(target('create table c (a int, b int, foreign key (a, b) references P)')).toEqual(['p', 'x', 'Y']);
  });

  it('spells columns as their table does', () => {
    expect(target('create table c (a int references p (y))')).toEqual(['p', 'Y']);
  });

  it('is unknown where the catalogue does not have it', () => {
    expect(target('create table c (a int references p)')).toBeUndefined();
    expect(target('create table c (a int references p (z))')).toBeUndefined();
    expect(target('create table c (a int references q (z))')).toBeUndefined();
  });
});
