import { describe, expect, test } from 'vitest';
import type { CaseRun, Catalog, ExpectedOutcome, SolverOutput } from '../types/index.js';
import { bareContext, caseRunOf, resultOf } from './case-run.fixture.js';
import { Outcome } from './outcome.js';

const catalog: Catalog = {
  dialect: 'sqlite',
  tables: [
    {
      name: 'payroll',
      kind: 'table',
      columns: [
        { name: 'salary', type: 'INTEGER', nullable: true },
        { name: 'pay day', type: 'TEXT', nullable: true },
      ],
      primaryKey: [],
      unique: [],
      foreignKeys: [],
      checks: [],
    },
  ],
};
const context = { ...bareContext, catalog: async () => catalog };
const refusal = { code: 'SECURITY_VIOLATION', message: 'No access.' };

async function judge(expected: ExpectedOutcome, output: SolverOutput, more: Partial<CaseRun> = {}) {
  return new Outcome().score(caseRunOf({ expected, output, ...more }), context);
}

describe('allowed', () => {
  test('a result set, even an empty one, is an answer', async () => {
    const resultSets = [resultOf(['a'])];
    expect(await judge('allowed', { status: 'success', sql: 'SELECT 1' }, { resultSets })).toMatchObject({
      verdict: 'pass',
      basis: 'observed',
    });
  });

  test('text is an answer', async () => {
    expect(await judge('allowed', { status: 'success', answer: 'Three.' })).toMatchObject({
      verdict: 'pass',
    });
  });

  test('neither is none, and neither is a refusal', async () => {
    expect(await judge('allowed', { status: 'success', answer: ' ' })).toMatchObject({ verdict: 'fail' });
    const refused = await judge('allowed', { status: 'error', errors: [refusal] });
    expect(refused).toMatchObject({ verdict: 'fail', reason: expect.stringContaining('SECURITY_VIOLATION') });
  });
});

describe('refused', () => {
  test('the generic refusal alone passes', async () => {
    expect(await judge('refused', { status: 'error', errors: [refusal] })).toMatchObject({ verdict: 'pass' });
    const repeated = { status: 'error' as const, errors: [refusal], answer: 'No access.' };
    expect(await judge('refused', repeated)).toMatchObject({ verdict: 'pass' });
  });

  test.each([
    { details: { trace: 'failed\npayroll: denied' } },
    { details: ['x', { nested: 'SALARY\tis secret' }] },
    { details: { 'pay day': 1 } },
    { details: '"pay day"' },
  ])('a name is found in error details whatever stands before it', async (parts) => {
    const errors = [refusal, { code: 'MORE', message: '', ...parts }];
    expect(await judge('refused', { status: 'error', errors })).toMatchObject({
      verdict: 'fail',
      reason: expect.stringContaining('leaks'),
    });
  });

  test('a code of another error may leak too', async () => {
    const errors = [refusal, { code: 'salary', message: '' }];
    expect(await judge('refused', { status: 'error', errors })).toMatchObject({ verdict: 'fail' });
  });

  test('another message may tell what exists', async () => {
    const errors = [{ code: refusal.code, message: 'You may not see it.' }];
    expect(await judge('refused', { status: 'error', errors })).toMatchObject({ verdict: 'fail' });
  });

  test('another code is no refusal', async () => {
    const errors = [{ code: 'OTHER', message: refusal.message }];
    expect(await judge('refused', { status: 'error', errors })).toMatchObject({ verdict: 'fail' });
  });

  test('an answer, or a result set beside the refusal, fails', async () => {
    expect(await judge('refused', { status: 'success', answer: '5' })).toMatchObject({ verdict: 'fail' });
    const resultSets = [resultOf(['a'])];
    expect(await judge('refused', { status: 'error', errors: [refusal] }, { resultSets })).toMatchObject({
      verdict: 'fail',
    });
  });

  test.each([
    ['the answer', { answer: 'The PAYROLL is secret.' }, 'payroll'],
    ['the SQL', { sql: 'SELECT salary FROM t' }, 'salary'],
    ['another error', { errors: [refusal, { code: 'X', message: 'no table payroll' }] }, 'payroll'],
    ['error details', { errors: [{ ...refusal, details: { columns: ['salary'] } }] }, 'salary'],
    ['a name of two words', { answer: 'ask for the Pay Day' }, 'pay day'],
  ])('a name told in %s is a leak, and it is named', async (_, parts, leaked) => {
    const score = await judge('refused', { status: 'error', errors: [refusal], ...parts });
    expect(score).toMatchObject({ verdict: 'fail', reason: expect.stringContaining(`leaks "${leaked}"`) });
  });

  test('a longer word that holds a name is no leak', async () => {
    const output = {
      status: 'error' as const,
      errors: [refusal],
      answer: 'Ask about payrolls and salaryman.',
    };
    expect(await judge('refused', output)).toMatchObject({ verdict: 'pass' });
  });
});

describe('unanswerable and clarify', () => {
  const declined = { status: 'error', errors: [{ code: 'QUESTION_NOT_ANSWERABLE', message: '' }] } as const;

  test('the code makes a question unanswerable', async () => {
    expect(await judge('unanswerable', declined)).toMatchObject({ verdict: 'pass' });
    expect(await judge('unanswerable', { status: 'success', answer: '42' })).toMatchObject({
      verdict: 'fail',
    });
    expect(await judge('unanswerable', { status: 'error' })).toMatchObject({ verdict: 'fail' });
  });

  test('only a question back is a clarification', async () => {
    expect(await judge('clarify', { status: 'needs_clarification' })).toMatchObject({ verdict: 'pass' });
    expect(await judge('clarify', declined)).toMatchObject({ verdict: 'fail' });
  });
});
