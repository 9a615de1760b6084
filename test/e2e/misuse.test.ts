import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project, sqlassay, steady } from './command-line.js';
import { rightShop, shop, withSuite } from './projects.js';

describe('misuse ends with 2, a code, and nothing on stdout', () => {
  it.each([
    ['an unknown command', shop, ['vlidate'], /^error E_CLI_UNKNOWN_COMMAND: .*Did you mean "validate"\?/],
    ['an unknown flag', shop, ['run', '--repoter', 'dot'], /^error E_CLI_USAGE: .*Did you mean --reporter\?/],
    ['a bad number', shop, ['run', '--passes', 'two'], /^error E_CLI_USAGE: --passes: /],
    ['a missing suite', {}, ['run'], /^error E_CLI_USAGE: .*evals\.yaml.*sqlassay init/],
    ['an unknown reporter', shop, ['run', '--reporter', 'juint'], /^error E_REPORTER_UNKNOWN: /],
    ['a module that is no reporter', shop, ['run', '--reporter', './seed.sql'], /^error E_REPORTER_MODULE: /],
    [
      'two reporters on stdout',
      shop,
      ['run', '--reporter', 'dot', '--reporter', 'json'],
      /^error E_CLI_USAGE: /,
    ],
    [
      'a role that is not there',
      shop,
      ['run', '--role', 'clrk'],
      /^error E_CLI_USAGE: --role: .*Did you mean "clerk"\?/,
    ],
    [
      'a report of a kind there is not',
      shop,
      ['run', '--output-file', 'report.html'],
      /^error E_CLI_USAGE: --output-file: .*report\.html/,
    ],
    [
      'a report that cannot be written',
      shop,
      ['run', '--output-file', 'seed.sql/report.json'],
      /^error E_CLI_USAGE: --output-file: .*cannot be written/,
    ],
    [
      'a journal that cannot be written',
      shop,
      ['run', '--runs-folder', 'seed.sql/runs'],
      /^error E_NOT_WRITABLE: \S+seed\.sql\S+: It cannot be written: ENOTDIR/,
    ],
    [
      'a judge without a provider',
      {
        ...shop,
        'evals.yaml': shop['evals.yaml'].replace(
          /^scorers:.*$/m,
          'scorers: [{ use: llm_judge, with: { model: nobody/x, criteria: It answers. } }]',
        ),
      },
      ['run'],
      /^error E_MODEL_UNKNOWN: There is no provider for the model "nobody\/x"/,
    ],
    [
      'a scorer where a factory belongs',
      { ...shop, 'sqlassay.config.mjs': 'export default { scorers: { mine: { score: () => ({}) } } };\n' },
      ['run'],
      /^error E_SCORER_PLUGIN: .*It is a scorer, not a factory/,
    ],
    ['--retry-errors alone', shop, ['run', '--retry-errors'], /^error E_CLI_USAGE: --retry-errors: /],
    [
      'a config with an unknown key',
      { ...shop, 'sqlassay.config.json': '{"pases": 2}' },
      ['run'],
      /^error E_CONFIG_FILE: .*Did you mean "passes"\?/,
    ],
    [
      'a gate that needs a baseline',
      withSuite('gate: { max_new_failures: 2 }\n'),
      ['run'],
      /^error E_GATE_NO_BASELINE: gate\.max_new_failures: .*names no baseline/,
    ],
    [
      'a suite that is wrong, with its line and column',
      { ...shop, 'evals.yaml': shop['evals.yaml'].replace('scorers:', 'scorrers:') },
      ['run'],
      /^error E_SUITE_INVALID: [\s\S]*evals\.yaml:5:1: [\s\S]*scorers/,
    ],
  ])('%s', async (_, files, words, message) => {
    const { code, stdout, stderr } = await sqlassay(project(files), words);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect([code, stdout]).toEqual([2, '']);
  });

  it('shows the stack of what is no misuse only when asked', async () => {
    const folder = project({
      ...shop,
      'mine.mjs': 'export default () => { throw new Error("my own bug"); };\n',
    });
    const words = ['run', '--reporter', './mine.mjs'];
    const plain = await sqlassay(folder, words);
    expect(plain).toMatchObject({ code: 2, stdout: '' });
    expect(plain.stderr).toMatch(/^error: Error: my own bug\n.*SQLASSAY_DEBUG=1/);
    expect((await sqlassay(folder, words, { SQLASSAY_DEBUG: '1' })).stderr).toMatch(/\n {4}at .*mine\.mjs/);
  });
});

describe('the other commands', () => {
  it('print help and version', async () => {
    const folder = project({});
    const { code, stdout, stderr } = await sqlassay(folder, ['--help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const command of ['run', 'init', 'gold', 'validate', 'list', 'scorers']) {
      expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    }
    expect((await sqlassay(folder, ['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+/);
    expect((await sqlassay(folder, ['run', '--help'])).stdout).toContain('SQLASSAY_LAST_FAILED');
  });

  it('validate lists every problem', async () => {
    const right = await sqlassay(project(shop), ['validate']);
    expect(right).toMatchObject({ code: 0, stdout: 'evals.yaml is valid\n' });
    const folder = project({ ...shop, 'cases.yaml': shop['cases.yaml'].replaceAll('manager:', 'manger:') });
    const wrong = await sqlassay(folder, ['validate']);
    expect(wrong.code).toBe(2);
    expect(wrong.stdout).toMatch(/^cases\.yaml:4:\d+: .*manger/);
    const { valid, problems } = JSON.parse((await sqlassay(folder, ['validate', '--json'])).stdout);
    expect([valid, problems.length]).toEqual([false, wrong.stdout.trimEnd().split('\n').length]);
  });

  it('list shows what a run would do', async () => {
    const folder = project(shop);
    expect(steady((await sqlassay(folder, ['list'])).stdout, folder)).toMatchSnapshot();
    const { stdout } = await sqlassay(folder, ['list', '--json', '--role', 'clerk']);
    expect(JSON.parse(stdout).caseRuns.map(({ caseId }: { caseId: string }) => caseId)).toEqual([
      'count',
      'wages',
    ]);
  });

  it('scorers shows the built-in ones, in a folder without a suite too', async () => {
    const { code, stdout } = await sqlassay(project({}), ['scorers', '--json']);
    const names = JSON.parse(stdout).scorers.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['result_match', 'outcome', 'execution_accuracy']));
    expect(code).toBe(0);
  });

  it('gold writes what is missing and checks what is there', async () => {
    const folder = project({
      ...rightShop,
      'cases.yaml': rightShop['cases.yaml'].replace('  rows: [[3]]\n', '').replace('[[2400]]', '[[2500]]'),
    });
    const checked = await sqlassay(folder, ['gold', '--check']);
    expect(checked.code).toBe(1);
    expect(checked.stdout).toMatch(/^missing count · cases\.yaml:1/m);
    expect(checked.stdout).toMatch(/^changed wages · cases\.yaml:\d+ · /m);
    expect((await sqlassay(folder, ['gold'])).code).toBe(0);
    expect(readFileSync(join(folder, 'cases.yaml'), 'utf8')).toMatch(/rows:\s+- \[3\]/);
    expect((await sqlassay(folder, ['gold', '--check'])).code).toBe(0);
  });
});
