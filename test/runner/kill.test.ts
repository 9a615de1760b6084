import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRecords } from '../../src/runner/journal/journal-reader.js';
import { runSuiteCommand } from './run-suite-command.js';

const caseCount = 500;
const kills = 10;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlassay-kill-'));
  await writeSuite(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a run that is killed ten times loses nothing, repeats nothing and counts every case once', async () => {
  const suite = join(folder, 'evals.yaml');
  for (let kill = 1; kill <= kills; kill += 1) {
    const target = Math.floor((kill * caseCount) / (kills + 1));
    await runUntil(suite, kill === 1 ? [] : ['latest'], target);
    if (kill === 5) await appendFile(await journalPath(), '{"kind":"case","result":{"caseId":"torn');
  }
  const { code, output } = await runToEnd(suite, ['latest']);
  expect(code, output).toBe(0);
  expect(JSON.parse(output).counts).toMatchObject({ total: caseCount, passed: caseCount, notRun: 0 });

  const records: { kind: string; id: string }[] = [];
  let repeated = 0;
  for await (const { record } of readRecords(await journalPath())) {
    if (record.kind === 'resume') repeated += record.repeatedCalls;
    if (record.kind === 'case') records.push({ kind: 'case', id: record.result.caseId });
    if (record.kind === 'call' || record.kind === 'reply')
      records.push({ kind: record.kind, id: record.key.caseId });
  }
  const idsOf = (kind: string) => records.filter((one) => one.kind === kind).map(({ id }) => id);
  const journalled = idsOf('case');
  expect(new Set(journalled).size).toBe(caseCount);
  expect(journalled).toHaveLength(caseCount);
  // No reply that was received is asked for again: once a reply is journalled, no call of that case follows.
  const replied = new Set<string>();
  for (const { kind, id } of records) {
    if (kind === 'call') expect(replied.has(id), id).toBe(false);
    if (kind === 'reply') replied.add(id);
  }
  // The solver's own log knows every call that really happened.
  const calls = (await readFile(join(folder, 'calls.log'), 'utf8')).trim().split('\n');
  expect(new Set(calls).size).toBe(caseCount);
  expect(calls.length).toBeLessThanOrEqual(caseCount + repeated);
  expect(idsOf('call')).toHaveLength(caseCount + repeated);
}, 240_000);

async function writeSuite(into: string): Promise<void> {
  await mkdir(into, { recursive: true });
  await writeFile(join(into, 'schema.sql'), 'CREATE TABLE t(n INTEGER); INSERT INTO t VALUES (1), (2), (3);');
  await writeFile(
    join(into, 'solver.mjs'),
    `import { appendFileSync } from 'node:fs';
export const solver = {
  async solve({ caseId }) {
    appendFileSync(new URL('calls.log', import.meta.url), caseId + '\\n');
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { status: 'success', sql: 'SELECT count(*) + ' + Number(caseId.slice(1)) + ' FROM t' };
  },
};
`,
  );
  const cases = Array.from({ length: caseCount }, (_, index) => ({
    id: `c${index}`,
    question: `What is three and ${index}?`,
    sql: `SELECT ${index + 3}`,
  }));
  await writeFile(
    join(into, 'evals.yaml'),
    `name: killed
datasources: { main: { kind: sqlite, scripts: [schema.sql] } }
solver: { kind: module, path: solver.mjs }
scorers: [execution_accuracy]
cases: ${JSON.stringify(cases)}
`,
  );
}

async function journalPath(): Promise<string> {
  const runs = join(folder, '.sqlassay', 'runs');
  const [only] = await readdir(runs);
  return join(runs, only!);
}

function start(suite: string, args: readonly string[]) {
  const child = spawn(process.execPath, [...runSuiteCommand, suite, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return { child, output: () => output };
}

/** Kills the run once so many case runs are journalled. */
async function runUntil(suite: string, args: readonly string[], target: number): Promise<void> {
  const { child, output } = start(suite, args);
  const ended = once(child, 'exit');
  while ((await journalledCases()) < target) {
    if (child.exitCode !== null) throw new Error(`The run ended by itself: ${output()}`);
    await sleep(5);
  }
  child.kill('SIGKILL');
  await ended;
}

async function journalledCases(): Promise<number> {
  try {
    const text = await readFile(await journalPath(), 'utf8');
    return text.split('\n').filter((line) => line.startsWith('{"kind":"case"')).length;
  } catch {
    return 0;
  }
}

async function runToEnd(suite: string, args: readonly string[]) {
  const { child, output } = start(suite, args);
  const [code] = await once(child, 'exit');
  return { code: code as number, output: output() };
}
