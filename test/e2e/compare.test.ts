import { describe, expect, it } from 'vitest';
import { project, sqlassay } from './command-line.js';

/** Ten cases; each system is right where its word has a `p`. */
const systems = { first: 'pppppppppf', second: 'ppfffffffp' } as const;

const cases = Array.from({ length: 10 }, (_, index) => index);
const files = {
  'seed.sql': 'CREATE TABLE t (n INTEGER);\nINSERT INTO t VALUES (1);\n',
  'evals.yaml': `name: digits
datasources: { db: { kind: sqlite, scripts: [seed.sql] } }
scorers: [result_match]
cases: [cases.yaml]
`,
  'cases.yaml': cases
    .map(
      (n) =>
        `- { id: case_${n}, question: "What is ${n}?", sql: "SELECT ${n} AS n FROM t", rows: [[${n}]] }\n`,
    )
    .join(''),
  ...Object.fromEntries(
    Object.entries(systems).map(([name, word]) => [
      `${name}.jsonl`,
      cases
        .map(
          (n) =>
            `{"id":"case_${n}","status":"success","sql":"SELECT ${word[n] === 'p' ? n : -1} AS n FROM t"}\n`,
        )
        .join(''),
    ]),
  ),
};

const run = ['run', '--reporter', 'minimal', '--no-self-test'];

describe('sqlassay compare', () => {
  it('puts two systems of one suite side by side', async () => {
    const folder = project(files);
    for (const name of Object.keys(systems)) {
      await sqlassay(folder, [...run, '--answers', `${name}.jsonl`, '--output-file', `json=${name}.json`]);
    }
    const compared = await sqlassay(folder, ['compare', 'first.json', 'second.json', '--json']);
    expect(compared.code).toBe(0);
    const { comparisons, cases: count } = JSON.parse(compared.stdout);
    expect(count).toBe(10);
    const [, one] = comparisons;
    // By hand: 2 both, 7 only the first, 1 only the second; p = 2 x (1 + 8) / 2^8.
    expect(one).toMatchObject({
      label: 'result_match',
      cases: 10,
      counts: { both: 2, onlyA: 7, onlyB: 1, neither: 0 },
      a: { passed: 9, share: 0.9 },
      b: { passed: 3, share: 0.3 },
    });
    expect(one.pValue).toBeCloseTo(18 / 256, 12);
    expect(one.difference.difference).toBeCloseTo(-0.6, 12);
    expect(one.smallestSignificant).toBeCloseTo(0.8, 12);
    expect(one.regressions.map(({ caseId }: { caseId: string }) => caseId)).toEqual(
      [2, 3, 4, 5, 6, 7, 8].map((n) => `case_${n}`),
    );

    const shown = await sqlassay(folder, ['compare', 'first.json', 'latest']);
    expect(shown.stdout).toMatch(/result_match +9\/10 90% +3\/10 30% +-60\.0 +-\S+ to \S+ +0\.070/);
    expect(shown.stdout).toMatch(
      /passed in A and not in B \(7\)\n {2}- case_2 {2}result_match: pass -> fail/,
    );
    expect(shown.stdout).toMatch(/passed in B and not in A \(1\)\n {2}\+ case_9 /);
    expect(shown.stdout).toContain('no difference shown (exact McNemar p = 0.070)');
  });

  it('refuses runs that differ in more than the system, unless it is told to compare what is the same', async () => {
    const folder = project(files);
    const write = (name: string, words: readonly string[]) =>
      sqlassay(folder, [...run, '--answers', 'first.jsonl', '--output-file', `json=${name}.json`, ...words]);
    await write('whole', []);
    await write('part', ['--grep', 'case_[0-3]']);
    const refused = await sqlassay(folder, ['compare', 'whole.json', 'part.json']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(
      /^error E_RUNS_NOT_COMPARABLE: .*6 cases are only in A \(case_4, case_5, case_6 and 3 more\)/,
    );
    const allowed = await sqlassay(folder, ['compare', 'whole.json', 'part.json', '--allow']);
    expect(allowed.code).toBe(0);
    expect(allowed.stdout).toContain('4 cases compared\n6 cases only in A, left out');
    const one = await sqlassay(folder, ['compare', 'whole.json']);
    expect(one.stderr).toMatch(/^error E_CLI_USAGE: compare: It takes two runs/);
    const none = await sqlassay(folder, ['compare', 'whole.json', 'nothing']);
    expect(none.stderr).toMatch(/^error E_RUN_UNREADABLE: /);
  });
});
