import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, type Row, SqlassayError } from '../../types/index.js';
import { decimalCell, doubleCell, intCell } from '../../values/index.js';
import { readYaml } from '../yaml/yaml-source.js';
import { cellText } from './cell-text.js';
import { type CaseResults, updateCaseResults } from './update-case-results.js';

const handWritten = `# Sales, as the shop asks about them.

- id: top   # the famous one
  question: Who?
  sql: |
    SELECT name, total -- with a comment
    FROM sale

  # what came out
  rows: # by hand
    # first
    - [1, "a"]  # tie
    - [
        2, # two
        'b',
      ]
  # other golds
  alt_sql: ["SELECT 1"]
  tags: [x]

- {id: flow, question: "Why?", sql: SELECT 1, tags: [y]} # short

-   id: wide
    sql: SELECT 2
    question: Wide indent?
`;

const results: readonly CaseResults[] = [
  {
    id: 'top',
    rows: [
      [1, 'a'],
      [decimalCell('2.50'), 'it\u200bs "b"'],
      [null, true],
    ],
    resultColumns: ['name', 'total spend'],
    altRows: [
      [[1, 'x']],
      [],
      [
        [2, 'y'],
        [3, 'null'],
      ],
    ],
  },
  { id: 'flow', rows: [[1]], resultColumns: ['n'] },
  { id: 'wide', rows: [], resultColumns: ['yes'] },
];

describe('updateCaseResults', () => {
  it('writes one row a line and keeps comments, order and layout', () => {
    expect(updateCaseResults(handWritten, results)).toMatchInlineSnapshot(`
      "# Sales, as the shop asks about them.

      - id: top   # the famous one
        question: Who?
        sql: |
          SELECT name, total -- with a comment
          FROM sale

        # what came out
        rows: # by hand
          # first
          - [1, "a"] # tie
          # two
          - ["2.50", "it\\u200bs \\"b\\""]
          - [null, true]
        result_columns: [name, "total spend"]
        # other golds
        alt_sql: ["SELECT 1"]
        alt_rows:
          - - [1, "x"]
          - []
          - - [2, "y"]
            - [3, "null"]
        tags: [x]

      - {id: flow, question: "Why?", sql: SELECT 1, rows: [[1]], result_columns: ["n"], tags: [y]} # short

      -   id: wide
          sql: SELECT 2
          rows: []
          result_columns: ["yes"]
          question: Wide indent?
      "
    `);
  });

  it('changes nothing the second time', () => {
    const once = updateCaseResults(handWritten, results);
    expect(updateCaseResults(once, results)).toBe(once);
  });

  it('leaves what is not given as it is', () => {
    expect(updateCaseResults(handWritten, [{ id: 'top' }])).toBe(handWritten);
    expect(updateCaseResults(handWritten, [])).toBe(handWritten);
  });

  it('keeps comments when there are fewer rows, or none', () => {
    const one = updateCaseResults(handWritten, [{ id: 'top', rows: [[9]] }]);
    expect(one).toContain('- [9]');
    for (const comment of ['# by hand', '# first', '# tie', '# two']) expect(one).toContain(comment);
    const none = updateCaseResults(handWritten, [{ id: 'top', rows: [] }]);
    for (const comment of ['# by hand', '# first', '# tie', '# two']) expect(none).toContain(comment);
    expect(updateCaseResults(none, [{ id: 'top', rows: [] }])).toBe(none);
  });

  it('writes into a suite with inline cases, with the line ends of the file', () => {
    const text = 'name: s\r\ncases:\r\n  - id: a\r\n    sql: SELECT 1\r\n    tags: [t]\r\ngate: {}\r\n';
    expect(updateCaseResults(text, [{ id: 'a', rows: [[1], [2]] }])).toBe(
      'name: s\r\ncases:\r\n  - id: a\r\n    sql: SELECT 1\r\n    rows:\r\n      - [1]\r\n      - [2]\r\n    tags: [t]\r\ngate: {}\r\n',
    );
  });

  it('writes behind the last line of a file without a line end', () => {
    expect(updateCaseResults('- id: a\n  sql: SELECT 1', [{ id: 'a', rows: [[1]] }])).toBe(
      '- id: a\n  sql: SELECT 1\n  rows:\n    - [1]',
    );
  });

  it.each([
    ['sql', '  sql: |\n    SELECT 1\n'],
    ['the last other gold', '  sql: SELECT 1\n  alt_sql:\n    - |\n      SELECT 1\n'],
    ['a folded text', '  sql: >-\n    SELECT 1\n'],
    ['a text with spaces in its last line', '  sql: |\n    SELECT 1\n      \n'],
  ])('keeps the gap before the next case behind %s', (_, sql) => {
    for (const newline of ['\n', '\r\n']) {
      const lines = (text: string): string => text.replaceAll('\n', newline);
      const update = { id: 'a', rows: [[1]], altRows: sql.includes('alt_sql') ? [[[1]]] : [] };
      const written = updateCaseResults(lines(`- id: a\n${sql}\n\n- id: b\n`), [update]);
      expect(written).toMatch(/\S\r?\n\r?\n\r?\n- id: b\r?\n$/);
      expect(written).not.toMatch(/1\r?\n\r?\n +(?:alt_)?rows/);
    }
  });

  it('leaves empty lines in a text that keeps them', () => {
    expect(updateCaseResults('- id: a\n  sql: |+\n    SELECT 1\n\n- id: b\n', [{ id: 'a', rows: [] }])).toBe(
      '- id: a\n  sql: |+\n    SELECT 1\n\n  rows: []\n- id: b\n',
    );
  });

  it('writes behind the last key of a case without sql', () => {
    expect(updateCaseResults('- id: a\n  tags: [x]\n\n- id: b\n', [{ id: 'a', rows: [[1]] }])).toBe(
      '- id: a\n  tags: [x]\n  rows:\n    - [1]\n\n- id: b\n',
    );
  });

  it('fills a key without a value', () => {
    expect(updateCaseResults('- id: a\n  rows:\n  sql: SELECT 1\n', [{ id: 'a', rows: [[1]] }])).toBe(
      '- id: a\n  rows:\n    - [1]\n  sql: SELECT 1\n',
    );
  });

  it('refuses a case that the file does not have', () => {
    expect(codeOf(() => updateCaseResults('- id: a\n', [{ id: 'b', rows: [] }], 'c.yaml'))).toBe(
      'E_CASE_NOT_IN_FILE',
    );
  });

  it('refuses to change rows that another case shares', () => {
    const text = '- id: a\n  rows: &r\n    - [1]\n- id: b\n  rows: *r\n';
    expect(codeOf(() => updateCaseResults(text, [{ id: 'a', rows: [[2]] }]))).toBe('E_GOLD_NOT_WRITTEN');
    expect(updateCaseResults(text, [{ id: 'a', rows: [[1]] }])).toBe(text);
  });

  it('refuses a file that is no YAML', () => {
    expect(codeOf(() => updateCaseResults('- id: "a\n', []))).toBe('E_GOLD_NOT_WRITTEN');
  });
});

describe('any results, any comments', () => {
  const cell: fc.Arbitrary<Cell> = fc.oneof(
    fc.constantFrom<Cell>(
      null,
      true,
      false,
      '',
      'null',
      '1.50',
      '# no comment',
      ': ',
      '- x',
      'é\u2028\u0000\t',
      '0x1F',
    ),
    fc.string({ unit: 'binary' }),
    fc.bigInt({ min: -(2n ** 100n), max: 2n ** 100n }).map(intCell),
    fc.double().map(doubleCell),
    fc
      .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 12 }))
      .map(([u, s]) => decimalCell(u, s)),
    fc.uint8Array({ maxLength: 8 }).map((v): Cell => ({ k: 'blob', v })),
    fc.integer({ min: -100_000, max: 100_000 }).map((d): Cell => ({ k: 'date', d })),
    fc.uuid().map((v): Cell => ({ k: 'uuid', v })),
    fc.json().map((v): Cell => ({ k: 'json', v })),
    fc.tuple(fc.integer(), fc.integer(), fc.bigInt()).map(([mo, d, ns]): Cell => ({ k: 'ivl', mo, d, ns })),
    fc.array(fc.oneof(fc.string(), fc.integer()), { maxLength: 3 }).map((v): Cell => ({ k: 'list', v })),
    fc.array(fc.tuple(fc.string(), fc.integer()), { maxLength: 3 }).map((v): Cell => ({ k: 'struct', v })),
  );
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 3 }), { maxLength: 4 });
  const update = fc.record({
    rows,
    altRows: fc.array(rows, { maxLength: 3 }),
    resultColumns: fc.array(fc.string(), { maxLength: 3 }),
  });
  const comment = fc.constantFrom('', '# one', '# two: [x]', '  # three');
  /** A case in block style with comments wherever a person may put them. */
  const file = fc
    .tuple(
      fc.array(comment, { minLength: 9, maxLength: 9 }),
      rows,
      fc.boolean(),
      fc.constantFrom('\n', '\r\n'),
    )
    .map(([c, old, hasAlternatives, newline]) =>
      [
        c[0],
        '- id: a',
        c[1],
        '  sql: |',
        '    SELECT 1 # not a comment',
        c[2],
        `  rows: ${c[3]}`,
        ...(old.length === 0
          ? ['    []']
          : old.flatMap((row, index) => [
              `    ${c[4 + (index % 2)]}`,
              `    - [${row.map(cellText).join(', ')}] ${c[6]}`,
            ])),
        c[7],
        ...(hasAlternatives
          ? ['  alt_sql: [x]', '  alt_rows:', '    - - [1] # one', `    ${c[8]}`, '      - [2]']
          : []),
        '  question: Q',
        '- { id: b, question: R }',
        '',
      ].join(newline),
    );

  it('are written so that they are read back, with every comment, and once is enough', () => {
    fc.assert(
      fc.property(file, update, (text, given) => {
        const once = updateCaseResults(text, [
          { id: 'a', ...given },
          { id: 'b', rows: given.rows },
        ]);
        expect(
          updateCaseResults(once, [
            { id: 'a', ...given },
            { id: 'b', rows: given.rows },
          ]),
        ).toBe(once);
        expect(commentsOf(once)).toEqual(commentsOf(text));
        const { value } = readYaml('f', once).source;
        const [a, b] = value as { rows: Row[]; alt_rows: Row[][]; result_columns: string[] }[];
        expect(texts(a!.rows)).toEqual(texts(given.rows));
        expect(a!.alt_rows.map(texts)).toEqual(given.altRows.map(texts));
        expect(a!.result_columns).toEqual(given.resultColumns);
        expect(texts(b!.rows)).toEqual(texts(given.rows));
      }),
      { numRuns: 100 },
    );
  });
});

function texts(rows: readonly Row[]): string[][] {
  return rows.map((row) => row.map(cellText));
}

function commentsOf(text: string): string[] {
  return [...text.matchAll(/# (?:one|two: \[x\]|three)$/gm)].map(([found]) => found).sort();
}

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    return SqlassayError.is(error) ? error.code : String(error);
  }
  return undefined;
}
