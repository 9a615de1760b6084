import { afterAll, describe, expect, it } from 'vitest';
import { readFixtures } from '../fixtures/read-fixtures.js';
import { closeParser, type GuardResult, guardStatement } from '../index.js';

afterAll(closeParser);

function verdictOf(result: GuardResult): string {
  if (result.kind === 'refused') return result.code;
  return result.parsed ? 'accepted' : 'accepted unparsed';
}

describe('fixtures', () => {
  for (const { title, headers, text } of readFixtures('guard.sql')) {
    for (const dialect of headers.dialect!.split(' ')) {
      it(`${dialect}: ${title}`, async () => {
        expect(verdictOf(await guardStatement(text, dialect))).toBe(headers.verdict);
      });
    }
  }
});
