import { expect, test } from 'vitest';
import { madeResult, madeScore } from '../../../test/fixtures/made-run.js';
import type { Column, Witness } from '../../types/index.js';
import { createStyles } from '../text/styles.js';
import { renderFailure } from './render-failure.js';
import { witnessBlock } from './witness-block.js';

const column = (name: string): Column => ({ name, engineType: '', kind: 'mixed' });
const witness: Witness = {
  ddl: ['CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT)', 'CREATE TABLE concert (singer INTEGER)'],
  inserts: ["INSERT INTO singer (id, name) VALUES (1, 'Foo\u001b[31m')"],
  tables: [
    { name: 'singer', columns: ['id', 'name'], rows: [[1, 'Foo\u001b[31m']] },
    { name: 'concert', columns: ['singer'], rows: [] },
  ],
  goldColumns: [column('name')],
  goldRows: [['Foo\u001b[31m']],
  candidateColumns: [column('name')],
  candidateRows: [],
  engine: 'sqlite 3.50.0',
  confirmedOnTarget: false,
  realism: 'synthetic',
  needs: ['empty-table'],
  stable: true,
};
const options = { columns: 90, styles: createStyles(false) };

test('a counterexample is tables, both results side by side and statements to paste', () => {
  expect(witnessBlock(witness, options).join('\n')).toMatchInlineSnapshot(`
    "the queries differ on a 1-row database of made-up rows · needs an empty table · executed
    on sqlite 3.50.0 · not confirmed on the target engine
    table singer
    ┌────┬─────────────────┐
    │ id │ name            │
    ├────┼─────────────────┤
    │ 1  │ 'Foo\\u{1b}[31m' │
    └────┴─────────────────┘
    table concert (empty)
    gold result: 1 row    model's result: no rows
    ┌─────────────────┐
    │ name            │
    ├─────────────────┤
    │ 'Foo\\u{1b}[31m' │
    └─────────────────┘
    paste this to see it:
    CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE concert (singer INTEGER);
    INSERT INTO singer (id, name) VALUES (1, 'Foo\\u{1b}[31m');"
  `);
});

test('on a narrow terminal the results stand below each other, and only statements are longer than it', () => {
  const lines = witnessBlock(witness, { ...options, columns: 40 });
  const at = lines.findIndex((line) => line.startsWith('gold result'));
  expect(lines.findIndex((line) => line.startsWith("model's result"))).toBeGreaterThan(at);
  for (const line of lines.slice(0, lines.indexOf('paste this to see it:')))
    expect(line.length).toBeLessThanOrEqual(40);
});

test('of many rows and columns only some are shown, and the others are counted', () => {
  const names = Array.from({ length: 40 }, (_, at) => `c${at}`);
  const rows = Array.from({ length: 50 }, () => names.map(() => 1));
  const text = witnessBlock({ ...witness, tables: [{ name: 'wide', columns: names, rows }] }, options).join(
    '\n',
  );
  expect(text).toMatch(/… 38 more rows\n… \d+ more columns not shown/);
});

test('stands in the block of a fail, and of a pass that it makes fragile', () => {
  const score = {
    ...madeScore('pass', 'w', { flags: ['fragile'] }),
    score: { ...madeScore('pass', 'w').score, witness },
  };
  const text = renderFailure(madeResult('pass', 'c', { scores: [score] }), { columns: 90, colors: false });
  expect(text).toContain('the queries differ on a 1-row database of made-up rows');
  expect(text).not.toContain('\u001b');
});
