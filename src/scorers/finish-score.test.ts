import { describe, expect, test } from 'vitest';
import type { ScoreLike } from '../types/index.js';
import { finishScore } from './finish-score.js';
import { failed, inconclusive, notApplicable, passed } from './score.js';

const finish = (returned: unknown) => finishScore('mine', returned as ScoreLike);

function circular(): unknown {
  const detail: Record<string, unknown> = {};
  detail.self = detail;
  return detail;
}

describe('the short form', () => {
  test('nothing, or a null passed, is not applicable', () => {
    expect(finish({})).toEqual(notApplicable('mine'));
    expect(finish({ passed: null, value: null })).toEqual(notApplicable('mine'));
  });

  test('true and false are pass and fail, observed', () => {
    expect(finish({ passed: true })).toEqual(passed('mine'));
    expect(finish({ passed: false })).toMatchObject({
      verdict: 'fail',
      basis: 'observed',
      value: 0,
      reason: 'mine failed',
    });
  });

  test('detail.reason becomes the reason, and a value is kept', () => {
    const detail = { reason: 'too slow', other: 1 };
    expect(finish({ passed: false, value: 0.25, detail })).toMatchObject({
      value: 0.25,
      reason: 'too slow',
      detail,
    });
  });

  test.each([2, -0.1, Number.NaN, '1', Number.POSITIVE_INFINITY])('a value of %s is an error', (value) => {
    expect(finish({ passed: true, value })).toMatchObject({ verdict: 'error', passed: null, value: null });
  });

  test.each([['text'], [[1]], [circular()]])('a detail that is no plain object is an error', (detail) => {
    expect(finish({ passed: true, detail })).toMatchObject({ verdict: 'error', passed: null });
  });

  test('a big integer in a detail can be written', () => {
    expect(finish({ passed: true, detail: { rows: 5n } })).toMatchObject({ verdict: 'pass' });
  });

  test('a passed that is no boolean is an error', () => {
    expect(finish({ passed: 'yes' })).toMatchObject({ verdict: 'error' });
  });
});

describe('a whole score', () => {
  test.each([passed('mine'), failed('mine', 'no'), inconclusive('mine', 'who knows'), notApplicable('mine')])(
    'is kept as it is: $verdict',
    (score) => expect(finish(score)).toEqual(score),
  );

  test('what may be left out is filled in', () => {
    expect(finish({ verdict: 'pass', basis: 'observed' })).toEqual({ ...passed('mine'), value: null });
  });

  test.each([
    ['an unknown verdict', { ...passed('mine'), verdict: 'maybe' }],
    ['a verdict from a prototype', { ...passed('mine'), verdict: 'constructor' }],
    ['a pass that did not pass', { ...passed('mine'), passed: false }],
    ['a pass without a basis', { ...passed('mine'), basis: null }],
    ['a basis nobody knows', { ...passed('mine'), basis: 'felt' }],
    ['an inconclusive with a basis', { ...inconclusive('mine', 'x'), basis: 'observed' }],
    ['an inconclusive with a value', { ...inconclusive('mine', 'x'), value: 0.5 }],
    ['a fail without a reason', { ...failed('mine', 'x'), reason: null }],
    ['a value out of range', { ...passed('mine'), value: 7 }],
    ['nothing', undefined],
    ['null', null],
    ['a number', 1],
    ['a list', []],
  ])('%s is the scorer’s error, with the problem told', (_, returned) => {
    const score = finish(returned);
    expect(score).toMatchObject({ verdict: 'error', passed: null, value: null, basis: null });
    expect(score.detail.error).toEqual(expect.any(String));
  });
});

describe('a full score', () => {
  test.each([
    { flags: 'empty_both' },
    { flags: [1] },
    { detail: circular() },
    { detail: 'no' },
    { reason: 5 },
  ])('with parts of the wrong shape is an error', (parts) => {
    expect(finish({ ...passed('mine'), ...parts })).toMatchObject({ verdict: 'error', passed: null });
  });
});
