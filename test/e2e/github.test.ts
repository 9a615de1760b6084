import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project, sqlassay } from './command-line.js';
import { shop } from './projects.js';

/** Model SQL that tries to speak to the runner. */
const hostile = {
  ...shop,
  'answers.jsonl': shop['answers.jsonl'].replace(
    'SELECT trim(name) AS name FROM customer',
    'SELECT trim(name) AS name\\n::add-mask::customer\\n##[error]gone\\nFROM customer',
  ),
};

describe('in GitHub Actions', () => {
  it('switches commands off while it prints, then annotates the line of the case and writes the summary', async () => {
    const folder = project(hostile);
    const ended = await sqlassay(
      folder,
      [
        'run',
        '--no-self-test',
        '--output-file',
        'junit=out/junit.xml',
        '--output-file',
        'github=out/comment.md',
      ],
      { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary.md'), GITHUB_WORKSPACE: folder },
    );
    expect(ended.code).toBe(1);
    const [, token, during = '', after = ''] =
      /^::stop-commands::([0-9a-f]{32})\n([\s\S]*)\n::\1::\n([\s\S]*)$/.exec(ended.stdout) ?? [];
    expect(token).toBeDefined();
    expect(during).toContain('::add-mask::customer');
    expect(during).toContain('GATE not met');
    const commands = after.trimEnd().split('\n');
    expect(commands[0]).toMatch(/^::error title=sqlassay gate::GATE not met · /);
    expect(commands[1]).toMatch(/^::error file=cases\.yaml,line=7,title=names \(manager\) failed::/);
    expect(commands).toHaveLength(2);
    expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toMatch(/^## ❌ sqlassay: `shop`, mode full\n/);
    expect(readFileSync(join(folder, 'out/comment.md'), 'utf8')).toMatch(
      /^<!-- sqlassay shop full -->\n## ❌ /,
    );
    expect(readFileSync(join(folder, 'out/junit.xml'), 'utf8')).toMatch(/tests="6" failures="1" errors="0"/);
  });

  it('keeps stdout a machine format, and adds nothing where a reporter is named', async () => {
    const folder = project(hostile);
    const env = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
    const ended = await sqlassay(folder, ['run', '--no-self-test', '--json'], env);
    expect(JSON.parse(ended.stdout)).toMatchObject({ schemaVersion: 1 });
    expect(ended.stderr).toMatch(/^::stop-commands::[0-9a-f]{32}$/m);
    expect(ended.stderr).not.toMatch(/^::error/m);
    expect(existsSync(join(folder, 'summary.md'))).toBe(false);
  });
});
