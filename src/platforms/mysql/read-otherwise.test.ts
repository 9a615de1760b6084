import { expect, test } from 'vitest';
import { isReadOtherwise } from './read-otherwise.js';

const hidden = "select 'a\\', load_file('/etc/passwd') -- '";

test.each([
  [hidden, '', false],
  [hidden, 'STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES', true],
  ["select 'a'", 'NO_BACKSLASH_ESCAPES', false],
  ['select "load_file"(1)', '', false],
  ['select "load_file"(1)', 'ANSI_QUOTES', true],
  ['select "load_file"/* */ (1)', 'REAL_AS_FLOAT,ANSI_QUOTES', true],
  ['select "a\\", b from t where c = "d"', 'ANSI_QUOTES', true],
  ['select "name" from "people"', 'ANSI_QUOTES', false],
  ["select '(\"' (1)", 'ANSI_QUOTES', false],
])('%s under %s', (sql, mode, expected) => {
  expect(isReadOtherwise(sql, mode)).toBe(expected);
});
