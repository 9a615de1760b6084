import { expect, test } from 'vitest';
import { readWarnings } from './mysql-warnings.js';

const warning = (number: number, message = 'Careful', level = 'Warning') => ({ level, number, message });

test('warnings become notes, one of each number, five at most', () => {
  const warnings = [1292, 1292, 1365, 1366, 1411, 1264, 1265].map((number) => warning(number));
  expect(readWarnings(warnings)).toEqual({
    failure: null,
    notes: [1292, 1365, 1366, 1411, 1264].map((number) => `warning: ${number} Careful`),
  });
});

test('notes of the server and remarks on old syntax say nothing about the answer', () => {
  expect(readWarnings([warning(1003, 'select 1', 'Note'), warning(1287)])).toEqual({
    failure: null,
    notes: [],
  });
});

test.each([
  [1931, 'runtime'],
  [1260, 'memory'],
  [1301, 'memory'],
  [1317, 'timeout'],
  [1969, 'timeout'],
  [3024, 'timeout'],
])('after warning %i there is no answer', (number, code) => {
  expect(readWarnings([warning(1292), warning(number)]).failure).toMatchObject({ code, fault: 'query' });
});
