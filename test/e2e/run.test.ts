import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lastLine, project, sqlassay, steady } from './command-line.js';
import { rightShop, shop, withSuite } from './projects.js';

describe('sqlassay init and run', () => {
  it('write a suite that passes at once, offline, and is told apart from a second one', async () => {
    const folder = project({});
    const written = await sqlassay(folder, ['init']);
    expect({ ...written, stderr: written.stderr.trim() }).toEqual({
      code: 0,
      stdout: 'wrote evals.yaml\nwrote data/bookshop.sql\nwrote cases/bookshop.yaml\nwrote answers.jsonl\n',
      stderr: 'run it: npx sqlassay run',
    });
    const ran = await sqlassay(folder, []);
    expect(lastLine(ran.stdout)).toBe('GATE passed · 7 passed · 0 failed · 0 inconclusive · 0 errored');
    expect(ran.code).toBe(0);
    const checked = await sqlassay(folder, ['gold', '--check']);
    expect(checked).toMatchObject({ code: 0, stdout: '3 golds · 3 same\n' });
    const again = await sqlassay(folder, ['init']);
    expect(again).toMatchObject({ code: 2, stdout: '' });
    expect(again.stderr).toMatch(/^error E_INIT_EXISTS: /);
  });
});

describe('sqlassay run', () => {
  it('shows the failure, the board and the gate', async () => {
    const folder = project(shop);
    const { code, stdout, stderr } = await sqlassay(folder, ['run', '-j', '1']);
    expect(steady(stdout, folder)).toMatchSnapshot();
    expect(stderr).toMatch(/^running 6 case runs of shop, mode full\n/);
    expect(code).toBe(1);
  });

  it.each([
    ['everything passes', rightShop, [], 0, /^GATE passed · 6 passed · 0 failed/],
    ['a case fails', shop, [], 1, /^GATE not met · 5 passed · 1 failed/],
    [
      'the failure is known',
      withSuite('known_failures: [{ id: names, until: 2999-01-31, why: trims }]\n'),
      [],
      0,
      /^GATE passed · 5 passed · 1 failed \(1 known\)/,
    ],
    [
      'the known failure is out of date',
      withSuite('known_failures: [{ id: names, until: 2020-01-31, why: trims }]\n'),
      [],
      1,
      /^GATE not met/,
    ],
    ['accuracy is high enough', withSuite('gate: { min_accuracy: 0.8 }\n'), [], 0, /^GATE passed · 5 passed/],
    ['accuracy is too low', withSuite('gate: { min_accuracy: 0.9 }\n'), [], 1, /below min_accuracy 90%$/],
    ['nothing is selected', shop, ['--grep', 'no such case'], 3, /no case run was selected$/],
    ['only what passes is selected', shop, ['--tag', 'smoke'], 0, /^GATE passed · 2 passed/],
    ['one role is selected', shop, ['--role', 'clerk'], 0, /^GATE passed · 2 passed/],
    ['it stops at the first failure', shop, ['--bail', '-j', '1'], 1, /not run/],
    [
      'an expected result is missing',
      { ...rightShop, 'cases.yaml': rightShop['cases.yaml'].replace('  rows: [[3]]\n', '') },
      [],
      3,
      /^GATE could not evaluate · 4 passed · 0 failed · 2 inconclusive/,
    ],
  ])('when %s', async (_, files, words, code, line) => {
    const ended = await sqlassay(project(files), ['run', '--reporter', 'minimal', ...words]);
    expect(lastLine(ended.stdout)).toMatch(line);
    expect(ended.code).toBe(code);
  });

  it('counts a scorer that throws as an error, not as a failure', async () => {
    const files = {
      ...withSuite('', rightShop),
      'evals.yaml': rightShop['evals.yaml'].replace(
        '[result_match, outcome]',
        '[result_match, outcome, shaky]',
      ),
      'sqlassay.config.mjs': `export default { scorers: { shaky: {
  interfaceVersion: 1,
  options: { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value: value ?? {} }) } },
  create: () => ({ name: 'shaky', score: (run) => { if (run.case.id === 'mood') throw new Error('oh no'); return {}; } }),
} } };\n`,
    };
    const folder = project(files);
    const { code, stdout } = await sqlassay(folder, ['run', '--reporter=minimal']);
    expect(stdout).toMatch(/^! errored mood \(manager\) · .* oh no/m);
    expect(lastLine(stdout)).toMatch(
      /^GATE could not evaluate · 5 passed · 0 failed · 0 inconclusive · 1 errored/,
    );
    expect(code).toBe(3);
    expect((await sqlassay(folder, ['scorers'])).stdout).toMatch(/^shaky +v1 .* code$/m);
  });

  it('scores recorded answers in another file, in another format', async () => {
    const folder = project({
      ...shop,
      'cases.yaml':
        '- { id: count, question: How many?, sql: SELECT count(*) FROM customer, rows: [[3]], expected: { manager: allowed } }\n',
      'answers.jsonl': '{"id":"count","status":"success","sql":"SELECT 4"}\n',
      'predicted.txt': 'SELECT count(*) FROM customer\n',
    });
    const words = [
      'run',
      '--reporter',
      'minimal',
      '--answers',
      'predicted.txt',
      '--answers-format',
      'spider',
    ];
    expect((await sqlassay(folder, words)).code).toBe(0);
    expect((await sqlassay(folder, ['run', '--reporter', 'minimal'])).code).toBe(1);
  });

  it('runs recorded plans without a solver', async () => {
    const folder = project({
      ...withSuite('plans: plans.yaml\n', rightShop),
      'plans.yaml': `count: { sql: SELECT 3 }
names: { sql: SELECT name FROM customer }
wages: { sql: SELECT amount FROM wage }
mood: { status: error, errors: [{ code: QUESTION_NOT_ANSWERABLE }] }
`,
    });
    const { code, stdout } = await sqlassay(folder, ['run', '--mode', 'plans', '--reporter', 'minimal']);
    expect([code, lastLine(stdout)]).toEqual([
      0,
      'GATE passed · 6 passed · 0 failed · 0 inconclusive · 0 errored',
    ]);
  });

  it('runs again only what failed last', async () => {
    const folder = project(shop);
    await sqlassay(folder, ['run', '--reporter', 'minimal']);
    const second = await sqlassay(folder, ['run', '--reporter', 'minimal', '--last-failed']);
    expect(lastLine(second.stdout)).toMatch(/^GATE not met · 0 passed · 1 failed/);
    writeFileSync(join(folder, 'answers.jsonl'), rightShop['answers.jsonl']);
    // A run that selected nothing says nothing about what failed.
    expect((await sqlassay(folder, ['run', '--grep', 'nothing like it'])).code).toBe(3);
    expect((await sqlassay(folder, ['run', '--reporter', 'minimal', '--last-failed'])).code).toBe(0);
    const nothing = await sqlassay(folder, ['run', '--last-failed']);
    expect(nothing).toMatchObject({ code: 2, stdout: '' });
    expect(nothing.stderr).toMatch(/^error E_LAST_FAILED_NONE: /);
  });
});

describe('reports', () => {
  it('--json stays JSON when a solver prints', async () => {
    const folder = project({
      ...shop,
      'evals.yaml': shop['evals.yaml'].replace(/^solver:.*$/m, 'solver: { kind: module, path: mine.mjs }'),
      'mine.mjs': `export default {
        async solve() {
          console.log('thinking');
          return { status: 'success', sql: 'SELECT 1' };
        },
      };`,
    });
    const { stdout, stderr } = await sqlassay(folder, ['run', '--json']);
    expect(JSON.parse(stdout).results).toHaveLength(6);
    expect(stderr).toContain('thinking');
  });

  it('--json puts one document on stdout, and the outcome on stderr', async () => {
    const { code, stdout, stderr } = await sqlassay(project(shop), ['run', '--json']);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ schemaVersion: 1, gate: { status: 'not_met', exitCode: 1 } });
    expect(document.results).toHaveLength(6);
    expect(document.board.counts).toMatchObject({ total: 6, passed: 5, failed: 1 });
    expect(lastLine(stderr)).toBe(document.gate.line);
    expect(code).toBe(1);
  });

  it('go to files beside the one on stdout', async () => {
    const folder = project(rightShop);
    const words = [
      '--output-file',
      'out/report.json',
      '--output-file',
      'jsonl=out/lines',
      '--reporter',
      'dot',
    ];
    const { code, stdout } = await sqlassay(folder, ['run', ...words]);
    expect(stdout).toMatch(/^\.{6}\n/);
    expect(JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8')).results).toHaveLength(6);
    expect(readFileSync(join(folder, 'out/lines'), 'utf8').trimEnd().split('\n')).toHaveLength(8);
    expect(code).toBe(0);
  });

  it('come from a module by its path', async () => {
    const folder = project({
      ...rightShop,
      'mine.mjs':
        "export default () => ({ onRunEnd: ({ counts }) => console.log('mine saw', counts.total) });\n",
    });
    const { code, stdout } = await sqlassay(folder, ['run', '--reporter', './mine.mjs']);
    expect([code, stdout]).toEqual([0, 'mine saw 6\n']);
  });
});

describe('flags, variables and the config file', () => {
  it('beat each other in this order', async () => {
    const folder = project({
      ...shop,
      'sqlassay.config.json': '{ "grep": "count", "reporters": ["minimal"] }',
    });
    const passed = async (words: readonly string[], env: Record<string, string> = {}) =>
      /(\d+) passed/.exec((await sqlassay(folder, ['run', ...words], env)).stdout)?.[1];
    expect(await passed([])).toBe('2');
    expect(await passed([], { SQLASSAY_GREP: 'mood' })).toBe('1');
    expect(await passed(['-t', 'wages'], { SQLASSAY_GREP: 'mood' })).toBe('2');
  });

  it('keep no journal elsewhere than told', async () => {
    const folder = project(rightShop);
    await sqlassay(folder, ['run', '--runs-folder', 'kept', '--reporter', 'minimal']);
    expect([existsSync(join(folder, 'kept')), existsSync(join(folder, '.sqlassay'))]).toEqual([true, false]);
  });

  it('colour only where colours are wanted', async () => {
    const folder = project(rightShop);
    const coloured = async (words: readonly string[], env: Record<string, string>) =>
      (await sqlassay(folder, ['run', '-t', 'no such case', ...words], env)).stdout.includes('\u001b[');
    expect(await coloured([], {})).toBe(false);
    expect(await coloured([], { FORCE_COLOR: '1' })).toBe(true);
    expect(await coloured([], { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
    expect(await coloured(['--no-color'], { FORCE_COLOR: '1' })).toBe(false);
  });
});
