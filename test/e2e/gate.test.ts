import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lastLine, project, sqlassay } from './command-line.js';
import { rightShop, withSuite } from './projects.js';

const gated = withSuite('gate: { baseline: baseline.json }\n', rightShop);
const minimal = ['run', '--reporter', 'minimal', '--no-self-test'];

/** The suite after its first run was accepted. */
async function acceptedShop(files: Readonly<Record<string, string>> = gated) {
  const folder = project(files);
  const first = await sqlassay(folder, minimal);
  const accepted = await sqlassay(folder, ['gate', '--accept']);
  return { folder, first, accepted };
}

function change(folder: string, file: string, from: string, to: string): void {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(folder, file), text.replace(from, to));
}

describe('sqlassay gate', () => {
  it('is not met before a baseline is accepted, and judges runs by it from then on', async () => {
    const { folder, first, accepted } = await acceptedShop();
    expect(lastLine(first.stdout)).toMatch(
      /^GATE could not evaluate · 6 passed .* no baseline was accepted yet/,
    );
    expect(first.code).toBe(3);
    expect(accepted.stdout).toMatch(
      /^accepted \S+ as baseline\.json: 5 of 5 cases pass\n$|6 of 6 cases pass\n$/,
    );
    expect(accepted.code).toBe(0);
    const judged = await sqlassay(folder, ['gate']);
    expect(judged.stdout).toMatch(/^GATE passed · 6 passed · 0 failed .* · baseline of today\n$/);
    expect(judged.code).toBe(0);

    change(folder, 'answers.jsonl', 'SELECT name AS name', 'SELECT trim(name) AS name');
    const worse = await sqlassay(folder, minimal);
    expect(worse.code).toBe(1);
    expect(lastLine(worse.stdout)).toMatch(
      /^GATE not met · 5 passed · 1 failed .* · baseline of today · 1 new failure \(names \(manager\) \[result_match: pass -> fail\]\), and max_new_failures is 0$/,
    );
    const again = await sqlassay(folder, ['gate']);
    expect(again.code).toBe(1);
    expect(again.stdout).toBe(
      `regressed: names (manager) · result_match: pass -> fail\n${lastLine(worse.stdout)}\n`,
    );
    const json = await sqlassay(folder, ['gate', '--json']);
    const document = JSON.parse(json.stdout);
    expect(json.code).toBe(1);
    expect(document).toMatchObject({
      schemaVersion: 1,
      run: { suite: 'shop', mode: 'full' },
      gate: {
        status: 'not_met',
        exitCode: 1,
        line: lastLine(worse.stdout),
        regressions: [{ caseId: 'names', role: 'manager', label: 'result_match', from: 'pass', to: 'fail' }],
        baseline: { ageDays: 0, missing: 0, added: 0 },
      },
    });
    const before = readdirSync(join(folder, '.sqlassay', 'runs')).sort()[0]!;
    const old = await sqlassay(folder, ['gate', before.slice(0, -'.jsonl'.length)]);
    expect(old.code).toBe(0);

    const accepted2 = await sqlassay(folder, ['gate', '--accept']);
    expect(accepted2.stdout).toMatch(/^does not pass any more: names \(manager\)\naccepted /);
    expect((await sqlassay(folder, ['gate'])).code).toBe(0);
  });

  it('judges a JSON report as it judges the journal', async () => {
    const { folder } = await acceptedShop();
    change(folder, 'answers.jsonl', 'SELECT name AS name', 'SELECT trim(name) AS name');
    for (const file of ['report.json', 'report.jsonl']) {
      await sqlassay(folder, [...minimal, '--output-file', file]);
      expect((await sqlassay(folder, ['gate', file])).stdout).toBe((await sqlassay(folder, ['gate'])).stdout);
    }
    writeFileSync(join(folder, 'cut.json'), readFileSync(join(folder, 'report.json'), 'utf8').slice(0, 500));
    const cut = await sqlassay(folder, ['gate', 'cut.json']);
    expect(cut).toMatchObject({ code: 2, stdout: '' });
    expect(cut.stderr).toMatch(/^error E_RUN_UNREADABLE: /);
  });

  it('is refused under CI, and of a run that is no whole run of the suite', async () => {
    const folder = project(gated);
    await sqlassay(folder, [...minimal, '--tag', 'smoke']);
    const part = await sqlassay(folder, ['gate', '--accept']);
    expect(part.code).toBe(2);
    expect(part.stderr).toMatch(/^error E_BASELINE_RUN: .*it does not have 4 of the suite's cases/);
    await sqlassay(folder, minimal);
    const machine = await sqlassay(folder, ['gate', '--accept'], { CI: 'true' });
    expect(machine.code).toBe(2);
    expect(machine.stderr).toMatch(/^error E_BASELINE_CI: /);
    expect(existsSync(join(folder, 'baseline.json'))).toBe(false);
    const none = project(rightShop);
    await sqlassay(none, minimal);
    expect((await sqlassay(none, ['gate', '--accept'])).stderr).toMatch(
      /^error E_BASELINE_RUN: .*names no baseline/,
    );
  });

  it('takes added cases, counts missing ones, and refuses changed ones, other scorers and other modes', async () => {
    const { folder } = await acceptedShop();
    change(
      folder,
      'cases.yaml',
      '- id: mood',
      '- id: more\n  question: How many?\n  expected: { manager: allowed }\n  sql: SELECT 1 AS n\n  rows: [[1]]\n- id: mood',
    );
    change(
      folder,
      'answers.jsonl',
      '{"id":"mood"',
      '{"id":"more","status":"success","sql":"SELECT 1"}\n{"id":"mood"',
    );
    const added = await sqlassay(folder, ['run', '--no-self-test']);
    expect(added.code).toBe(0);
    expect(added.stdout).toContain('note: 1 case (more (manager)) is not in the baseline, which is fine');

    const part = await sqlassay(folder, [...minimal, '--tag', 'smoke']);
    expect(part.code).toBe(1);
    expect(lastLine(part.stdout)).toMatch(
      /names \(manager\) \[result_match: pass -> missing; outcome|outcome: pass -> missing/,
    );

    change(folder, 'cases.yaml', 'What are the customers called?', 'What are all the customers called?');
    const changed = await sqlassay(folder, minimal);
    expect(changed.code).toBe(2);
    expect(lastLine(changed.stdout)).toMatch(
      /^GATE refused · 7 passed .* · E_BASELINE_DATASET: the baseline cannot be compared with: 1 case \(names \(manager\)\) changed/,
    );
    change(folder, 'cases.yaml', 'What are all the customers called?', 'What are the customers called?');
    change(
      folder,
      'evals.yaml',
      '[result_match, outcome]',
      '[{ use: result_match, with: { tolerance: 1 } }, outcome]',
    );
    const other = await sqlassay(folder, minimal);
    expect(other.code).toBe(2);
    expect(lastLine(other.stdout)).toMatch(/E_BASELINE_CONTRACT: .*result_match have other options/);
    change(
      folder,
      'evals.yaml',
      '[{ use: result_match, with: { tolerance: 1 } }, outcome]',
      '[result_match, outcome]',
    );
    const text = readFileSync(join(folder, 'baseline.json'), 'utf8');
    writeFileSync(join(folder, 'baseline.json'), text.replace('"mode": "full"', '"mode": "plans"'));
    const mode = await sqlassay(folder, minimal);
    expect(mode).toMatchObject({ code: 2, stdout: '' });
    expect(mode.stderr).toMatch(/^error E_BASELINE_MODE: /);
    writeFileSync(join(folder, 'baseline.json'), '<<<<<<< ours\n');
    expect((await sqlassay(folder, minimal)).stderr).toMatch(/^error E_BASELINE_INVALID: .*merge conflict/);
  });

  it('refuses other data', async () => {
    const { folder } = await acceptedShop();
    change(folder, 'seed.sql', "(3, 'Cleo')", "(3, 'Cleo');\nINSERT INTO wage VALUES ('Jo', 1)");
    const other = await sqlassay(folder, minimal);
    expect(other.code).toBe(2);
    expect(lastLine(other.stdout)).toMatch(/E_BASELINE_DATA: .*the data of shop changed/);
  });

  it('leaves nothing to chance in mode plans', async () => {
    const plans = `count: { sql: SELECT count(*) FROM customer }
names: { sql: SELECT name FROM customer }
wages: { manager: { sql: SELECT amount FROM wage }, clerk: { sql: SELECT amount FROM wage } }
mood: { status: error, errors: [{ code: QUESTION_NOT_ANSWERABLE, message: Nobody asked them. }] }
`;
    const files = {
      ...rightShop,
      'plans.yaml': plans,
      'evals.yaml': `${rightShop['evals.yaml']}plans: plans.yaml\ngate: { baseline: { plans: plans.json }, max_new_failures: 5 }\n`,
    };
    const folder = project(files);
    const run = [...minimal, '--mode', 'plans'];
    await sqlassay(folder, run);
    expect((await sqlassay(folder, ['gate', '--accept'])).code).toBe(0);
    expect((await sqlassay(folder, run)).code).toBe(0);
    change(folder, 'plans.yaml', 'SELECT name FROM customer', 'SELECT upper(name) FROM customer');
    const worse = await sqlassay(folder, run);
    expect(worse.code).toBe(1);
    expect(lastLine(worse.stdout)).toMatch(
      /1 case \(names \(manager\) \[result_match: pass -> fail\]\) passed in the baseline and does not any more$/,
    );
  });
});
