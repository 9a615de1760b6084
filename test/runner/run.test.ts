import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSuite, ExecutionAccuracy, type RunRequest, run } from '../../src/index.js';
import type { Case, CaseResult, Scorer, Solver, SolverOutput, Suite } from '../../src/types/index.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlassay-run-'));
  await writeFile(
    join(folder, 'schema.sql'),
    `CREATE TABLE bee(id INTEGER PRIMARY KEY, name TEXT, kg REAL);
     INSERT INTO bee VALUES (1,'Ida',1.5),(2,'Jo',NULL),(3,'Ida',2.5);
     CREATE TABLE payroll(id INTEGER, wage INTEGER); INSERT INTO payroll VALUES (1, 900);`,
  );
  await writeFile(
    join(folder, 'duck.sql'),
    'CREATE TABLE payroll(wage INTEGER); INSERT INTO payroll VALUES (900);',
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const count: Case = { id: 'count', question: 'How many bees?', sql: 'SELECT count(*) FROM bee', rows: [[3]] };

function suiteOf(parts: Partial<Suite> & { cases: readonly Case[] }): Suite {
  return createSuite({
    datasources: { hive: { kind: 'sqlite', scripts: [join(folder, 'schema.sql')] } },
    ...parts,
  });
}

/** A solver that answers from a table by case id. */
function answers(table: Record<string, SolverOutput | string>): Solver {
  return {
    name: 'table',
    async solve({ caseId }) {
      const answer = table[caseId];
      if (answer === undefined) throw new Error('the line is dead');
      return typeof answer === 'string' ? { status: 'success', sql: answer } : answer;
    },
  };
}

async function results(request: RunRequest) {
  const done = await run({ selfTest: false, scorers: ['execution_accuracy'], ...request });
  const cases = new Map((await done.cases()).map((one) => [one.caseId, one]));
  return { ...done, of: (id: string): CaseResult => cases.get(id)! };
}

describe('whose fault it is', () => {
  const cases = [
    'right',
    'wrong',
    'syntax',
    'unknown',
    'write',
    'two',
    'slow',
    'empty',
    'malformed',
    'dead',
  ].map((id): Case => ({ ...count, id }));

  test('what the model did wrong is scored, what it did not do is not', async () => {
    const table: Record<string, SolverOutput | string> = {
      right: 'SELECT count(id) FROM bee',
      wrong: 'SELECT count(kg) FROM bee',
      syntax: 'SELECT count(* FROM bee',
      unknown: 'SELECT count(*) FROM wasp',
      write: 'DELETE FROM bee RETURNING 1',
      two: 'SELECT count(*) FROM bee; SELECT 1',
      slow: 'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT count(*) FROM r',
      empty: { status: 'success' },
      malformed: { status: 'great' } as unknown as SolverOutput,
    };
    const slow: Case = { ...count, id: 'slow', budget: { maxSeconds: 0.5 } };
    const suite = suiteOf({ cases: cases.map((item) => (item.id === 'slow' ? slow : item)) });
    const { of, counts, exitCode } = await results({ suite, solver: answers(table) });
    expect(of('right')).toMatchObject({ status: 'pass', reason: null });
    expect(of('wrong')).toMatchObject({ status: 'fail' });
    expect(of('syntax')).toMatchObject({ status: 'fail', execution: { code: 'syntax', fault: 'query' } });
    expect(of('unknown')).toMatchObject({ status: 'fail', execution: { code: 'unknown_name' } });
    expect(of('write')).toMatchObject({ status: 'fail', execution: { code: 'refused' } });
    expect(of('two')).toMatchObject({ status: 'fail', execution: { code: 'refused' } });
    expect(of('slow')).toMatchObject({ status: 'fail', execution: { code: 'timeout' } });
    expect(of('empty')).toMatchObject({ status: 'fail', output: { errors: [{ code: 'MALFORMED_REPLY' }] } });
    expect(of('malformed')).toMatchObject({ status: 'fail', output: { status: 'error' } });
    expect(of('dead')).toMatchObject({
      status: 'error',
      scores: [],
      infrastructure: { step: 'solver', message: 'the line is dead' },
    });
    expect(counts).toEqual({
      total: 10,
      passed: 1,
      failed: 8,
      inconclusive: 0,
      error: 1,
      unscored: 0,
      notRun: 0,
    });
    expect(exitCode).toBe(1);
  });

  test('a database that is not there is infrastructure', async () => {
    const suite = createSuite({
      datasources: { hive: { kind: 'sqlite', path: join(folder, 'absent.sqlite') } },
      cases: [count],
    });
    const { of, exitCode } = await results({ suite, solver: answers({ count: 'SELECT 3' }) });
    expect(of('count')).toMatchObject({ status: 'error', scores: [], infrastructure: { step: 'database' } });
    expect(exitCode).toBe(3);
  });

  test('a gold query that fails says nothing about the model', async () => {
    const suite = suiteOf({ cases: [{ ...count, sql: 'SELECT nothing FROM bee' }] });
    const { of } = await results({ suite, solver: answers({ count: 'SELECT 3' }) });
    expect(of('count')).toMatchObject({
      status: 'inconclusive',
      scores: [{ score: { verdict: 'inconclusive', detail: { gold_query_failed: true } } }],
    });
  });
});

describe('scorers', () => {
  test('one that throws is an error of its own; the others still score and the fail’s reason comes first', async () => {
    const broken: Scorer = {
      name: 'broken',
      score() {
        throw new Error('out of ideas');
      },
    };
    const suite = suiteOf({ cases: [count] });
    const { of, exitCode } = await results({
      suite,
      solver: answers({ count: 'SELECT 4' }),
      scorers: [broken, 'execution_accuracy'],
    });
    expect(of('count')).toMatchObject({
      status: 'error',
      reason: of('count').scores[1]!.score.reason,
      scores: [
        { label: 'broken', score: { verdict: 'error', detail: { error: 'out of ideas' } } },
        { label: 'execution_accuracy', score: { verdict: 'fail' } },
      ],
    });
    expect(exitCode).toBe(3);
  });

  test('a scorer that needs nothing works without a database, and model SQL is not executed', async () => {
    const reader: Scorer = {
      name: 'reader',
      needs: 'nothing',
      score: ({ statement, execution }, { queries }) => ({
        passed: statement?.sql === 'SELECT 1' && execution === null && queries === null,
      }),
    };
    const suite = createSuite({ datasources: {}, cases: [count] });
    const { of } = await results({
      suite,
      solver: answers({ count: '```sql\nSELECT 1;\n```' }),
      scorers: [reader],
    });
    expect(of('count')).toMatchObject({
      status: 'pass',
      statement: { cleaned: expect.arrayContaining(['fence']) },
    });
  });

  test('columns are told without pulling rows when no scorer needs more', async () => {
    const looker: Scorer = {
      name: 'looker',
      needs: 'columns',
      score: ({ columns, rows }) => ({ passed: columns?.[0]?.name === 'name' && rows?.length === 0 }),
    };
    const suite = suiteOf({ cases: [count] });
    const { of } = await results({
      suite,
      solver: answers({ count: 'SELECT name FROM bee' }),
      scorers: [looker],
    });
    expect(of('count').status).toBe('pass');
  });

  test('two with one label cannot be told apart', async () => {
    const scorers = [new ExecutionAccuracy(), 'execution_accuracy'];
    const promise = results({ suite: suiteOf({ cases: [count] }), solver: answers({}), scorers });
    await expect(promise).rejects.toMatchObject({ code: 'E_LABEL_TAKEN' });
  });

  test('when nobody has anything to say the case run is unscored, and zero scored cases are no success', async () => {
    const suite = suiteOf({ cases: [{ id: 'chat', question: 'Hello?' }] });
    const { of, exitCode } = await results({
      suite,
      solver: answers({ chat: { status: 'success', answer: 'Hi' } }),
    });
    expect(of('chat')).toMatchObject({ status: 'unscored', reason: null });
    expect(exitCode).toBe(3);
  });

  test('a solver’s own rows are what it answered, and no evidence of what its SQL gives', async () => {
    const columns = [{ name: 'n', engineType: '', kind: 'mixed' as const }];
    const claim = (sql: string) => ({
      status: 'success' as const,
      sql,
      resultSets: [{ columns, rows: [[3]] }],
    });
    const { of } = await results({
      suite: suiteOf({ cases: ['other', 'broken', 'write', 'right'].map((id) => ({ ...count, id })) }),
      scorers: ['result_match', 'execution_accuracy'],
      solver: answers({
        other: claim('SELECT 4'),
        broken: claim('SELECT nope FROM bee'),
        write: claim('DELETE FROM bee'),
        right: claim('SELECT 3'),
      }),
    });
    const verdicts = (id: string) => of(id).scores.map(({ score }) => score.verdict);
    expect(verdicts('other')).toEqual(['pass', 'fail']);
    expect(of('other').flags).toEqual(['solver_rows_differ']);
    expect(verdicts('broken')).toEqual(['pass', 'fail']);
    expect(of('broken').flags).toEqual(['solver_query_failed']);
    expect(verdicts('write')).toEqual(['pass', 'fail']);
    expect(of('write').flags).toEqual(['solver_query_failed']);
    expect(of('right')).toMatchObject({ status: 'pass', flags: [] });
  });

  test('a detail that cannot be written down is the scorer’s error and takes no other case along', async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const scorer: Scorer = {
      name: 'mine',
      score: ({ case: { id } }) => ({ passed: true, detail: id === 'bad' ? circular : {} }),
    };
    const { of } = await results({
      suite: suiteOf({ cases: [{ ...count, id: 'bad' }, count] }),
      scorers: [scorer],
      solver: answers({ bad: 'SELECT 3', count: 'SELECT 3' }),
    });
    expect(of('bad')).toMatchObject({ status: 'error', reason: expect.stringContaining('JSON') });
    expect(of('count').status).toBe('pass');
  });

  test('double-quoted text is flagged where SQLite reads it as a string', async () => {
    const item: Case = { ...count, sql: "SELECT count(*) FROM bee WHERE name = 'Ida'" };
    const { of } = await results({
      suite: suiteOf({ cases: [item] }),
      solver: answers({ count: 'SELECT count(*) FROM bee WHERE name = "Ida"' }),
    });
    expect(of('count')).toMatchObject({ status: 'pass', scores: [{ score: { flags: ['dqs'] } }] });
  });
});

describe('roles', () => {
  const roles = { admin: { deny: [] }, guest: { deny: ['payroll'] } };
  const wage: Case = {
    id: 'wage',
    question: 'What is the wage?',
    sql: 'SELECT wage FROM payroll',
    expected: { admin: 'allowed', guest: 'refused' },
  };

  test('a denied table is refused unexecuted, with the generic refusal and nothing else', async () => {
    const suite = suiteOf({ roles, cases: [wage] });
    const { cases } = await run({
      suite,
      selfTest: false,
      scorers: ['outcome', 'execution_accuracy'],
      solver: answers({ wage: 'WITH w AS (SELECT * FROM "PayRoll") SELECT wage FROM w' }),
    });
    const all = await cases();
    const [admin, guest] = ['admin', 'guest'].map((role) => all.find((one) => one.role === role));
    expect(admin).toMatchObject({ role: 'admin', status: 'pass' });
    expect(guest).toMatchObject({
      role: 'guest',
      status: 'pass',
      execution: null,
      output: { status: 'error', sql: null, errors: [suite.settings.refusal] },
    });
  });

  test('what the policy looks at is what is executed, comments of the dialect included', async () => {
    const suite = createSuite({
      datasources: { hive: { kind: 'duckdb', scripts: [join(folder, 'duck.sql')] } },
      roles,
      cases: [{ ...wage, expected: { guest: 'refused' } }],
    });
    const sql = 'SELECT 1 /* /* */ ; This is prose */ , wage FROM payroll';
    const { of } = await results({ suite, scorers: ['outcome'], solver: answers({ wage: sql }) });
    expect(of('wage')).toMatchObject({ status: 'pass', execution: null, output: { sql: null } });
  });

  test('a statement that cannot be read is refused when it names a denied table', async () => {
    const suite = suiteOf({ roles, cases: [{ ...wage, expected: { guest: 'refused' } }] });
    const sql = 'SELECT count(wage) percent FROM payroll';
    const { of } = await results({ suite, scorers: ['outcome'], solver: answers({ wage: sql }) });
    expect(of('wage')).toMatchObject({ status: 'pass', output: { sql: null } });
  });

  describe('a denied table behind a view or macro', () => {
    const views = `CREATE TABLE payroll(wage INTEGER); INSERT INTO payroll VALUES (900);
      CREATE TABLE bee(payroll TEXT); CREATE VIEW harmless AS SELECT payroll FROM bee;
      CREATE VIEW "Wages" AS SELECT wage FROM payroll; CREATE VIEW most AS SELECT max(wage) AS wage FROM wages;`;
    const macros = `CREATE MACRO top_wage() AS (SELECT max(wage) FROM payroll);
      CREATE MACRO all_wages() AS TABLE SELECT wage FROM payroll;`;

    async function statusOf(kind: 'sqlite' | 'duckdb', sql: string) {
      const script = join(folder, `views-${kind}.sql`);
      await writeFile(script, kind === 'duckdb' ? views + macros : views);
      const suite = createSuite({
        datasources: { hive: { kind, scripts: [script] } },
        roles,
        cases: [{ ...wage, expected: { guest: 'refused' } }],
      });
      const { of } = await results({ suite, scorers: ['outcome'], solver: answers({ wage: sql }) });
      return of('wage').output.status;
    }

    test.each([
      ['sqlite', 'SELECT * FROM Wages'],
      ['sqlite', 'SELECT * FROM most'],
      ['sqlite', 'WITH payroll AS (SELECT * FROM most) SELECT * FROM payroll'],
      ['duckdb', 'FROM wages'],
      ['duckdb', 'SELECT wage FROM main.most'],
      ['duckdb', 'SELECT top_wage()'],
      ['duckdb', 'FROM all_wages()'],
    ] as const)('%s: %s is refused', async (kind, sql) => {
      expect(await statusOf(kind, sql)).toBe('error');
    });

    test.each([
      ['sqlite', 'SELECT * FROM harmless'],
      ['sqlite', 'WITH payroll AS (SELECT 1) SELECT * FROM payroll'],
      ['sqlite', 'WITH wages AS (SELECT 1) SELECT * FROM wages'],
      ['sqlite', 'WITH payroll(n) AS (SELECT 1) SELECT n FROM payroll'],
      ['duckdb', 'WITH top_wage AS (SELECT 1 AS n) FROM top_wage'],
      ['duckdb', 'SELECT count(*), max(payroll) FROM harmless'],
    ] as const)('%s: %s is not', async (kind, sql) => {
      expect(await statusOf(kind, sql)).toBe('success');
    });
  });

  test('a solver with a policy of its own is left to it', async () => {
    const suite = suiteOf({ roles, cases: [{ ...wage, expected: { guest: 'refused' } }] });
    const solver = { ...answers({ wage: 'SELECT wage FROM payroll' }), enforcesRoles: true };
    const { of } = await results({ suite, scorers: ['outcome'], solver });
    expect(of('wage')).toMatchObject({ status: 'fail' });
  });
});

describe('mode plans', () => {
  const plans = new Map([['count', { sql: 'SELECT count(name) FROM bee' }]]);

  test('recorded plans are executed and scored without a solver', async () => {
    const { of } = await results({ suite: suiteOf({ cases: [count], plans }), mode: 'plans' });
    expect(of('count')).toMatchObject({ status: 'pass', output: { sql: 'SELECT count(name) FROM bee' } });
  });

  test('one plan per role, and an outcome without SQL', async () => {
    const code = 'QUESTION_NOT_ANSWERABLE';
    const perRole = new Map([
      [
        'count',
        { a: { sql: 'SELECT 3' }, b: { status: 'error' as const, errors: [{ code, message: 'no' }] } },
      ],
    ]);
    const item: Case = { ...count, expected: { a: 'allowed', b: 'unanswerable' } };
    const suite = suiteOf({ cases: [item], plans: perRole, roles: { a: { deny: [] }, b: { deny: [] } } });
    const { counts } = await results({ suite, mode: 'plans', scorers: ['outcome', 'execution_accuracy'] });
    expect(counts).toMatchObject({ total: 2, passed: 2 });
  });

  test('a case without a plan is an error that names it; routing cases need none', async () => {
    const other: Case = { ...count, id: 'other' };
    const route: Case = { id: 'route', question: 'Where?', kind: 'routing' };
    const suite = suiteOf({ cases: [count, other, route], plans });
    await expect(results({ suite, mode: 'plans' })).rejects.toMatchObject({
      code: 'E_PLANS_MISSING',
      what: expect.stringContaining('other (default)'),
    });
    const bare = suiteOf({ cases: [count] });
    await expect(results({ suite: bare, mode: 'plans' })).rejects.toMatchObject({ code: 'E_PLANS_MISSING' });
  });
});

describe('what is run', () => {
  const cases: readonly Case[] = [
    { ...count, id: 'one', tags: ['smoke'] },
    { ...count, id: 'two', question: 'How (many?' },
    { ...count, id: 'three' },
  ];
  const solver = answers({ one: 'SELECT 3', two: 'SELECT 4', three: 'SELECT 5' });

  test('grep, tags and passes choose case runs', async () => {
    const suite = suiteOf({ cases });
    const ran = async (request: Partial<RunRequest>) => {
      const { cases: all } = await run({
        suite,
        solver,
        selfTest: false,
        scorers: ['execution_accuracy'],
        ...request,
      });
      return (await all()).map(({ caseId, pass }) => `${caseId}${pass}`).sort();
    };
    expect(await ran({ filter: { grep: '^t' } })).toEqual(['three1', 'two1']);
    expect(await ran({ filter: { grep: String.raw`\(many` } })).toEqual(['two1']);
    await expect(ran({ filter: { grep: '(many' } })).rejects.toMatchObject({ code: 'E_FILTER_PATTERN' });
    expect(await ran({ filter: { tags: ['smoke'] }, passes: 2 })).toEqual(['one1', 'one2']);
  });

  test('no case run at all is never a success', async () => {
    const done = await results({ suite: suiteOf({ cases }), solver, filter: { grep: 'nothing like this' } });
    expect(done.counts.total).toBe(0);
    expect(done.exitCode).toBe(3);
  });

  test('--bail stops after so many case runs that did not pass', async () => {
    const settings = { concurrency: { cases: 1, sessions: 1, children: 2, modelCalls: 1 } };
    const suite = createSuite({ ...suiteOf({ cases }), settings });
    const { counts, summary } = await results({ suite, solver, bail: 1 });
    expect(counts).toMatchObject({ total: 3, passed: 1, failed: 1, notRun: 1 });
    expect(summary.end).toMatchObject({ kind: 'stopped' });
  });

  test('what was aborted is not run, and what finished is kept', async () => {
    const controller = new AbortController();
    const settings = { concurrency: { cases: 1, sessions: 1, children: 2, modelCalls: 1 } };
    const suite = createSuite({ ...suiteOf({ cases }), settings });
    const stopping: Solver = {
      async solve(input) {
        if (input.caseId === 'two') controller.abort();
        return solver.solve(input);
      },
    };
    const { counts, summary, exitCode } = await results({
      suite,
      solver: stopping,
      signal: controller.signal,
    });
    expect(counts).toMatchObject({ total: 3, passed: 1, notRun: 2 });
    expect(summary.end).toEqual({ kind: 'interrupted' });
    expect(exitCode).toBe(130);
  });
});

describe('what hangs', () => {
  test('a run that is cancelled in the middle of a query ends as interrupted', async () => {
    const controller = new AbortController();
    const endless = 'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT count(*) FROM r';
    const solver: Solver = {
      async solve() {
        setTimeout(() => controller.abort(), 300);
        return { status: 'success', sql: endless };
      },
    };
    const { counts, summary } = await results({
      suite: suiteOf({ cases: [count] }),
      solver,
      signal: controller.signal,
    });
    expect(counts).toMatchObject({ total: 1, notRun: 1 });
    expect(summary.end).toEqual({ kind: 'interrupted' });
  });

  test('a solver that never answers does not keep a cancelled run from ending', async () => {
    const controller = new AbortController();
    const hung: Solver = {
      solve() {
        setTimeout(() => controller.abort(), 10);
        return new Promise(() => {});
      },
    };
    const { counts, summary } = await results({
      suite: suiteOf({ cases: [count] }),
      solver: hung,
      signal: controller.signal,
    });
    expect(counts).toMatchObject({ total: 1, notRun: 1 });
    expect(summary.end).toEqual({ kind: 'interrupted' });
  });

  test('a gold that overstays is tried once, not once for every case run', async () => {
    const endless = 'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT count(*) FROM r';
    const cases = ['a', 'b', 'c'].map(
      (id): Case => ({ ...count, id, sql: endless, budget: { maxSeconds: 1 } }),
    );
    const settings = { concurrency: { cases: 1, sessions: 1, children: 2, modelCalls: 1 } };
    const suite = createSuite({ ...suiteOf({ cases }), settings });
    const { of } = await results({ suite, solver: answers({ a: 'SELECT 1', b: 'SELECT 1', c: 'SELECT 1' }) });
    for (const id of ['a', 'b', 'c']) expect(of(id)).toMatchObject({ status: 'inconclusive' });
    expect(of('a').seconds.database).toBeGreaterThan(0.5);
    expect(of('b').seconds.database + of('c').seconds.database).toBeLessThan(of('a').seconds.database);
  });
});

describe('the self-test', () => {
  test('says which cases cannot tell right from wrong', async () => {
    const blind: Scorer = { name: 'blind', comparesWithGold: true, score: () => ({ passed: true }) };
    const stale: Case = { ...count, id: 'stale', rows: [[4]] };
    const broken: Case = { ...count, id: 'broken', sql: 'SELECT x FROM bee' };
    const done = await run({
      suite: suiteOf({ cases: [count, stale, broken] }),
      solver: answers({ count: 'SELECT 3', stale: 'SELECT 3', broken: 'SELECT 3' }),
      scorers: ['result_match', blind],
    });
    expect(done.summary.selfTest).toMatchObject({
      checked: 3,
      cannotTell: [
        { caseId: 'count', label: 'blind', problem: 'mutant_passes' },
        { caseId: 'stale', label: 'result_match', problem: 'gold_fails' },
        { caseId: 'stale', label: 'blind', problem: 'mutant_passes' },
        { caseId: 'broken', problem: 'gold_query_failed' },
      ],
    });
  });
});

describe('the self-test looks for scorers that are half blind', () => {
  const kilos: Case = { id: 'kilos', question: 'Which?', sql: 'SELECT name, kg FROM bee' };
  const textBlind = (): Scorer => ({
    name: 'half',
    comparesWithGold: true,
    score: ({ rows }) => ({
      passed: !rows!.flat().some((cell) => String(cell).includes('not in the data')),
    }),
  });

  test.each([
    ['a tolerance wider than the data', new ExecutionAccuracy({ tolerance: 100 }), 'number'],
    ['only strange text is wrong', textBlind(), 'number'],
  ])('%s', async (_, scorer, what) => {
    const done = await run({
      suite: suiteOf({ cases: [kilos] }),
      solver: answers({ kilos: kilos.sql as string }),
      scorers: [scorer],
    });
    expect(done.summary.selfTest?.cannotTell).toMatchObject([
      { caseId: 'kilos', problem: 'mutant_passes', detail: expect.stringContaining(what) },
    ]);
  });

  test('a sound scorer can tell, and an alternative that is empty is no fault', async () => {
    const item: Case = { ...count, altRows: [[]] };
    const done = await run({
      suite: suiteOf({ cases: [item] }),
      solver: answers({ count: 'SELECT 3' }),
      scorers: ['result_match', 'execution_accuracy'],
    });
    expect(done.summary.selfTest?.cannotTell).toEqual([]);
  });
});

describe('resuming', () => {
  test('goes on where it stopped, only errors when asked, and refuses another suite', async () => {
    const runsFolder = join(folder, 'runs');
    const cases = [count, { ...count, id: 'late' }];
    const suite = suiteOf({ cases });
    const calls: string[] = [];
    const table: Record<string, SolverOutput | string> = { count: 'SELECT 3' };
    const solver: Solver = {
      name: 'counted',
      solve(input) {
        calls.push(input.caseId);
        return answers(table).solve(input);
      },
    };
    const first = await results({ suite, solver, runsFolder });
    expect(first.counts).toMatchObject({ passed: 1, error: 1 });

    const again = await results({ suite, solver, runsFolder, resume: 'latest' });
    expect(again.counts).toEqual(first.counts);
    expect(calls.filter((id) => id === 'count')).toHaveLength(1);

    table.late = 'SELECT 3';
    const retried = await results({ suite, solver, runsFolder, resume: 'latest', retryErrors: true });
    expect(retried.counts).toMatchObject({ passed: 2, error: 0 });
    expect(calls.sort()).toEqual(['count', 'late', 'late']);
    expect(await readdir(runsFolder)).toHaveLength(1);

    const changed = suiteOf({ cases: [count, { ...count, id: 'late', question: 'Other?' }] });
    await expect(results({ suite: changed, solver, runsFolder, resume: 'latest' })).rejects.toMatchObject({
      code: 'E_RESUME_CHANGED',
      what: expect.stringContaining('cases'),
    });
    await expect(results({ suite, solver, runsFolder, resume: 'latest', passes: 2 })).rejects.toMatchObject({
      what: expect.stringContaining('passes was 1 and is 2'),
    });
    await expect(results({ suite, solver, runsFolder, resume: 'nope' })).rejects.toMatchObject({
      code: 'E_RUN_NOT_FOUND',
    });
  });

  test('a journal is only readable by its owner, and holds no rows beyond samples', async () => {
    const runsFolder = join(folder, 'private');
    const { summary } = await results({
      suite: suiteOf({ cases: [{ ...count, sql: 'SELECT name FROM bee' }] }),
      solver: answers({ count: 'SELECT name FROM bee' }),
      runsFolder,
    });
    const path = summary.info.journalPath!;
    expect(existsSync(path)).toBe(true);
    expect(await readFile(path, 'utf8')).not.toContain('Ida');
  });
});
