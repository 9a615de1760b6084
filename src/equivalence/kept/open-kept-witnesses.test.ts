import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { catalogFromDdl } from '../../catalog/index.js';
import type { Row, Witness } from '../../types/index.js';
import { openKeptWitnesses } from './open-kept-witnesses.js';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'kept-')), 'witnesses');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const { catalog } = catalogFromDdl('create table t (id integer primary key, b text)', 'sqlite');
const about = { gold: 'SELECT 1', candidate: 'SELECT 2' };

function witnessOf(rows: readonly Row[], name = 't'): Witness {
  return {
    ddl: [`CREATE TABLE ${name} (id INTEGER PRIMARY KEY, b TEXT)`],
    inserts: [`INSERT INTO ${name} VALUES (1, 'x')`],
    tables: [{ name, columns: ['id', 'b'], rows }],
    goldColumns: [],
    goldRows: [],
    candidateColumns: [],
    candidateRows: [],
    engine: 'sqlite 3',
    confirmedOnTarget: true,
    realism: 'synthetic',
    needs: ['null'],
    stable: true,
  };
}

test('what is kept is found by another opening, value by value', async () => {
  const rows: Row[] = [
    [1, 'x'],
    [{ k: 'int', v: 2n ** 60n }, null],
    [3, 'line\nbreak " \u0000'],
  ];
  expect(await openKeptWitnesses(folder).find(catalog)).toEqual([]);
  await openKeptWitnesses(folder).keep(witnessOf(rows), about);
  expect(await openKeptWitnesses(folder).find(catalog)).toMatchObject([
    { realism: 'synthetic', tables: [{ name: 't', columns: ['id', 'b'], rows }] },
  ]);
});

test('a file is to be read by people, under a name that hangs on the rows only', async () => {
  const kept = openKeptWitnesses(folder);
  await kept.keep(witnessOf([[1, 'x']]), about);
  await kept.keep(witnessOf([[1, 'x']]), { gold: 'SELECT 3', candidate: 'SELECT 4' });
  await openKeptWitnesses(folder).keep(witnessOf([[1, 'x']]), about);
  const names = readdirSync(folder);
  expect(names).toHaveLength(1);
  expect(names[0]).toMatch(/^t-[0-9a-f]{12}\.json$/);
  expect(readFileSync(join(folder, names[0]!), 'utf8')).toMatchInlineSnapshot(`
    "{
      "schemaVersion": 1,
      "gold": "SELECT 1",
      "candidate": "SELECT 2",
      "engine": "sqlite 3",
      "realism": "synthetic",
      "needs": ["null"],
      "tables": [
        {
          "name": "t",
          "columns": ["id","b"],
          "rows": [
            [1,"x"]
          ]
        }
      ],
      "sql": [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, b TEXT);",
        "INSERT INTO t VALUES (1, 'x');"
      ]
    }
    "
  `);
});

test('only databases of the catalogue’s tables are found', async () => {
  const kept = openKeptWitnesses(folder);
  await kept.keep(witnessOf([[1, 'x']], 'elsewhere'), about);
  expect(await kept.find(catalog)).toEqual([]);
  const narrow = catalogFromDdl('create table t (id integer)', 'sqlite').catalog;
  await kept.keep(witnessOf([[1, 'x']]), about);
  expect(await kept.find(narrow)).toEqual([]);
  expect(await kept.find(catalog)).toHaveLength(1);
});

test('no more than a few of the same tables are kept', async () => {
  const kept = openKeptWitnesses(folder);
  for (let at = 0; at < 30; at++) await kept.keep(witnessOf([[at, 'x']]), about);
  expect(readdirSync(folder)).toHaveLength(20);
});

test('files that are none of ours are passed over', async () => {
  await openKeptWitnesses(folder).keep(witnessOf([[1, 'x']]), about);
  const hostile = {
    schemaVersion: 1,
    realism: 'real-rows',
    tables: [{ name: 't', columns: ['id'], rows: Array(5000).fill([1]) }],
  };
  for (const [at, text] of [
    '',
    'not json',
    '[]',
    '{"tables":{}}',
    '{"realism":"synthetic","tables":[{"name":"t","columns":["id"],"rows":[[1,2]]}]}',
    '{"realism":"synthetic","tables":[{"name":"t","columns":["id"],"rows":[[{"k":"?"}]]}]}',
    JSON.stringify(hostile),
    '['.repeat(100_000),
  ].entries())
    writeFileSync(join(folder, `broken-${at}.json`), text);
  writeFileSync(join(folder, 'notes.txt'), 'mine');
  const found = await openKeptWitnesses(folder).find(catalog);
  expect(found.map(({ tables }) => tables[0]!.rows)).toEqual([[[1, 'x']]]);
});

test('a folder that cannot be written keeps nothing and breaks nothing', async () => {
  writeFileSync(folder, 'a file where the folder would be');
  const kept = openKeptWitnesses(folder);
  await kept.keep(witnessOf([[1, 'x']]), about);
  expect(readFileSync(folder, 'utf8')).toBe('a file where the folder would be');
});
