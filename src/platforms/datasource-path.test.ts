import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { datasourceSource } from './datasource-path.js';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'datasource-'));
  mkdirSync(join(root, 'data', 'a b.c'), { recursive: true });
  writeFileSync(join(root, 'data', 'a b.c', 'a b.c.sqlite'), '');
  writeFileSync(join(root, 'secret.sqlite'), '');
  writeFileSync(join(root, 'seed.sql'), '');
});
afterAll(() => rmSync(root, { recursive: true }));

const many = () => ({ kind: 'sqlite', path: join(root, 'data/{db_id}/{db_id}.sqlite') }) as const;

describe('datasourceSource', () => {
  test('puts the database of the case in its place', () => {
    expect(datasourceSource('many', many(), 'a b.c')).toEqual({
      kind: 'file',
      path: join(root, 'data/a b.c/a b.c.sqlite'),
    });
  });

  test('takes files and scripts as they are', () => {
    const path = join(root, 'secret.sqlite');
    expect(datasourceSource('one', { kind: 'sqlite', path })).toEqual({ kind: 'file', path });
    const scripts = [join(root, 'seed.sql')];
    expect(datasourceSource('made', { kind: 'duckdb', scripts })).toEqual({
      kind: 'scripts',
      files: scripts,
    });
  });

  test.each(['..', '.', '../secret', 'a/../../secret', '/etc/passwd', 'a\\b', '', 'a\0b', '..\\secret'])(
    'refuses %j as a database',
    (dbId) => {
      const flat = { kind: 'sqlite', path: join(root, 'data/{db_id}.sqlite') } as const;
      expect(() => datasourceSource('many', flat, dbId)).toThrow(
        expect.objectContaining({ code: 'E_DB_ID_INVALID', where: 'datasources.many' }),
      );
    },
  );

  test('asks for the database where the case gives none', () => {
    expect(() => datasourceSource('many', many())).toThrow(
      expect.objectContaining({ code: 'E_DB_ID_INVALID' }),
    );
  });

  test.each([
    ['a file', () => ({ kind: 'duckdb', path: join(root, 'none.duckdb') }) as const],
    ['a folder', () => ({ kind: 'duckdb', path: join(root, 'data') }) as const],
    [
      'a script',
      () => ({ kind: 'duckdb', scripts: [join(root, 'seed.sql'), join(root, 'none.sql')] }) as const,
    ],
  ])('says which %s is missing', (_what, config) => {
    expect(() => datasourceSource('shop', config())).toThrow(
      expect.objectContaining({ code: 'E_DATABASE_MISSING', where: 'datasources.shop' }),
    );
  });
});
