import type { PlatformExamination, PlatformInfo } from '../../types/index.js';
import type { Ask } from './ask.js';
import type { MysqlGrants } from './mysql-grants.js';

/** What model SQL could do on this connection, from the user's grants and the server's settings. */
export async function examineMysql(
  ask: Ask,
  {
    info,
    grants,
    isMariadb,
    timestamp,
  }: {
    readonly info: PlatformInfo;
    readonly grants: MysqlGrants;
    readonly isMariadb: boolean;
    readonly timestamp: number | null;
  },
): Promise<PlatformExamination> {
  const [row] = await ask('SELECT @@sql_mode, @@max_allowed_packet');
  const [sqlMode, packet] = row!;
  const limit = isMariadb ? 'max_statement_time' : 'max_execution_time';
  return {
    ...info,
    readOnly: grants.writing.length === 0,
    protections: [
      ...(grants.writing.length === 0
        ? ['The user has no right to change data, schemas, settings or files.']
        : []),
      'Every session is set to TRANSACTION READ ONLY, in which the server refuses writes and new tables.',
      'Only one statement is run at a time, over a protocol call that takes one, and only queries pass the guard.',
      `The server stops a query after its time (${limit}); a second connection kills what goes on.`,
      'The session is reset after every query, which drops user variables, locks and settings.',
    ],
    stillPossible: [
      'A query can use the server to the full until its time is over (SLEEP, BENCHMARK, large joins).',
      'A query that the guard cannot read could take named locks and row locks (GET_LOCK, FOR UPDATE) until its time is over.',
      'A query can set user variables, which are gone after it.',
      ...(grants.doubtful.some((right) => right.startsWith('EXECUTE'))
        ? ['A query can call stored functions, and one may do what its definer may.']
        : []),
      ...(grants.doubtful.some((right) => right.startsWith('PROCESS'))
        ? ['A query can read what other sessions are running (PROCESS).']
        : []),
    ],
    warnings: [
      ...(grants.writing.length > 0
        ? [`The user may write (${grants.writing.slice(0, 5).join(', ')}); use one that has only SELECT.`]
        : []),
      ...grants.doubtful.map((right) => `The user has ${right}, which a reader does not need; revoke it.`),
      ...(grants.readsEverything
        ? ['The user may read every database, password hashes too; grant SELECT on the one database only.']
        : []),
      ...(grants.mayShowViews
        ? []
        : [
            'The user may not see what views read, so roles with denied tables cannot be checked; grant SHOW VIEW.',
          ]),
      ...(timestamp === null ? [] : ['SYSDATE() is not held at the reference date; use NOW().']),
      `The server's sql_mode is ${sqlMode === '' ? 'empty' : sqlMode}; SQL is read as it says.`,
      `A text longer than max_allowed_packet (${packet} bytes) ends a query with an error.`,
    ],
  };
}
