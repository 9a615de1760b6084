import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const example = /<!-- tested: [^>]*-->\n```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';

describe("the README's example", () => {
  let folder: string;

  beforeEach(() => {
    // Inside the project, so that `sqlassay` means its own build.
    folder = mkdtempSync(join(here, '.readme-'));
    copyFileSync(join(root, 'test/consumers/fixtures/shop.sql'), join(folder, 'shop.sql'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function runExample(text: string): { readonly status: number | null; readonly output: string } {
    writeFileSync(join(folder, 'readme.test.ts'), text);
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default { test: { testTimeout: 60_000 } };\n');
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [vitest, 'run', '--root', folder], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, VITEST: undefined },
    });
    return { status, output: `${stdout}${stderr}` };
  }

  it('passes', () => {
    const { status, output } = runExample(example);
    expect(output).toContain('1 passed');
    expect(status, output).toBe(0);
  });

  it('fails, and says why, when the answer is wrong', () => {
    const { status, output } = runExample(example.replace('sum(total)', 'max(total)'));
    expect(output).toContain('AssertionError');
    expect(output).toContain('1 failed');
    expect(status).toBe(1);
  });
});

describe("the README's failure", () => {
  it('is what the command prints', () => {
    const [, command = '', shown = ''] =
      /<!-- shown: sqlassay (.*) -->\n```text\n([\s\S]*?)```/.exec(readme) ?? [];
    const { stdout } = spawnSync(process.execPath, [join(root, 'dist/cli.mjs'), ...command.split(' ')], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, COLUMNS: '100' },
    });
    const printed = stdout.split('\n');
    const expected = shown.split('\n').filter((line) => line.trim() !== '' && line.trim() !== '…');
    expect(expected.length).toBeGreaterThan(10);
    expect(expected.filter((line) => !printed.includes(line))).toEqual([]);
  });
});

describe('the links of the documentation', () => {
  const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'examples/nectar-road/README.md'];
  const guides = ['getting-started', 'verdicts', 'scorers', 'safety', 'suites'].map(
    (name) => `docs/${name}.md`,
  );

  it.each([...pages, ...guides])('%s links only to files that exist', (page) => {
    const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)];
    const missing = links
      .map((match) => match[1]!)
      .filter((link) => !existsSync(join(root, dirname(page), link)));
    expect(missing).toEqual([]);
  });
});
