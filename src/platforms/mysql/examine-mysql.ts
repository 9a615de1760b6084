import type { PlatformExamination, PlatformInfo } from '../../types/index.js';
import type { MysqlGrants } from './mysql-grants.js';

/** What model SQL could do on this connection, from the user's grants and the server's settings. */
export function examineMysql({
  info,
  grants,
  isMariadb,
  sqlMode,
  timestamp,
}: {
  readonly info: PlatformInfo;
  readonly grants: MysqlGrants;
  readonly isMariadb: boolean;
  readonly sqlMode: string;
  readonly timestamp: number | null;
}): PlatformExamination {
  const modes = sqlMode.toUpperCase().split(',');
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
      `SQL is read as the server's own sql_mode says, which is not changed: ${sqlMode === '' ? 'empty' : sqlMode}.`,
      'The session is reset after every query, which drops user variables, locks and settings.',
    ],
    stillPossible: [
      'A query can use the server to the full until its time is over (SLEEP, BENCHMARK, large joins).',
      'A query that the guard cannot read could take named locks and row locks (GET_LOCK, FOR UPDATE) until its time is over.',
      'A query can set user variables, which are gone after it.',
      ...(timestamp === null
        ? []
        : ['SYSDATE() shows the real time; NOW() and the like stand still at the reference date.']),
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
      ...(modes.includes('ONLY_FULL_GROUP_BY')
        ? []
        : [
            'sql_mode lacks ONLY_FULL_GROUP_BY: a query may show a column that it does not group by, with the value of any row, so its answer can change from run to run.',
          ]),
      ...(modes.includes('NO_BACKSLASH_ESCAPES') || modes.includes('ANSI_QUOTES')
        ? [
            'sql_mode has NO_BACKSLASH_ESCAPES or ANSI_QUOTES, under which queries with a backslash or a quoted name before a bracket are refused.',
          ]
        : []),
    ],
  };
}
