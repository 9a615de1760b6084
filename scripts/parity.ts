import { join } from 'node:path';
import { executionAccuracy } from '../src/scorers/index.js';
import { closeParser } from '../src/sql/index.js';
import type { CaseResult } from '../src/types/index.js';
import { dataFolder, evaluateAnswers, readJsonLines } from './evaluate-answers.js';

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

const folder = dataFolder('parity', 'concert_singer', 'official.jsonl');
if (folder !== undefined) {
  process.stdout.write(`${JSON.stringify(await compareAll(folder), null, 2)}\n`);
  await closeParser();
}

async function compareAll(from: string) {
  const cases = readJsonLines<{ id: string; question: string; sql: string }>(join(from, 'cases.jsonl'));
  const official = readJsonLines<Official>(join(from, 'official.jsonl'));
  const result = { agree: 0, negatives_agree: 0, negatives: 0, verdicts: 0, differ: [] as unknown[] };
  for (const system of [...new Set(official.map((one) => one.system))]) {
    const answers = new Map(
      readJsonLines<{ id: string; sql: string }>(join(from, 'predictions', `${system}.jsonl`)).map((one) => [
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
  const results = await evaluateAnswers(
    { kind: 'sqlite', path: join(from, 'concert_singer.sqlite') },
    cases.map(({ id, question, sql }) => ({ id, question, sql })),
    [named(executionAccuracy.spider(), 'spider'), named(executionAccuracy.bird(), 'bird')],
    (caseId) => answers.get(caseId) ?? '',
  );
  return new Map(results.map((result) => [result.caseId, result]));
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
