import { guardStatement } from '../sql/index.js';
import type {
  Column,
  ExecutionError,
  ExecutionResult,
  GoldResults,
  QueryRunner,
  ScalarResult,
} from '../types/index.js';
import type { Budget } from './budget.js';
import type { Database } from './database.js';
import type { GoldStore } from './gold-store.js';

/** Runs derived queries of scorers; every one draws on the candidate's budget. */
export function createQueryRunner(
  database: Database,
  modelSql: string | null,
  budget: Budget,
  signal: AbortSignal,
  onFault: (error: ExecutionError) => void,
): QueryRunner {
  const run = async (sql: string, maxRows?: number): Promise<ExecutionResult> => {
    const result = await database.execute(sql, budget, signal, maxRows);
    if (result.kind === 'error' && result.fault === 'infrastructure') onFault(result);
    return result;
  };
  const describe = async (sql: string): Promise<readonly Column[] | ExecutionError> => {
    const probed = await database.describe(sql, budget, signal);
    if ('fault' in probed && probed.fault === 'infrastructure') onFault(probed);
    return probed;
  };
  return {
    modelSql,
    dialect: database.platform.dialect,
    run: (sql) => run(sql),
    describe,
    async scalar(sql): Promise<ScalarResult> {
      const result = await run(sql, 2);
      if (result.kind === 'error') {
        return { value: null, error: result, latencySeconds: result.latencySeconds };
      }
      const { columns, rows, latencySeconds } = result;
      if (columns.length === 1 && rows.length === 1 && result.truncated === null) {
        return { value: rows[0]?.[0] ?? null, error: null, latencySeconds };
      }
      const message = `One row by one column was expected, not ${rows.length}${result.truncated === null ? '' : ' or more'} by ${columns.length}`;
      return {
        value: null,
        error: { kind: 'error', code: 'runtime', fault: 'query', message, latencySeconds },
        latencySeconds,
      };
    },
    async resolvedSchema(base, sql): Promise<readonly Column[] | ExecutionError> {
      if (base.every((column) => column.engineType !== '' && column.kind !== 'mixed')) return base;
      const probed = await describe(sql);
      if (!('length' in probed)) return probed;
      if (probed.length !== base.length) {
        return {
          kind: 'error',
          code: 'runtime',
          fault: 'query',
          message: `The query has ${probed.length} columns where ${base.length} were expected`,
          latencySeconds: 0,
        };
      }
      return base.map((column, index) => withTypeOf(column, probed[index]!));
    },
  };
}

/** A column's own name and nullability with another one's type. */
function withTypeOf({ name, nullable }: Column, { name: _, nullable: __, ...type }: Column): Column {
  return { ...type, name, ...(nullable === undefined ? {} : { nullable }) };
}

/** Gold results of one case; stand-alone gold queries draw on the gold's budget. */
export function createGoldResults(
  sql: string | null,
  database: Database | null,
  store: GoldStore,
  budget: Budget,
  signal: AbortSignal,
  onFault: (error: ExecutionError) => void,
): GoldResults {
  return {
    sql,
    async execute(query = sql ?? undefined) {
      if (query === undefined || database === null) return noGold;
      const result = await store.execute(database, query, budget, signal);
      if (result.kind === 'error' && result.fault === 'infrastructure') onFault(result);
      return result;
    },
    async statement(query = sql ?? undefined) {
      if (query === undefined || database === null) return noGold;
      const guarded = await guardStatement(query, database.platform.dialect, signal);
      if (guarded.kind === 'query') return guarded.statement.sql;
      return { ...noGold, message: guarded.message };
    },
  };
}

const noGold: ExecutionError = {
  kind: 'error',
  code: 'refused',
  fault: 'query',
  message: 'There is no gold query to execute, or no database to execute it on',
  latencySeconds: 0,
};
