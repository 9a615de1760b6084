import type { Case, Suite, SuiteSettings } from '../types/index.js';
import { absoluteDatasource } from './absolute-paths.js';
import { defaultSettings } from './schema/settings.js';

/** What a suite made in code must say; everything else has the defaults of a suite file. */
export interface SuiteParts extends Partial<Omit<Suite, 'settings' | 'datasources' | 'cases'>> {
  readonly datasources: Suite['datasources'];
  readonly cases: Suite['cases'];
  readonly settings?: Partial<SuiteSettings>;
}

/**
 * Makes a suite in code. The one datasource and the role "default" need not be said in each case; relative paths start
 * from the working folder.
 *
 * @example
 * const suite = createSuite({
 *   datasources: { shop: { kind: 'sqlite', path: 'shop.sqlite' } },
 *   cases: [{ id: 'how_many', question: 'How many sales?', sql: 'SELECT count(*) FROM sale' }],
 * });
 */
export function createSuite({ settings, cases, datasources, ...parts }: SuiteParts): Suite {
  const scorers = ['result_match', 'outcome'].map((use) => ({ use, as: use, with: {} }));
  const roles = parts.roles ?? { default: { deny: [] } };
  return {
    name: 'suite',
    file: null,
    solver: null,
    scorers,
    plans: null,
    knownFailures: [],
    gate: null,
    ...parts,
    roles,
    datasources: Object.fromEntries(
      Object.entries(datasources).map(([name, config]) => [name, absoluteDatasource(config, process.cwd())]),
    ),
    settings: { ...defaultSettings, ...settings },
    cases: cases.map((item) => withCaseDefaults(item, Object.keys(datasources), Object.keys(roles))),
  };
}

/** The one datasource and the role "default" need not be said in each case. */
export function withCaseDefaults(item: Case, datasources: readonly string[], roles: readonly string[]): Case {
  return {
    ...item,
    ...(item.datasources === undefined && datasources.length === 1 ? { datasources } : {}),
    ...(item.expected === undefined && roles.includes('default') ? { expected: { default: 'allowed' } } : {}),
  };
}
