import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openEvaluator } from '../src/runner/index.js';
import { executionAccuracy } from '../src/scorers/index.js';
import { closeParser } from '../src/sql/index.js';
import { createSuite } from '../src/suite/index.js';
import type { CaseResult } from '../src/types/index.js';

/**
 * Compares our execution accuracy under its two presets with the verdicts of the official scripts, over recorded
 * predictions. Prints one JSON object; every difference comes with both queries and both results.
 */
interface Official {
  readonly system: string;
  readonly id: string;
  readonly bird_set: 0 | 1;
  readonly spider_result_eq: 0 | 1;
}

const presets = { spider: 'spider_result_eq', bird: 'bird_set' } as const;
type Preset = keyof typeof presets;

const { values } = parseArgs({ options: { data: { type: 'string' } } });
const folder = values.data === undefined ? undefined : findFolder(values.data);
if (folder === undefined) {
  process.stderr.write(
    'usage: npm run parity -- --data DIR  (DIR, DIR/concert_singer or DIR/suites/concert_singer holds cases.jsonl and official.jsonl)\n',
  );
  process.exitCode = 2;
} else {
  process.stdout.write(`${JSON.stringify(await compareAll(folder), null, 2)}\n`);
  await closeParser();
}

async function compareAll(from: string) {
  const cases = readLines<{ id: string; question: string; sql: string }>(join(from, 'cases.jsonl'));
  const official = readLines<Official>(join(from, 'official.jsonl'));
  const result = { agree: 0, negatives_agree: 0, negatives: 0, verdicts: 0, differ: [] as unknown[] };
  for (const system of [...new Set(official.map((one) => one.system))]) {
    const answers = new Map(
      readLines<{ id: string; sql: string }>(join(from, 'predictions', `${system}.jsonl`)).map((one) => [
        one.id,
        one.sql,
      ]),
    );
    const ours = await judge(from, cases, answers);
    for (const verdict of official.filter((one) => one.system === system)) {
      for (const preset of Object.keys(presets) as Preset[]) {
        const theirs = verdict[presets[preset]] === 1;
        const own = ours.get(verdict.id)!;
        const score = own.scores.find(({ label }) => label === `execution_accuracy.${preset}`)!.score;
        const agrees = theirs ? score.verdict === 'pass' : score.verdict === 'fail';
        result.verdicts += 1;
        result.agree += agrees ? 1 : 0;
        if (!theirs) {
          result.negatives += 1;
          result.negatives_agree += agrees ? 1 : 0;
        }
        if (!agrees) result.differ.push(describe(system, preset, theirs, own, score.verdict, score.reason));
      }
    }
  }
  return result;
}

async function judge(
  from: string,
  cases: readonly { id: string; question: string; sql: string }[],
  answers: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, CaseResult>> {
  const suite = createSuite({
    datasources: { concert_singer: { kind: 'sqlite', path: join(from, 'concert_singer.sqlite') } },
    cases: cases.map(({ id, question, sql }) => ({ id, question, sql })),
  });
  const evaluator = await openEvaluator({
    suite,
    scorers: [named(executionAccuracy.spider(), 'spider'), named(executionAccuracy.bird(), 'bird')],
    solver: { solve: async ({ caseId }) => ({ status: 'success', sql: answers.get(caseId) ?? '' }) },
  });
  try {
    const results = new Map<string, CaseResult>();
    for (const run of evaluator.runs) results.set(run.caseId, (await evaluator.evaluate(run))!);
    return results;
  } finally {
    await evaluator.close();
  }
}

function named<T extends object>(scorer: T, preset: Preset): T {
  return Object.defineProperty(scorer, 'name', { value: `execution_accuracy.${preset}` });
}

function describe(
  system: string,
  preset: Preset,
  theirs: boolean,
  own: CaseResult,
  verdict: string,
  reason: string | null,
) {
  return {
    system,
    id: own.caseId,
    preset,
    official: theirs ? 'pass' : 'fail',
    ours: verdict,
    reason,
    gold: own.goldSql,
    candidate: own.statement?.sql ?? own.output.sql,
  };
}

function findFolder(data: string): string | undefined {
  return [data, join(data, 'concert_singer'), join(data, 'suites', 'concert_singer')].find((path) =>
    existsSync(join(path, 'official.jsonl')),
  );
}

function readLines<T>(file: string): readonly T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}
