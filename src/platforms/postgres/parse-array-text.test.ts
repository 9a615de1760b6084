import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseArrayText } from './parse-array-text.js';

const text = (value: string): string => value;

/** As the server writes an array of text. */
function written(values: readonly (string | null)[], delimiter: string): string {
  const elements = values.map((value) =>
    value === null ? 'NULL' : `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  );
  return `{${elements.join(delimiter)}}`;
}

test('reads back what was written, whatever stands in it', () => {
  const element = fc.option(
    fc.oneof(fc.string(), fc.constantFrom('NULL', '{', '}', '"', '\\', ',', ';', '')),
  );
  fc.assert(
    fc.property(fc.array(element), fc.constantFrom(',', ';'), (values, delimiter) => {
      expect(parseArrayText(written(values, delimiter), delimiter, text)).toEqual({ k: 'list', v: values });
    }),
  );
});

test('reads nested ones, and leaves bounds out', () => {
  const list = (...v: never[]) => ({ k: 'list', v });
  const one = list('1' as never);
  const two = list('2' as never);
  expect(parseArrayText('[0:1][5:5]={{1},{2}}', ',', text)).toEqual({ k: 'list', v: [one, two] });
});

test.each(['', 'x', '{', '{1', '{1}2', '{"a}', '{{1}', '{{1}{2}}', '[1:2]'])('%j is no array', (given) => {
  expect(parseArrayText(given, ',', text)).toBe(null);
});
