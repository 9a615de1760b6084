import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.js';
import { project } from './command-line.js';
import { shop } from './projects.js';

/** One command line in this process, because a whole run takes several. */
async function sqlassay(folder: string, ...words: readonly string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const io = { stdout, stderr, env: {}, folder, now: Date.now, shareStdout: () => {} };
  const code = await runCli(words, io);
  const text = (stream: PassThrough): string => String(stream.read() ?? '');
  return { code, stdout: text(stdout), stderr: text(stderr) };
}

test('a run is split, merged, judged and scored again on the command line', async () => {
  const folder = project({
    ...shop,
    'evals.yaml': shop['evals.yaml'].replace('[result_match, outcome]', '[outcome]'),
  });
  const ids: string[] = [];
  for (const part of ['1/2', '2/2']) {
    const { code, stdout } = await sqlassay(folder, 'run', '--json', '--no-self-test', '--shard', part);
    expect(code, stdout).toBe(0);
    ids.push(/"runId":"([^"]+)"/.exec(stdout)![1]!);
  }
  const missing = await sqlassay(folder, 'merge', ids[0]!, ids[0]!);
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error E_MERGE: .*part 1 of 2 is there 2 times/),
  });
  const merged = await sqlassay(folder, 'merge', '--json', ids[1]!, ids[0]!);
  expect(merged).toMatchObject({ code: 0, stderr: '' });
  const { runId, counts, mergedFrom } = JSON.parse(merged.stdout);
  expect(mergedFrom).toEqual(ids);
  expect(counts).toMatchObject({ total: 6, passed: 6, notRun: 0 });
  expect(await sqlassay(folder, 'gate', runId)).toMatchObject({ code: 0 });
  const scored = await sqlassay(folder, 'score', runId, '--scorer', 'result_match', '--reporter', 'minimal');
  expect(scored.code).toBe(1);
  expect(scored.stdout).toContain('GATE not met · 3 passed · 1 failed');
});

test('what cannot be is told before anything runs', async () => {
  const folder = project(shop);
  const wrong = async (...words: readonly string[]) => {
    const { code, stderr } = await sqlassay(folder, ...words);
    expect(code).toBe(2);
    return stderr;
  };
  expect(await wrong('run', '--shard', 'two')).toContain('"two" is not a part of a whole');
  expect(await wrong('run', '--shard', '3/2')).toContain('E_SHARD');
  expect(await wrong('run', '--max-cost-usd', '0')).toContain('"0" is not a number above 0');
  expect(await wrong('merge')).toContain('two or more');
  expect(await wrong('cache', 'burn')).toContain('There is no action "burn"');
  expect(await wrong('score')).toContain('E_RUN_UNREADABLE');
  expect(await sqlassay(folder, 'cache')).toMatchObject({ code: 0, stdout: '0 answers kept · 0 kB\n' });
});
