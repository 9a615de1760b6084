import { z } from 'zod';
import type { DatasourceConfig, DatasourceKind } from '../../types/index.js';
import { strictObject } from './strict-object.js';

/** What a suite may call each kind of engine. */
const kinds = {
  duckdb: 'duckdb',
  sqlite: 'sqlite',
  postgres: 'postgres',
  postgresql: 'postgres',
  mysql: 'mysql',
  mariadb: 'mysql',
} as const satisfies Readonly<Record<string, DatasourceKind>>;

const names = Object.keys(kinds) as (keyof typeof kinds)[];
const supported = 'duckdb, sqlite, postgres and mysql';
const notInThisVersion = [
  'sqlserver',
  'snowflake',
  'bigquery',
  'databricks',
  'trino',
  'clickhouse',
  'oracle',
];

const passwordAdvice =
  'A password does not belong in a suite file: write $' +
  '{env:NAME} in its place, or for the whole url, and set the variable NAME where the run is started';

/** Whether a url holds a password as it is, and not the name of a variable. */
function hasWrittenPassword(url: string): boolean {
  const written = url.replace(/\$\{env:[^}]*\}/g, '');
  return /^[a-z]+:\/\/[^/@:]*:[^/]+@/i.test(written);
}

/** What a suite may say of one datasource: a file, the scripts that make it, or the address of a server. */
export const datasourceSchema = strictObject({
  kind: z.enum(names, {
    error: ({ input }) =>
      typeof input === 'string' && notInThisVersion.includes(input)
        ? `The datasource kind "${input}" is not supported by this version; ${supported} are`
        : `A datasource has a kind: ${supported.replace(' and ', ' or ')}`,
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
  url: z
    .string()
    .min(1)
    .exactOptional()
    .describe(
      'The address of a server, scheme://user:password@host:port/database; `$' +
        '{env:NAME}` stands for a variable of the environment',
    ),
  allow_privileged: z
    .boolean()
    .exactOptional()
    .describe('Use a user that may write or is an administrator, which is refused otherwise'),
}).transform((written, context): DatasourceConfig => {
  const { path, scripts, url, allow_privileged: allowPrivileged } = written;
  const kind = kinds[written.kind];
  const refuse = (message: string, at: PropertyKey[] = []): never => {
    context.issues.push({ code: 'custom', input: undefined, path: at, message });
    return z.NEVER;
  };
  if (kind === 'postgres' || kind === 'mysql') {
    const wrong = path !== undefined ? 'path' : scripts !== undefined ? 'scripts' : null;
    if (wrong !== null)
      return refuse(`A ${written.kind} datasource is a server: it has a url, not ${wrong}`, [wrong]);
    if (url === undefined) return refuse(`A ${written.kind} datasource has a url`);
    if (hasWrittenPassword(url)) return refuse(passwordAdvice, ['url']);
    return { kind, url, ...(allowPrivileged === undefined ? {} : { allowPrivileged }) };
  }
  if (url !== undefined)
    return refuse(`A ${kind} datasource is a file or made by scripts: it has no url`, ['url']);
  if (allowPrivileged !== undefined)
    return refuse(`allow_privileged is for servers; ${kind} is always read-only`, ['allow_privileged']);
  if (path !== undefined && scripts === undefined) return { kind, path };
  if (path === undefined && scripts !== undefined) return { kind, scripts };
  return refuse('A datasource has either a path or scripts');
}) satisfies z.ZodType<DatasourceConfig>;
