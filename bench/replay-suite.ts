import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSuite } from '../src/suite/index.js';
import type { ConcurrencySettings, Suite } from '../src/types/index.js';

/** A suite of recorded answers over a small table, and the folder it lives in. */
export interface ReplaySuite {
  readonly folder: string;
  readonly suite: Suite;
}

/** `count` cases, each with a query text of its own; one answer in ten is wrong. */
export function replaySuite(
  kind: 'duckdb' | 'sqlite',
  count: number,
  concurrency: Partial<ConcurrencySettings> = {},
): ReplaySuite {
  const folder = mkdtempSync(join(tmpdir(), 'sqlassay-bench-'));
  mkdirSync(join(folder, 'runs'));
  const rows = Array.from(
    { length: 1_000 },
    (_, index) => `(${index}, 'name ${index}', ${index * 1.25}, ${index % 7})`,
  );
  writeFileSync(
    join(folder, 'schema.sql'),
    `CREATE TABLE item(id INTEGER PRIMARY KEY, name VARCHAR(40), price DECIMAL(10,2), shelf INTEGER);
INSERT INTO item VALUES ${rows.join(',\n')};`,
  );
  const gold = (index: number): string =>
    `SELECT shelf, count(*) AS items, max(price) FROM item WHERE id > ${index % 997} AND price > ${index} GROUP BY shelf`;
  const answers = Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: `case_${index}`,
      sql:
        index % 10 === 0
          ? gold(index).replace('>', '>=').replace('max', 'min')
          : gold(index).replace(' AS items', ''),
    }),
  );
  writeFileSync(join(folder, 'answers.jsonl'), `${answers.join('\n')}\n`);
  const suite = createSuite({
    name: `bench-${kind}`,
    file: join(folder, 'evals.yaml'),
    datasources: { main: { kind, scripts: [join(folder, 'schema.sql')] } },
    solver: { kind: 'replay', path: 'answers.jsonl' },
    scorers: [
      { use: 'execution_accuracy', as: 'execution_accuracy', with: {} },
      { use: 'outcome', as: 'outcome', with: {} },
    ],
    cases: Array.from({ length: count }, (_, index) => ({
      id: `case_${index}`,
      question: `What is on the shelves from item ${index}?`,
      sql: gold(index),
    })),
    settings: { concurrency: { cases: 8, sessions: 4, children: 4, modelCalls: 8, ...concurrency } },
  });
  return { folder, suite };
}
