import { afterAll, expect, test } from 'vitest';
import { closeEngines, fuzz, openEngines } from '../../scripts/fuzz-equivalence/fuzz.js';
import { type Judge, judgeByProof } from '../../scripts/fuzz-equivalence/judge.js';
import { printDifference } from '../../scripts/fuzz-equivalence/print-report.js';
import { readTemplates } from '../../scripts/fuzz-equivalence/templates.js';
import { closeParser } from '../../src/sql/index.js';
import { judgeWithShortcut } from './judge-unsound.js';
import { unsoundRules } from './unsound-rules.js';

const engines = openEngines();
const templates = readTemplates();
afterAll(async () => {
  await closeEngines(engines);
  await closeParser();
});

function run(judge: Judge, executions: number, seed = 1) {
  const goOn = (done: { readonly executions: number }): boolean => done.executions < executions;
  return fuzz(templates, judge, engines, { seed, first: 0, step: 1, goOn });
}

test('some thousand executions of proven pairs show no difference', async () => {
  const report = await run(judgeByProof, 6000);
  expect(report.difference === null ? '' : printDifference(report.difference)).toBe('');
  expect(report.executions).toBeGreaterThanOrEqual(6000);
  // Both pairs that are proven and pairs that are not must be among them.
  expect(report.proven).toBeGreaterThan(report.judged / 5);
  expect(report.proven).toBeLessThan((report.judged * 4) / 5);
}, 600_000);

test('every shortcut of the list can be switched on', () => {
  expect([...unsoundRules.keys()]).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
});

test.each([...unsoundRules.keys()])(
  'with unsound shortcut %i it finds a difference',
  async (number) => {
    const { difference } = await run(judgeWithShortcut(number), 30_000);
    expect(difference).not.toBeNull();
    expect(printDifference(difference!)).toMatch(/CREATE TABLE/);
    expect(difference!.gold).not.toEqual(difference!.candidate);
  },
  600_000,
);
