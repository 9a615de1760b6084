import { expect, test } from 'vitest';
import { unknownVariables } from './unknown-variables.js';

test('a misspelt variable is named with the one that is meant', () => {
  expect(unknownVariables({ SQLASSAY_GREPP: 'x', SQLASSAY_LAST_FAILD: '1', PATH: '' })).toEqual([
    'warning: sqlassay has no variable SQLASSAY_GREPP, so it is ignored; did you mean SQLASSAY_GREP?',
    'warning: sqlassay has no variable SQLASSAY_LAST_FAILD, so it is ignored; did you mean SQLASSAY_LAST_FAILED?',
  ]);
});

test('known variables, those of tests and names unlike any of ours are left alone', () => {
  const environment = {
    SQLASSAY_GREP: 'x',
    SQLASSAY_NO_SELF_TEST: '1',
    SQLASSAY_DEBUG: '1',
    SQLASSAY_TEST_POSTGRES: 'url',
    SQLASSAY_WAREHOUSE_URL: 'url',
  };
  expect(unknownVariables(environment)).toEqual([]);
});
