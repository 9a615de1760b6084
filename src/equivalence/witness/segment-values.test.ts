import { describe, expect, it } from 'vitest';
import { datesAround, datesWithParts } from './date-instances.js';
import { likeInstances } from './like-instances.js';
import { outlineQuery } from './query-outline.js';
import { segmentValues } from './segment-values.js';
import { catalogOf } from './trial-scratch.test-support.js';

const catalog = catalogOf('create table t (a integer, b text, d text)');

function valuesOf(condition: string) {
  const { segments } = outlineQuery(`select 1 from t where ${condition}`, 'sqlite', catalog);
  return segmentValues(segments.find(({ after }) => after === 'where')!);
}

describe('segmentValues', () => {
  it.each([
    ['a = 5', [5], [4, 6]],
    ['a > 5', [6], [5, 4]],
    ['a >= 5', [6, 5], [4]],
    ['a < 5', [4], [5, 6]],
    ['a between 2 and 9', [2, 9, 5.5], [1, 10]],
    ["b = 'Foo'", ['Foo'], ['foo', 'FOO', 'Foox', 'Fo'].filter((text) => text !== 'FOO')],
    ["b <> 'Foo'", ['Foox'], ['Foo']],
    ["b = '12'", ['12', 12], [11, '13', '12.0']],
    ['a in (3, 8)', [3, 8], [2, 9]],
    ['length(b) > 3', ['xxxx', 'xxx'], []],
    ["b like 'Ab%'", ['Ab', 'Abx'], ['ab', 'AB', 'xAb']],
    ["b glob 'Ab*'", ['Abx'], ['ab']],
    [
      "strftime('%Y', d) = '2013'",
      ['2013-01-01', '2013-12-31', '2013-12-31 10:00:00'],
      ['2014-01-01', '2012-12-28'],
    ],
    ["strftime('%m', d) = '02'", ['2020-02-06'], ['2020-03-06']],
    ["substr(d, 1, 4) = '2013'", ['2013-05-06'], ['2019-01-01']],
    ["substr(b, 3, 2) = 'zz'", ['20zz'], ['20ZZ']],
    ["d = '2013-03-01'", ['2013-03-01', '2013-03-01 10:00:00'], ['2013-02-28', '2013-03-02']],
    ["d like '2013-03%'", ['2013-03-06', '2013-03-06 10:00:00'], []],
  ])('%s: satisfied by %j, nearly by %j', (condition, satisfy, near) => {
    const values = valuesOf(condition);
    expect(values.satisfy).toEqual(expect.arrayContaining(satisfy));
    expect(values.near).toEqual(expect.arrayContaining(near));
  });

  it('tells dates and numbers in columns of another type', () => {
    expect(valuesOf("strftime('%Y', d) = '2013'").dates).toBe(true);
    expect(valuesOf('b > 3').numbers).toBe(true);
    expect(valuesOf("b = 'x'")).toMatchObject({ dates: false, numbers: false });
  });
});

describe('dates and patterns', () => {
  it('makes no dates that there are not', () => {
    expect(datesWithParts('%m', '13')).toEqual({ satisfy: [], near: [] });
    expect(datesAround('no date')).toEqual({ before: [], same: [], after: [] });
  });

  it('makes texts that match', () => {
    const matcher = /^a.*b.c$/;
    for (const text of likeInstances('a%b_c').satisfy) expect(text).toMatch(matcher);
  });
});
