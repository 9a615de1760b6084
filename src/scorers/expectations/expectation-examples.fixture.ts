import { expect } from 'vitest';
import type { Expectation } from '../../types/index.js';
import { intCell } from '../../values/index.js';

/** Everyone in the table `person` of four rows. */
export const everyone = 'SELECT * FROM person ORDER BY id';
const all = everyone;

/** Queries with an expectation that holds, and what its detail says. */
export const met: readonly [string, Expectation, string?][] = [
  [all, { kind: 'row_count', exact: 4 }],
  [all, { kind: 'row_count', min: 4, max: 4 }],
  [all, { kind: 'column_presence', columns: ['ID', 'name'] }],
  [all, { kind: 'not_null', column: 'id' }],
  [all, { kind: 'unique', columns: ['id'] }],
  [all, { kind: 'unique', column: 'name' }, '1 row with NULL ignored'],
  [all, { kind: 'unique', columns: ['team', 'name'] }, '1 row with NULL ignored'],
  [
    all,
    { kind: 'accepted_values', column: 'name', values: ['bob', 'Bob', 'eve'] },
    '1 row with NULL left out',
  ],
  [all, { kind: 'in_set', column: 'team', values: ['a', 'b', null] }],
  [all, { kind: 'accepted_values', column: 'ratio', values: [0.1, '0.2', '0.30'] }, '1 row'],
  [all, { kind: 'between', column: 'id', min: 1, max: 4 }],
  [all, { kind: 'between', column: 'id', max: '4.5' }],
  [all, { kind: 'between', column: 'ratio', min: 0.1, max: 0.3 }, '1 row with NULL left out'],
  [all, { kind: 'between', column: 'born', min: '1999-12-31', max: '2001-05-06' }],
  [all, { kind: 'mean_between', column: 'id', min: 2.5, max: '2.5' }],
  [all, { kind: 'mean_between', column: 'ratio', min: 0.2, max: 0.2 }],
  [all, { kind: 'matches', column: 'name', pattern: '^[Bbev]+' }],
  [all, { kind: 'matches', column: 'name', pattern: 'o|v' }],
  [all, { kind: 'matches', column: 'id', pattern: '^\\d$' }],
  [all, { kind: 'values_in_order', column: 'id', direction: 'ascending' }],
  [all, { kind: 'values_in_order', column: 'id', values: [1, 2, 3, 4] }],
  [all, { kind: 'values_in_order', column: 'name', values: ['bob', 'Bob', 'eve', null] }],
  [
    'SELECT id FROM person ORDER BY id DESC',
    { kind: 'values_in_order', column: 'id', direction: 'descending' },
  ],
  [all, { kind: 'expression', sql: 'id between 1 and 4 and coalesce(score, 1) > 0' }],
  ['SELECT id AS "group" FROM person', { kind: 'expression', sql: '"group" < 5' }],
  ['SELECT id AS "order by", 1 AS "order by" FROM person', { kind: 'row_count', min: 1 }],
  ['SELECT id FROM person -- the end', { kind: 'not_null', column: 'id' }],
  ['WITH model_result AS (SELECT 1 AS a) SELECT * FROM model_result', { kind: 'not_null', column: 'A' }],
  ['SELECT id FROM person WHERE 1 = 0', { kind: 'not_null', column: 'id' }, 'there are no rows'],
  ['SELECT id FROM person WHERE 1 = 0', { kind: 'unique', column: 'id' }, 'there are no rows'],
  ['SELECT id FROM person WHERE 1 = 0', { kind: 'between', column: 'id', min: 1 }, 'there are no rows'],
  ['SELECT id FROM person WHERE 1 = 0', { kind: 'expression', sql: 'id > 9' }, 'there are no rows'],
  ['SELECT id FROM person WHERE 1 = 0', { kind: 'in_set', column: 'id', values: [1] }, 'there are no rows'],
];
/** Queries with an expectation that does not hold, and what its outcome has. */
export const unmet: readonly [string, Expectation, object][] = [
  [all, { kind: 'row_count', exact: 3 }, { actual: 4, detail: 'the result has 4 rows, not 3' }],
  [all, { kind: 'row_count', max: 3 }, { actual: 4 }],
  [all, { kind: 'column_presence', columns: ['id', 'age'] }, { count: 1 }],
  [all, { kind: 'not_null', column: 'name' }, { count: 1, column: 'name' }],
  [all, { kind: 'not_null', column: 'nme' }, { detail: expect.stringContaining('no column "nme"') }],
  [all, { kind: 'unique', column: 'team' }, { count: 2, detail: expect.stringContaining('1 row with NULL') }],
  [all, { kind: 'in_set', column: 'name', values: ['bob', 'eve', null] }, { count: 1, actual: ['Bob'] }],
  [all, { kind: 'in_set', column: 'id', values: ['1', '2', '3'] }, { count: 1, actual: [4] }],
  [all, { kind: 'between', column: 'id', min: 2 }, { count: 1, actual: [1] }],
  [all, { kind: 'between', column: 'id', min: 1, max: intCell(3n) }, { count: 1, actual: [4] }],
  [all, { kind: 'between', column: 'ratio', max: 0.29 }, { count: 1 }],
  [all, { kind: 'between', column: 'name', min: 'a' }, { count: 1, actual: ['Bob'] }],
  [all, { kind: 'between', column: 'name', min: 1 }, { count: 3 }],
  [all, { kind: 'mean_between', column: 'id', min: '2.51' }, { actual: 2.5 }],
  [all, { kind: 'mean_between', column: 'name', min: 0 }, { detail: 'not every value is a number' }],
  [
    'SELECT id FROM person WHERE 1 = 0',
    { kind: 'mean_between', column: 'id', min: 0 },
    { detail: 'there is no value to take a mean of' },
  ],
  [all, { kind: 'matches', column: 'name', pattern: '^b' }, { count: 2 }],
  [all, { kind: 'values_in_order', column: 'id', direction: 'descending' }, { actual: 2 }],
  [all, { kind: 'values_in_order', column: 'id', values: [1, 2, 3] }, { actual: 4 }],
  [all, { kind: 'values_in_order', column: 'id', values: [1, 2, 3, 4, 5] }, {}],
  [all, { kind: 'values_in_order', column: 'id', values: [1, 3] }, { actual: 2 }],
  [
    all,
    { kind: 'expression', sql: 'score > 15' },
    { count: 2, detail: expect.stringContaining('1 of them it is NULL') },
  ],
  [
    'SELECT 1 AS a, 2 AS a',
    { kind: 'not_null', column: 'a' },
    { detail: expect.stringContaining('2 columns') },
  ],
];
