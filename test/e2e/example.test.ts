import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lastLine, project, sqlassay } from './command-line.js';

const example = fileURLToPath(new URL('../../examples/nectar-road', import.meta.url));
const retrieval = ['run', '--mode', 'retrieval', '--reporter', 'minimal', '--no-self-test'];

/** The example without its own scorer, which imports the package by its name and scores no retrieval. */
function copiedExample(): string {
  const folder = project({});
  cpSync(example, folder, { recursive: true });
  rmSync(join(folder, 'sqlassay.config.ts'));
  change(folder, /^ {2}- headline.*\n/m, '');
  return folder;
}

function change(folder: string, from: RegExp, to: string): void {
  const path = join(folder, 'evals.yaml');
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to));
}

describe('the example in mode retrieval', () => {
  it('meets its committed baseline, and no more when the retriever is worsened by one setting', async () => {
    const folder = copiedExample();
    const asCommitted = await sqlassay(folder, retrieval);
    expect(lastLine(asCommitted.stdout)).toMatch(/^GATE passed · \d{3} passed /);
    expect(asCommitted.code).toBe(0);

    change(folder, /max_tables: 8/, 'max_tables: 2');
    const worse = await sqlassay(folder, retrieval);
    expect(worse.code).toBe(1);
    const flipped =
      /^GATE not met .* (\d+) cases \(\w+ \(admin\) \[retrieval_recall: pass -> fail\], .* passed in the baseline and do not any more$/;
    expect(lastLine(worse.stdout)).toMatch(flipped);
    const { gate } = JSON.parse((await sqlassay(folder, ['gate', '--json'])).stdout);
    expect(gate).toMatchObject({ exitCode: 1, line: lastLine(worse.stdout) });
    expect(gate.regressions).toHaveLength(Number(flipped.exec(gate.line)?.[1]));
    expect(gate.regressions).toContainEqual(
      expect.objectContaining({
        caseId: 'keepers_work',
        label: 'retrieval_recall',
        from: 'pass',
        to: 'fail',
      }),
    );
  });
});
