import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { madeResult, madeScore, madeSummary } from '../../test/fixtures/made-run.js';
import type { CaseResult } from '../types/index.js';
import { type Baseline, formatBaseline } from './baseline.js';
import { createOutcomeCollector } from './collect-outcomes.js';
import { parseBaseline, readBaseline } from './read-baseline.js';

const folder = mkdtempSync(join(tmpdir(), 'sqlassay-baseline-'));
afterAll(() => rmSync(folder, { recursive: true }));

function accept(results: readonly CaseResult[]): Baseline {
  const collector = createOutcomeCollector();
  for (const result of results) collector.add(result);
  const contract = { settings: 'ssss', scorers: { result_match: 'rrrr', outcome: 'oooo' } };
  return {
    acceptedAt: '2026-06-13',
    outcomes: collector.finish(madeSummary(results, { info: { contract } })),
  };
}

const routing = madeScore('fail', 'routing', { detail: { top1: true, shortlist: false } });
const results = [
  madeResult('pass', 'b', { caseHash: 'bbbb', goldHash: 'gggg' }),
  madeResult('fail', 'a', { role: 'viewer' }),
  madeResult('fail', 'a', { scores: [routing] }),
];

describe('a baseline file', () => {
  it('has one order and a line for each case and role', () => {
    expect(formatBaseline(accept(results))).toBe(`{
  "schemaVersion": 1,
  "suite": "shop",
  "mode": "full",
  "acceptedAt": "2026-06-13",
  "run": "2026-01-02T03-04-05-made",
  "solver": "replay",
  "passes": 1,
  "costPerCaseRunUsd": null,
  "datasetHash": "dddd",
  "contract": { "settings": "ssss", "scorers": { "outcome": "oooo", "result_match": "rrrr" } },
  "datasources": [
    { "name": "shop", "dialect": "duckdb", "engine": "duckdb", "version": "1.5.0", "fingerprint": { "hash": "ffff", "strength": "content" } }
  ],
  "cases": [
    { "id": "a", "role": "default", "case": null, "gold": null, "scores": { "routing": { "verdict": "fail", "passed": 0, "of": 1, "top1": true, "shortlist": false } } },
    { "id": "a", "role": "viewer", "case": null, "gold": null, "scores": { "result_match": { "verdict": "fail", "passed": 0, "of": 1 } } },
    { "id": "b", "role": "default", "case": "bbbb", "gold": "gggg", "scores": { "result_match": { "verdict": "pass", "passed": 1, "of": 1 } } }
  ]
}
`);
  });

  it('does not depend on the order in which case runs ended', () => {
    expect(formatBaseline(accept([...results].reverse()))).toBe(formatBaseline(accept(results)));
  });

  it('is read as it was written, and written as it was read', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            id: fc.string(),
            role: fc.string(),
            hash: fc.string(),
            passes: fc.array(fc.boolean(), { minLength: 1, maxLength: 3 }),
          }),
        ),
        (cases) => {
          const made = cases.flatMap(({ id, role, hash, passes }) =>
            passes.map((ok, index) =>
              madeResult(ok ? 'pass' : 'fail', id, { role, caseHash: hash, pass: index + 1 }),
            ),
          );
          const text = formatBaseline(accept(made));
          const read = parseBaseline(text, 'b.json');
          expect(formatBaseline(read)).toBe(text);
        },
      ),
    );
  });

  it('is none where there is no file', async () => {
    expect(await readBaseline(join(folder, 'none.json'))).toBeNull();
  });

  it.each([
    ['text', 'hello', /It is not JSON/],
    ['a merge conflict', '{\n<<<<<<< ours\n}\n', /merge conflict/],
    [
      'another version',
      formatBaseline(accept(results)).replace('"schemaVersion": 1', '"schemaVersion": 2'),
      /schemaVersion/,
    ],
    [
      'an unknown verdict',
      formatBaseline(accept(results)).replace('"fail"', '"passed"'),
      /cases\.0\.scores\.routing\.verdict/,
    ],
    ['a case twice', formatBaseline(accept(results)).replace('"viewer"', '"default"'), /is there twice/],
  ])('is refused when it holds %s', async (_, text, message) => {
    const path = join(folder, 'bad.json');
    writeFileSync(path, text);
    await expect(readBaseline(path)).rejects.toThrow(
      expect.objectContaining({
        code: 'E_BASELINE_INVALID',
        where: path,
        what: expect.stringMatching(message),
      }),
    );
  });
});
