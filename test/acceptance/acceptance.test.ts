import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { readAcceptanceCases } from '../../scripts/cases/acceptance-case.js';
import { judgeCase } from '../../scripts/cases/judge-case.js';
import { closeParser } from '../../src/sql/index.js';

afterAll(closeParser);

const file = fileURLToPath(new URL('../fixtures/acceptance.jsonl', import.meta.url));

for (const item of readAcceptanceCases(file)) {
  it(`${item.id}: ${item.expected.verdict ?? 'by option'}`, async () => {
    // What is expected here is checked in full: nothing is left to prose, and nothing is skipped.
    expect(await judgeCase(item)).toEqual({ kind: 'agrees', unchecked: [] });
  });
}
