import { describe, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type { SolverOutput } from '../types/index.js';
import { checkSolverOutput, type solverOutputSchema } from './check-solver-output.js';

describe('checkSolverOutput', () => {
  it('passes a reply on, without what it does not know and without nulls', () => {
    const output = {
      status: 'success',
      sql: 'SELECT 1',
      answer: null,
      errors: undefined,
      datasources: ['shop'],
      timings: { solve: 0.5 },
      usage: { inputTokens: 1, outputTokens: 2 },
      costUsd: 0.01,
      trace: 'not ours',
    };
    const { answer: _, errors: __, trace: ___, ...rest } = output;
    expect(checkSolverOutput(output)).toEqual({ kind: 'ok', output: rest });
  });

  it('reads result sets, with names for columns and JavaScript values for cells', () => {
    const reply = {
      status: 'success',
      resultSets: [
        {
          columns: ['a', { name: 'b', engineType: 'DECIMAL(4,2)', kind: 'dec' }, 'c', 'd', 'e'],
          rows: [[1, { k: 'dec', u: 150n, s: 2 }, 2n ** 70n, [1], Number.NaN]],
        },
      ],
    };
    const checked = checkSolverOutput(reply);
    expect(checked).toMatchObject({ kind: 'ok' });
    expect(checked.kind === 'ok' && checked.output.resultSets?.[0]).toEqual({
      columns: [
        { name: 'a', engineType: '', kind: 'mixed' },
        { name: 'b', engineType: 'DECIMAL(4,2)', kind: 'dec' },
        { name: 'c', engineType: '', kind: 'mixed' },
        { name: 'd', engineType: '', kind: 'mixed' },
        { name: 'e', engineType: '', kind: 'mixed' },
      ],
      rows: [
        [
          1,
          { k: 'dec', u: 150n, s: 2 },
          { k: 'int', v: 2n ** 70n },
          { k: 'list', v: [1] },
          { k: 'f64', v: Number.NaN },
        ],
      ],
    });
  });

  it.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /reply is empty/],
    ['null', null, /reply is empty/],
    ['a text', 'SELECT 1', /a string, not an object/],
    ['a list', [], /a list, not an object/],
    ['no status', { sql: 'SELECT 1' }, /status/],
    ['a status of its own', { status: 'done' }, /status/],
    ['SQL that is no text', { status: 'success', sql: 42 }, /sql/],
    ['a success of nothing', { status: 'success' }, /reply is empty/],
    ['a success of white space', { status: 'success', sql: ' \n', answer: '' }, /reply is empty/],
    ['errors without a code', { status: 'error', errors: [{ message: 'm' }] }, /errors\.0\.code/],
    [
      'negative tokens',
      { status: 'success', sql: 'x', usage: { inputTokens: -1, outputTokens: 0 } },
      /usage/,
    ],
    [
      'rows without columns',
      { status: 'success', resultSets: [{ rows: [] }] },
      /result set 1: it has no list of columns/,
    ],
    [
      'a short row',
      { status: 'success', resultSets: [{ columns: ['a', 'b'], rows: [[1, 2], [1]] }] },
      /row 2 has 1 cells/,
    ],
    [
      'an undefined cell',
      { status: 'success', resultSets: [{ columns: ['a'], rows: [[undefined]] }] },
      /row 1 has a value/,
    ],
    [
      'a function as a cell',
      { status: 'success', resultSets: [{ columns: ['a'], rows: [[() => 1]] }] },
      /row 1 has a value/,
    ],
    ['result sets that are none', { status: 'success', resultSets: 'rows' }, /not a list of result sets/],
  ])('calls %s malformed', (_, reply, problem) => {
    const checked = checkSolverOutput(reply);
    expect(checked).toMatchObject({ kind: 'malformed' });
    expect(checked.kind === 'malformed' && checked.problem).toMatch(problem);
  });

  it.each([
    { status: 'error' },
    { status: 'needs_clarification', answer: 'Which year?' },
    { status: 'unavailable' },
    { status: 'success', answer: '42' },
    { status: 'success', ranking: ['shop'] },
    { status: 'success', resultSets: [] },
  ])('takes %j', (reply) => {
    expect(checkSolverOutput(reply)).toEqual({ kind: 'ok', output: reply });
  });

  it('has the contract as its type, in both directions', () => {
    type Read = z.output<typeof solverOutputSchema>;
    expectTypeOf<Read>().toExtend<SolverOutput>();
    expectTypeOf<keyof Read>().toEqualTypeOf<keyof SolverOutput>();
    expectTypeOf<Pick<SolverOutput, 'status' | 'sql' | 'usage' | 'costUsd' | 'resultSets'>>().toExtend<
      Pick<Read, 'status' | 'sql' | 'usage' | 'costUsd' | 'resultSets'>
    >();
  });
});
