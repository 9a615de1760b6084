import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compareOutcomes, createOutcomeCollector, type RunOutcomes, relate } from '../src/outcomes/index.js';
import { executionAccuracy } from '../src/scorers/index.js';
import { closeParser } from '../src/sql/index.js';
import type { RunInfo } from '../src/types/index.js';
import { dataFolder, evaluateAnswers, readJsonLines } from './evaluate-answers.js';

/**
 * Compares every two systems whose recorded predictions a folder holds, over the same cases: prints a line for each
 * pair and scorer with both shares, the difference with its paired interval, and the p-value of the exact McNemar test.
 *
 * With the command line it is, for two of them: `sqlassay run --answers predictions/a.jsonl`, the same with `b.jsonl`,
 * and `sqlassay compare` with the ids of both runs.
 */
const folder = dataFolder('compare-systems', 'concert_singer', 'cases.jsonl');
if (folder !== undefined) {
  await compareAll(folder);
  await closeParser();
}

async function compareAll(from: string): Promise<void> {
  const systems = readdirSync(join(from, 'predictions')).sort();
  const outcomes: RunOutcomes[] = [];
  for (const file of systems) outcomes.push(await outcomesOf(from, file));
  print('A', 'B', 'scorer', 'A passed', 'B passed', 'only A', 'only B', 'B - A', '95% interval', 'p');
  for (const [index, a] of outcomes.entries()) {
    for (const b of outcomes.slice(index + 1)) {
      for (const one of compareOutcomes(relate(a, b)).slice(1)) {
        const { difference } = one;
        const points = (share: number | undefined) => ((share ?? 0) * 100).toFixed(1);
        print(
          a.solver,
          b.solver,
          one.label ?? '',
          `${one.a.passed}/${one.cases}`,
          `${one.b.passed}/${one.cases}`,
          `${one.counts.onlyA}`,
          `${one.counts.onlyB}`,
          points(difference?.difference),
          `${points(difference?.low)}..${points(difference?.high)}`,
          one.pValue.toPrecision(3),
        );
      }
    }
  }
}

async function outcomesOf(from: string, file: string): Promise<RunOutcomes> {
  const answers = new Map(
    readJsonLines<{ id: string; sql: string }>(join(from, 'predictions', file)).map(({ id, sql }) => [
      id,
      sql,
    ]),
  );
  const cases = readJsonLines<{ id: string; question: string; sql: string }>(join(from, 'cases.jsonl'));
  const results = await evaluateAnswers(
    { kind: 'sqlite', path: join(from, 'concert_singer.sqlite') },
    cases.map(({ id, question, sql }) => ({ id, question, sql })),
    [named(executionAccuracy.spider(), 'spider'), named(executionAccuracy.bird(), 'bird')],
    (caseId) => answers.get(caseId) ?? '',
  );
  const collector = createOutcomeCollector();
  for (const result of results) collector.add(result);
  const info = {
    runId: file,
    suite: basename(from),
    mode: 'full',
    solver: basename(file, '.jsonl'),
    passes: 1,
    scorers: ['spider', 'bird'],
    datasetHash: '',
  } as unknown as RunInfo;
  return collector.finish({ info, datasources: [] });
}

function named<T extends object>(scorer: T, name: string): T {
  return Object.defineProperty(scorer, 'name', { value: name });
}

function print(...cells: readonly string[]): void {
  process.stdout.write(`${cells.join('\t')}\n`);
}
