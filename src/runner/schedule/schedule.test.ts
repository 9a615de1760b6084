import { expect, test } from 'vitest';
import type { Suite } from '../../types/index.js';
import { schedule } from './schedule.js';

const suite = {
  cases: [
    { id: 'a.b', question: 'How many (in all)?' },
    { id: 'axb', question: 'Which?' },
  ],
  plans: null,
} as unknown as Suite;

test('a pattern picks cases by id or question, whatever the case of letters', () => {
  const ids = (grep: string) => schedule(suite, 'full', 1, { grep }).map(({ caseId }) => caseId);
  expect(ids('A.B')).toEqual(['a.b', 'axb']);
  expect(ids('a\\.b')).toEqual(['a.b']);
  expect(ids('\\(in all')).toEqual(['a.b']);
});

test('what is no regular expression is an error, not a text to look for', () => {
  expect(() => schedule(suite, 'full', 1, { grep: '(in all' })).toThrow(
    expect.objectContaining({ code: 'E_FILTER_PATTERN' }),
  );
});
