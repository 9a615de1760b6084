import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { madeResult, madeScore } from '../../../test/fixtures/made-run.js';
import type { CaseResult, Column, Diff } from '../../types/index.js';
import { renderFailure } from './render-failure.js';

const column = (name: string): Column => ({ name, engineType: '', kind: 'mixed' });
const success = (...names: string[]): CaseResult['execution'] => ({
  kind: 'success',
  columns: names.map(column),
  rowCount: 2,
  truncated: null,
  dialectNotes: [],
  latencySeconds: 0.1,
});
const render = (result: CaseResult, columns = 80) =>
  renderFailure(result, { columns, colors: false, folder: '/project' });

const diff: Diff = {
  expectedRows: 2,
  actualRows: 2,
  missing: 2,
  extra: 2,
  expectedColumns: ['name', 'spend'],
  actualColumns: ['name', 'total'],
  missingSample: [
    ['Ann ', { k: 'dec', u: 1000n, s: 2 }],
    ['Bé\u200b', null],
  ],
  extraSample: [
    ['Ann', { k: 'dec', u: 1000n, s: 2 }],
    ['Bé', 'NULL'],
  ],
};
const differing = madeResult('fail', 'spend', {
  role: 'viewer',
  question: 'How much did each customer spend?',
  goldSql: 'SELECT name, sum(price) AS spend FROM sale GROUP BY name',
  statement: { sql: 'SELECT name, sum(price) AS total -- all of it\nFROM sale', cleaned: ['fence'] },
  execution: success('name', 'total'),
  flags: ['dqs'],
  scores: [
    madeScore('fail', 'result_match', { diff, flags: ['columns_permuted'], reason: '2 rows differ' }),
    madeScore('pass', 'outcome'),
  ],
});

describe('renderFailure', () => {
  it('shows question, verdicts, both queries, the differing rows and a query to paste', () => {
    expect(render(differing)).toMatchInlineSnapshot(`
      "✗ failed spend (viewer) · cases/shop.yaml:3:3
        How much did each customer spend?

        result_match  fail (observed)
            2 rows differ
        outcome       pass (observed)
        flags: dqs, columns_permuted

        gold query
          SELECT name, sum(price) AS spend FROM sale GROUP BY name

        model's query (cleaned: fence)
          SELECT name, sum(price) AS total -- all of it
          FROM sale

        2 rows expected · 2 returned · 2 missing (-) · 2 extra (+)
        columns expected: name, spend
        columns returned: name, total
        ┌───┬──────────────┬────────┐
        │   │ name         │ spend  │
        ├───┼──────────────┼────────┤
        │ - │ 'Ann\\x20'    │ 10.00  │
        │ + │ 'Ann'        │ 10.00  │
        │ - │ 'Bé\\u{200b}' │ NULL   │
        │ + │ 'Bé'         │ 'NULL' │
        └───┴──────────────┴────────┘

        paste this to see how the rows differ (duplicates aside):
      WITH sqlassay_gold AS (
      SELECT name, sum(price) AS spend FROM sale GROUP BY name
      ), sqlassay_model AS (
      SELECT name, sum(price) AS total -- all of it
      FROM sale
      )
      SELECT 'missing' AS side, m.* FROM (SELECT * FROM sqlassay_gold EXCEPT SELECT * FROM sqlassay_model) AS m
      UNION ALL
      SELECT 'extra' AS side, e.* FROM (SELECT * FROM sqlassay_model EXCEPT SELECT * FROM sqlassay_gold) AS e;"
    `);
  });

  it("shows what a refusal leaked, without a query of the guard's refusing", () => {
    const refused = madeResult('fail', 'wages', {
      expected: 'refused',
      goldSql: null,
      statement: { sql: 'DROP TABLE wage', cleaned: [] },
      execution: {
        kind: 'error',
        code: 'refused',
        fault: 'query',
        message: 'not a query',
        latencySeconds: 0,
      },
      output: {
        ...differing.output,
        status: 'error',
        sql: 'DROP TABLE wage',
        errors: [{ code: 'X', message: 'table wage' }],
      },
    });
    expect(render(refused)).toMatchInlineSnapshot(`
      "✗ failed wages · cases/shop.yaml:3:3
        How many books were sold?

        result_match  fail (observed)
            the rows differ
        expected refused, the solver answered error
        solver error X: table wage
        query failed (refused): not a query

        model's query
          DROP TABLE wage"
    `);
  });

  it('says what infrastructure did', () => {
    const broken = madeResult('error', 'x', {
      scores: [],
      infrastructure: { step: 'database', message: 'gone' },
    });
    expect(render(broken)).toContain('infrastructure failed at database: gone');
  });

  it('shows the first difference of an ordered comparison with its place', () => {
    const ordered = { ...diff, firstDifference: { row: 4, expected: ['a'], actual: null } };
    const text = render(
      madeResult('fail', 'x', { scores: [madeScore('fail', 'result_match', { diff: ordered })] }),
    );
    expect(text).toContain("│ - │ 5   │ 'a'  │");
  });

  it.each([36, 80, 200])('keeps within %i columns all but the query to paste', (columns) => {
    const long = 'x'.repeat(500);
    const wide = madeResult('fail', `case-${'y'.repeat(60)}`, {
      question: `${long} ${'日本語'.repeat(80)}`,
      goldSql: `SELECT '${long}'`,
      statement: { sql: `SELECT\n'${'語'.repeat(200)}'`, cleaned: [] },
      execution: success(...Array.from({ length: 30 }, (_, index) => `column_${index}`)),
      scores: [
        madeScore('fail', 'result_match', {
          reason: long,
          diff: {
            ...diff,
            expectedColumns: Array.from({ length: 30 }, (_, index) => `column_${index}`),
            missingSample: [Array.from({ length: 30 }, () => '語'.repeat(50))],
            extraSample: [Array.from({ length: 30 }, () => long)],
          },
        }),
      ],
    });
    const [shown = ''] = render(wide, columns).split(/\n\n {2}paste this/);
    for (const line of shown.split('\n').slice(1)) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
    expect(shown).toContain('…');
  });

  it('spells out every control, reordering and zero-width character, wherever it stands', () => {
    const evil = '\u001b[2J\u001b]0;x\u0007\u202e\u200b\u009b31m\r\u2028\ud800';
    const everywhere = madeResult('fail', `id${evil}`, {
      role: evil,
      question: evil,
      goldSql: evil,
      source: { file: `/project/${evil}`, line: 1, column: 1 },
      statement: { sql: `SELECT '${evil}'`, cleaned: [evil] },
      flags: [evil],
      execution: { ...success(evil), dialectNotes: [evil] } as CaseResult['execution'],
      output: {
        ...differing.output,
        status: 'error',
        answer: evil,
        sql: evil,
        errors: [{ code: evil, message: evil }],
      },
      scores: [
        madeScore('fail', evil, {
          reason: evil,
          diff: {
            ...diff,
            expectedColumns: [evil, evil],
            missingSample: [[evil, { k: 'struct', v: [[evil, evil]] }]],
            extraSample: [
              [
                { k: 'other', v: evil, t: evil },
                { k: 'enum', v: evil },
              ],
            ],
          },
          outcomes: [{ kind: evil, passed: false, column: evil, detail: evil, sampleRows: [[evil]] }],
        }),
      ],
    });
    const text = render(everywhere, 300);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(text).toContain('\\u{1b}[2J');
    const broken = { ...everywhere, infrastructure: { step: evil, message: evil } };
    expect(render(broken, 300).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
    expect(text).not.toContain('paste this');
  });

  it('shows expectations that are not met, each with rows that break it', () => {
    const outcomes = [
      { kind: 'row_count', passed: true },
      {
        kind: 'not_null',
        passed: false,
        column: 'name',
        detail: '4 rows with NULL',
        sampleRows: [1, 2, 3, 4].map((id) => [id, null]),
      },
      ...Array.from({ length: 12 }, () => ({ kind: 'column_presence', passed: false })),
    ];
    const text = render(
      madeResult('fail', 'x', {
        scores: [madeScore('fail', 'expectation_suite', { outcomes })],
        execution: success('id', 'name'),
      }),
    );
    expect(text).toContain(
      '  unmet: not_null · name · 4 rows with NULL\n    id=1, name=NULL\n    id=2, name=NULL\n    id=3, name=NULL\n  unmet: column_presence',
    );
    expect(text).not.toContain('row_count');
    expect(text).toContain('… 3 more');
  });

  it('stays quick and short for a query of a megabyte', () => {
    const huge = madeResult('fail', 'x', { statement: { sql: 'SELECT 1,\n'.repeat(100_000), cleaned: [] } });
    expect(render(huge).split('\n').length).toBeLessThan(60);
  });
});
