import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { DatasourceConfig } from '../../types/index.js';
import { met, unmet } from './expectation-examples.fixture.js';
import { benchOf, type ExpectationBench } from './expectations.fixture.js';

const servers = {
  postgres: {
    variable: 'SQLASSAY_TEST_POSTGRES',
    double: (text: string) => `cast(${text} as double precision)`,
    text: (text: string) => `cast(${text} as varchar(20))`,
    database: (url: string) => url,
    types: [
      ['id', 'int', true],
      ['id', 'int8', false],
      ['score', 'decimal(10, 2)', true],
      ['ratio', 'FLOAT8', true],
      ['name', 'varchar(20)', true],
      ['born', 'date', true],
      ['born', 'timestamp', false],
    ],
  },
  mysql: {
    variable: 'SQLASSAY_TEST_MYSQL',
    double: (text: string) => `${text}e0`,
    text: (text: string) => text,
    database: (url: string) => `${url}information_schema`,
    types: [
      ['score', 'numeric(10,2)', true],
      ['score', 'decimal(10,3)', false],
      ['ratio', 'double', true],
      ['born', 'DATE', true],
    ],
  },
} as const;

for (const kind of ['postgres', 'mysql'] as const) {
  const server = servers[kind];
  const url = process.env[server.variable];
  if (url === undefined) {
    test.skip(`expectations on ${kind}: set ${server.variable}, or use npm run test:servers`, () => {});
    continue;
  }
  describe(`expectations on ${kind}`, () => {
    let bench: ExpectationBench;
    beforeAll(() => {
      const config: DatasourceConfig = { kind, url: server.database(url), allowPrivileged: true };
      bench = benchOf(config);
    });
    afterAll(() => bench.close());

    const row = (id: number, name: string, team: string, score: string, ratio: string, born: string) =>
      `select ${id} as id, ${server.text(name)} as name, ${server.text(team)} as team, cast(${score} as decimal(10,2)) as score, ${ratio === 'null' ? `nullif(${server.double('1')}, 1)` : server.double(ratio)} as ratio, cast(${born} as date) as born`;
    const person = [
      row(1, "'bob'", "'a'", '10.10', '0.1', "'2000-01-02'"),
      row(2, "'Bob'", "'a'", '20.20', '0.2', "'2001-05-06'"),
      row(3, "'eve'", "'b'", '30.30', '0.3', 'null'),
      row(4, 'null', 'null', 'null', 'null', "'1999-12-31'"),
    ].join(' union all ');
    const over = (sql: string): string => `with person as (${person}) ${sql}`;
    const usable = ([sql]: readonly [string, ...unknown[]]): boolean =>
      !sql.startsWith('WITH') && (kind !== 'mysql' || !sql.includes('"'));

    it.each(met.filter(usable))('%s keeps to %j', async (sql, expectation, detail) => {
      const outcome = await bench.outcome(over(sql), expectation);
      expect(outcome).toMatchObject({ kind: expectation.kind, passed: true });
      if (detail !== undefined) expect(outcome.detail).toContain(detail);
    });

    it.each(unmet.filter(usable))('%s breaks %j', async (sql, expectation, wanted) => {
      expect(await bench.outcome(over(sql), expectation)).toMatchObject({ ...wanted, passed: false });
    });

    it.each<readonly [string, string, boolean]>(server.types)(
      'the type of %s is %s: %s',
      async (column, type, isSame) => {
        const outcome = await bench.outcome(over('SELECT * FROM person'), {
          kind: 'column_type',
          column,
          type,
        });
        expect(outcome).toMatchObject({ passed: isSame, actual: expect.any(String) });
      },
    );

    it('finds the same in rows that were read', async () => {
      for (const [sql, expectation] of met.filter(usable).filter(([, one]) => one.kind !== 'expression'))
        expect(await bench.outcomeOfRows(over(sql), expectation)).toMatchObject({ passed: true });
    });
  });
}
