import { guardStatement } from '../sql/index.js';
import { type ExecutionError, type SolverDatabases, SqlassayError, type Suite } from '../types/index.js';
import { createBudget } from './budget.js';
import { type CaseDatasource, suiteDatasources } from './case-datasource.js';
import type { Database } from './database.js';
import type { Databases } from './databases.js';

/** The databases of a run as its solver may use them: each query has the time that a case has, and the run's caps. */
export function createSolverDatabases(
  suite: Suite,
  databases: Databases,
  dialectOf: (source: CaseDatasource) => string,
): SolverDatabases {
  const known = new Map(suiteDatasources(suite).map((source) => [source.label, source]));
  const sourceOf = (name: string): CaseDatasource => known.get(name) ?? unknown(name, [...known.keys()]);
  const open = async (name: string): Promise<Database> => databases.get(sourceOf(name));
  return {
    names: [...known.keys()],
    dialect: (name) => dialectOf(sourceOf(name)),
    async catalog(name, signal) {
      signal?.throwIfAborted();
      const listed = suite.catalogs?.get(sourceOf(name).dbId ?? '');
      try {
        return await (await open(name)).catalog();
      } catch (error) {
        if (listed === undefined) throw error;
        return listed;
      }
    },
    async run(name, sql, signal) {
      const database = await open(name);
      const guarded = await guardStatement(sql, database.platform.dialect, signal);
      if (guarded.kind === 'refused') return refused(guarded.message);
      return database.execute(guarded.statement.sql, createBudget(suite.settings.caseTimeoutSeconds), signal);
    },
  };
}

function refused(message: string): ExecutionError {
  return { kind: 'error', code: 'refused', fault: 'query', message, latencySeconds: 0 };
}

function unknown(name: string, names: readonly string[]): never {
  throw new SqlassayError('E_DATASOURCE_UNKNOWN', {
    what: `The suite has no datasource "${name}"`,
    where: 'solver',
    advice: `The datasources are ${names.join(', ') || 'none'}.`,
  });
}
