import type { Case, Suite } from '../types/index.js';

/** The database a case is answered from: the first it names, or the suite's only one. */
export interface CaseDatasource {
  readonly name: string;
  readonly dbId: string | undefined;
  /** `name`, or `name/db_id`: what solvers and reports are told. */
  readonly label: string;
}

/** Null for a case without a datasource in a suite that has none or several. */
export function caseDatasource(item: Case, suite: Suite): CaseDatasource | null {
  const names = Object.keys(suite.datasources);
  const name = item.datasources?.[0] ?? (names.length === 1 ? names[0] : undefined);
  return name === undefined ? null : datasource(name, item.dbId);
}

/** Labels of all datasources a case names. */
export function datasourceLabels(item: Case, suite: Suite): readonly string[] {
  return caseDatasources(item, suite).map(({ label }) => label);
}

/** Every datasource of a suite; of one that holds many databases, those that its cases name. */
export function suiteDatasources(suite: Suite): readonly CaseDatasource[] {
  const whole = Object.entries(suite.datasources)
    .filter(([, config]) => !('path' in config && config.path.includes('{db_id}')))
    .map(([name]) => datasource(name, undefined));
  const named = suite.cases.flatMap((item) => caseDatasources(item, suite));
  return [...new Map([...whole, ...named].map((source) => [source.label, source])).values()];
}

function caseDatasources(item: Case, suite: Suite): readonly CaseDatasource[] {
  const own = caseDatasource(item, suite);
  const names = item.datasources ?? (own === null ? [] : [own.name]);
  return names.map((name) => datasource(name, item.dbId));
}

/** The case's gold query on a datasource. */
export function goldSqlOf({ sql }: Case, source: CaseDatasource | null): string | null {
  if (sql === undefined || typeof sql === 'string') return sql ?? null;
  return source === null ? null : (sql[source.name] ?? null);
}

function datasource(name: string, dbId: string | undefined): CaseDatasource {
  return { name, dbId, label: dbId === undefined ? name : `${name}/${dbId}` };
}
