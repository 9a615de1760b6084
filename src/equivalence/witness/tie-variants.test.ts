import { describe, expect, it } from 'vitest';
import { findRandomness, pinClock, readsClock } from './randomness.js';
import { ordersRows, withRandomTies } from './tie-variants.js';

describe('withRandomTies', () => {
  it.each([
    ['select a from t order by b limit 1', 'select a from t order by b, R limit 1'],
    ['select a from t order by b desc;', 'select a from t order by b desc, R;'],
    ['select a from t limit 2', 'select a from t ORDER BY R limit 2'],
    [
      'select a from t where b = (select c from u order by d limit 1) order by a',
      'select a from t where b = (select c from u order by d, R limit 1) order by a, R',
    ],
    [
      'select row_number() over (partition by a order by b) from t',
      'select row_number() over (partition by a order by b, R) from t',
    ],
    [
      'select sum(a) over (order by b rows between 1 preceding and current row) from t',
      'select sum(a) over (order by b, R rows between 1 preceding and current row) from t',
    ],
  ])('%s', (sql, expected) => {
    expect(withRandomTies(sql, 'sqlite', 'R')).toBe(expected);
  });

  it.each(['select a from t', "select 'order by' from t", 'select t.limit from t'])(
    '%s depends on no order',
    (sql) => {
      expect(withRandomTies(sql, 'sqlite', 'R')).toBeNull();
    },
  );

  it('knows an order of the whole from one inside', () => {
    expect(ordersRows('select a from t order by b', 'sqlite')).toBe(true);
    expect(ordersRows('select a from (select a from t order by b)', 'sqlite')).toBe(false);
  });
});

describe('chance and the clock', () => {
  it.each([
    ['select random() from t', 'random'],
    ['select a from t order by RANDOM()', 'random'],
    ['select random from t', null],
    ["select 'random()' from t", null],
  ])('%s: %s', (sql, found) => {
    expect(findRandomness(sql, 'sqlite')).toBe(found);
  });

  it('holds the clock still where it can', () => {
    const pinned = pinClock("select date('now'), current_date from t", 'sqlite', false)!;
    expect(readsClock(pinned, 'sqlite')).toBe(false);
    expect(pinClock('select date() from t', 'sqlite', false)).toBeNull();
    expect(pinClock('select current_date - d from t', 'duckdb', true)).toBe(
      "select DATE '2024-06-15' - d from t",
    );
    expect(readsClock("select t.current_date, 'today' from t", 'sqlite')).toBe(false);
  });
});
