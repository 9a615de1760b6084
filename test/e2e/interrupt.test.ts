import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lastLine, project, sqlassay, start } from './command-line.js';
import { shop, slow } from './projects.js';

const calls = (folder: string) => readFileSync(join(folder, 'calls.log'), 'utf8').trimEnd().split('\n');

/** Resolves when the solver has been asked for the case at which it waits. */
async function waits(folder: string): Promise<void> {
  for (;;) {
    try {
      if (calls(folder).includes('case_10')) return;
    } catch {
      // The first call has not come yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

describe('Ctrl-C', () => {
  it('keeps what is finished, says how to go on, and the run goes on', async () => {
    const folder = project(slow);
    const run = start(folder, ['run', '--reporter', 'minimal']);
    await waits(folder);
    run.child.kill('SIGINT');
    const first = await run.ended;
    expect(first.code).toBe(130);
    expect(first.stderr).toContain('Press Ctrl-C again');
    expect(lastLine(first.stdout)).toMatch(/^GATE interrupted · 10 passed · 0 failed · .* 10 not run/);
    const resume = /to go on: sqlassay (run evals\.yaml --resume \S+)/.exec(first.stdout)?.[1];
    expect(resume).toBeDefined();

    writeFileSync(join(folder, 'go'), '');
    const second = await sqlassay(folder, [...resume!.split(' '), '--json']);
    const { results, board } = JSON.parse(second.stdout);
    expect(second.code).toBe(0);
    expect(board.run.resumed).toBe(10);
    expect(new Set(results.map(({ caseId }: { caseId: string }) => caseId)).size).toBe(20);
    expect(results).toHaveLength(20);
    const asked = calls(folder);
    expect(asked.filter((id) => id === 'case_10')).toHaveLength(2);
    expect(asked).toHaveLength(21);
  });

  it('ends at once the second time, although the solver does not listen', async () => {
    const folder = project(slow);
    const run = start(folder, ['run'], { IGNORE_SIGNAL: '1' });
    await waits(folder);
    run.child.kill('SIGINT');
    await run.shows('Press Ctrl-C again');
    run.child.kill('SIGINT');
    expect((await run.ended).code).toBe(130);
  });
});

describe('a reader that goes away', () => {
  it('changes nothing of the run', async () => {
    const run = start(project(shop), ['run', '--reporter', 'verbose']);
    run.child.stdout?.destroy();
    const { code, stderr } = await run.ended;
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/EPIPE|at /);
  });
});
