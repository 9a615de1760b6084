import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFixtures } from '../fixtures/read-fixtures.js';
import { extract, extractStatement } from './extract-statement.js';

describe('fixtures', () => {
  for (const { title, headers, text } of readFixtures('extraction.txt')) {
    it(title, () => {
      const found = extract(text, 'generic');
      const sql = headers.sql!.replaceAll('\\n', '\n');
      if (sql === 'none' || sql === 'several') expect(found.kind).toBe(sql);
      else {
        expect(extractStatement(text)).toEqual({
          sql,
          cleaned: headers.cleaned!.split(' ').filter((one) => one !== ''),
        });
      }
    });
  }
});

describe('properties', () => {
  const literal = fc
    .string({ unit: 'binary', maxLength: 30 })
    .map((value) => `'${value.replaceAll("'", "''")}'`);
  const statement = fc
    .tuple(literal, literal)
    .map(([one, other]) => `SELECT ${one} AS "a;b", \`c\` FROM t WHERE v <> ${other}`);

  it('keeps every byte of a statement that stands alone, whatever its literals hold', () => {
    fc.assert(
      fc.property(statement, (sql) => {
        expect(extractStatement(sql)?.sql).toBe(sql);
      }),
    );
  });

  it('keeps every byte of a statement in a fence', () => {
    fc.assert(
      fc.property(statement, (sql) => {
        expect(extractStatement(`Here you are:\n\`\`\`sql\n${sql};\n\`\`\`\nThat is all.`)?.sql).toBe(sql);
      }),
    );
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        statement,
        fc.boolean(),
        (noise, sql, fence) => {
          const first = extractStatement(fence ? `${noise}\n\`\`\`sql\n${sql}\n\`\`\`` : noise);
          if (first !== null) expect(extractStatement(first.sql)?.sql).toBe(first.sql);
        },
      ),
    );
  });
});

it('drops a byte order mark', () => {
  expect(extractStatement('\uFEFFSELECT 1')).toEqual({ sql: 'SELECT 1', cleaned: ['bom'] });
});

it('reads literals as the dialect does', () => {
  expect(extractStatement("SELECT 'it\\'s' AS x; ", 'mysql')?.sql).toBe("SELECT 'it\\'s' AS x");
});
