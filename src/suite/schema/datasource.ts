import { z } from 'zod';
import type { DatasourceConfig } from '../../types/index.js';
import { strictObject } from './strict-object.js';

const kinds = ['duckdb', 'sqlite'] as const;
const notInThisVersion = ['postgres', 'postgresql', 'mysql', 'mariadb', 'sqlserver', 'snowflake', 'bigquery'];

/** What a suite may say of one datasource: a file, or the scripts that make it. */
export const datasourceSchema = strictObject({
  kind: z.enum(kinds, {
    error: ({ input }) =>
      typeof input === 'string' && notInThisVersion.includes(input)
        ? `The datasource kind "${input}" is not supported by this version; ${kinds.join(' and ')} are`
        : `A datasource has a kind: ${kinds.join(' or ')}`,
  }),
  path: z
    .string()
    .min(1)
    .exactOptional()
    .describe("A database file, relative to the suite; {db_id} stands for the case's database"),
  scripts: z
    .array(z.string().min(1))
    .min(1)
    .exactOptional()
    .describe('SQL files, relative to the suite, that make a database in memory'),
}).transform(({ kind, path, scripts }, context): DatasourceConfig => {
  if (path !== undefined && scripts === undefined) return { kind, path };
  if (path === undefined && scripts !== undefined) return { kind, scripts };
  context.issues.push({ code: 'custom', input: path, message: 'A datasource has either a path or scripts' });
  return z.NEVER;
}) satisfies z.ZodType<DatasourceConfig>;
