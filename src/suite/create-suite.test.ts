import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSuite } from './create-suite.js';
import { defaultSettings } from './schema/settings.js';

describe('createSuite', () => {
  const item = { id: 'a', question: 'Q' };

  it('has the defaults of a suite file', () => {
    const suite = createSuite({
      datasources: { shop: { kind: 'sqlite', path: 'shop.sqlite' } },
      cases: [item],
    });
    expect(suite).toMatchObject({
      file: null,
      solver: null,
      settings: defaultSettings,
      roles: { default: { deny: [] } },
      scorers: [{ use: 'result_match' }, { use: 'outcome' }],
      datasources: { shop: { path: join(process.cwd(), 'shop.sqlite') } },
      cases: [{ ...item, datasources: ['shop'], expected: { default: 'allowed' } }],
    });
  });

  it('takes what it is told', () => {
    const suite = createSuite({
      name: 'mine',
      datasources: { a: { kind: 'duckdb', scripts: ['/a.sql'] }, b: { kind: 'sqlite', path: '/b.sqlite' } },
      cases: [item, { ...item, id: 'b', datasources: ['b'], expected: { admin: 'refused' } }],
      roles: { admin: { deny: [] } },
      settings: { caseTimeoutSeconds: 1 },
    });
    expect(suite.settings).toEqual({ ...defaultSettings, caseTimeoutSeconds: 1 });
    expect(suite.cases).toEqual([
      item,
      { ...item, id: 'b', datasources: ['b'], expected: { admin: 'refused' } },
    ]);
    expect(suite.name).toBe('mine');
  });
});
