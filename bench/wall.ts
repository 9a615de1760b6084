import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { executeRun } from '../src/runner/index.js';
import type { Suite } from '../src/types/index.js';
import { replaySuite } from './replay-suite.js';

/** The whole run over the sum of its queries' times, at one session, each query taking about 20 ms. */
export async function wallOverQueryTime(): Promise<Record<string, number>> {
  const { folder, suite } = replaySuite('sqlite', 100, { sessions: 1, children: 2 });
  try {
    const steps = await calibrate(suite, folder);
    const { wall, queries } = await measure(slowed(suite, steps, 100), folder);
    return {
      wall_over_query_time: Math.round((wall / queries) * 100) / 100,
      wall_query_ms: Math.round((queries / 200) * 1000),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How far a counting query must count to take 20 ms on this machine; the first round only warms it up. */
async function calibrate(suite: Suite, folder: string): Promise<number> {
  let steps = 50_000;
  for (let round = 0; round < 2; round += 1) {
    const { queries } = await measure(slowed(suite, steps, 20), folder);
    steps = Math.round((steps * 0.02) / (queries / 40));
  }
  return steps;
}

function slowed(suite: Suite, steps: number, count: number): Suite {
  const query = (index: number): string =>
    `WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${steps}) SELECT sum(i) + ${index} FROM c`;
  return {
    ...suite,
    cases: suite.cases.slice(0, count).map((item, index) => ({ ...item, sql: query(index) })),
  };
}

async function measure(suite: Suite, folder: string): Promise<{ wall: number; queries: number }> {
  let queries = 0;
  const started = performance.now();
  await executeRun({
    suite,
    solver: {
      name: 'gold',
      recorded: true,
      solve: async ({ caseId }) => ({
        status: 'success',
        sql: `SELECT * FROM (${String(suite.cases.find(({ id }) => id === caseId)!.sql)}) AS q`,
      }),
    },
    selfTest: false,
    runsFolder: join(folder, 'runs'),
    reporters: [
      {
        onCaseEnd({ seconds }) {
          queries += seconds.database;
        },
      },
    ],
  });
  return { wall: (performance.now() - started) / 1000, queries };
}
