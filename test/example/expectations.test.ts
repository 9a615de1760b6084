import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import config from '../../examples/nectar-road/sqlassay.config.js';
import { createRegistry } from '../../src/registry/index.js';
import { loadSuite } from '../../src/suite/index.js';

const folder = new URL('../../examples/nectar-road/', import.meta.url);

interface Expectation {
  readonly id: string;
  readonly role: string;
  readonly status: string;
  readonly labels: Readonly<Record<string, string>>;
}

function readExpectations(): readonly Expectation[] {
  return JSON.parse(readFileSync(new URL('demo.expected.json', folder), 'utf8')) as Expectation[];
}

async function load() {
  const registry = createRegistry({ pluginsFor: null });
  for (const [name, factory] of Object.entries(config.scorers ?? {})) registry.addScorer(name, factory);
  return loadSuite(fileURLToPath(new URL('evals.yaml', folder)), { registry });
}

describe('the expectations of the demo', () => {
  it('name every case run of the suite once', async () => {
    const { cases } = await load();
    const runs = cases.flatMap(({ id, expected }) =>
      Object.keys(expected ?? {}).map((role) => `${id}/${role}`),
    );
    expect(readExpectations().map(({ id, role }) => `${id}/${role}`)).toEqual(runs);
  });

  it('say something for every scorer, and the status that follows from it', async () => {
    const labels = (await load()).scorers.map(({ as }) => as);
    for (const { id, role, status, labels: verdicts } of readExpectations()) {
      expect(Object.keys(verdicts), id).toEqual(labels);
      const all = Object.values(verdicts);
      const follows = all.includes('error') ? 'error' : all.includes('fail') ? 'fail' : 'pass';
      expect(status, `${id}/${role}`).toBe(follows);
    }
  });

  it('ask at least forty questions of two engines and three roles, with every outcome', async () => {
    const { cases, datasources } = await load();
    expect(cases.length).toBeGreaterThanOrEqual(40);
    expect(new Set(Object.values(datasources).map(({ kind }) => kind))).toEqual(
      new Set(['duckdb', 'sqlite']),
    );
    const expected = cases.flatMap((item) => Object.entries(item.expected ?? {}));
    expect(new Set(expected.map(([role]) => role)).size).toBe(3);
    expect(new Set(expected.map(([, outcome]) => outcome))).toEqual(
      new Set(['allowed', 'refused', 'unanswerable', 'clarify']),
    );
  });

  it('explain each failing case in the README', () => {
    const readme = readFileSync(new URL('README.md', folder), 'utf8');
    for (const { id, role, status } of readExpectations()) {
      if (status !== 'pass') expect(readme).toContain(`\`${id}\` (${role})`);
    }
  });
});
