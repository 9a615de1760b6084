import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { openPlatform } from '../platforms/index.js';
import { closeParser } from '../sql/index.js';
import type { ExecutionResult, ExecutionSuccess, Platform } from '../types/index.js';
import { findTies } from './find-ties.js';

const servers = {
  postgres: {
    variable: 'SQLASSAY_TEST_POSTGRES',
    database: (url: string) => url,
    nullsLast: ' NULLS LAST',
    own: ['SELECT driver FROM run ORDER BY laps DESC NULLS LAST FETCH FIRST 2 ROWS ONLY'],
  },
  mysql: {
    variable: 'SQLASSAY_TEST_MYSQL',
    database: (url: string) => `${url}information_schema`,
    nullsLast: '',
    own: ['SELECT driver FROM run ORDER BY `laps` DESC LIMIT 0, 2'],
  },
} as const;

const rows = [
  [1, 'A', 9],
  [2, 'B', 5],
  [3, 'C', 5],
  [4, 'D', 5],
  [5, 'E', 1],
  [6, 'F', 'NULL'],
] as const;
const table = rows
  .map(([id, driver, laps], at) =>
    at === 0
      ? `SELECT ${id} AS id, '${driver}' AS driver, ${laps} AS laps`
      : `SELECT ${id}, '${driver}', ${laps}`,
  )
  .join(' UNION ALL ');

afterAll(closeParser);

for (const kind of ['postgres', 'mysql'] as const) {
  const { variable, database, nullsLast, own } = servers[kind];
  const url = process.env[variable];
  if (url === undefined) {
    test.skip(`ties on ${kind}: set ${variable}, or use npm run test:servers`, () => {});
    continue;
  }
  describe(`ties on ${kind}`, () => {
    let platform: Platform;
    beforeAll(() => {
      platform = openPlatform(
        { kind, url: database(url), allowPrivileged: true },
        {
          limits: { rows: 1000, bytes: 2 ** 20, memoryBytes: 2 ** 28 },
          concurrency: { cases: 1, children: 1, sessions: 1, modelCalls: 1 },
        },
      );
    });
    afterAll(() => platform.close());

    const run = async (sql: string): Promise<ExecutionResult> => {
      const session = await platform.open();
      try {
        const { signal } = new AbortController();
        return await session.execute(sql, { timeoutMs: 10_000, maxRows: 1000, maxBytes: 2 ** 20, signal });
      } finally {
        await session.release();
      }
    };

    it.each([
      `SELECT driver FROM run ORDER BY laps DESC${nullsLast} LIMIT 2`,
      `SELECT driver AS d, laps AS l FROM run ORDER BY l DESC${nullsLast} LIMIT 2`,
      `SELECT *, laps * 2 FROM run ORDER BY 4 DESC${nullsLast} LIMIT 2`,
      `SELECT driver, max(laps) AS most FROM run GROUP BY driver ORDER BY most DESC${nullsLast} LIMIT 2`,
      `SELECT driver, laps FROM run UNION SELECT driver, laps FROM run ORDER BY laps DESC${nullsLast} LIMIT 2`,
      `SELECT DISTINCT driver, laps FROM run ORDER BY laps DESC${nullsLast} LIMIT 2`,
      `SELECT a.driver, b.driver FROM run a JOIN run b ON a.id = b.id ORDER BY b.laps DESC${nullsLast} LIMIT 2`,
      ...own,
    ])('finds the cut in %s', async (query) => {
      const sql = `WITH run AS (${table}) ${query}`;
      const result = await run(sql);
      expect(result).toMatchObject({ kind: 'success' });
      const ties = await findTies({
        statement: sql,
        dialect: platform.dialect,
        result: result as ExecutionSuccess,
        execute: run,
      });
      expect(ties).toMatchObject({ kind: 'found', cutAtLimit: { candidates: 3, kept: 1, differs: true } });
    });
  });
}
