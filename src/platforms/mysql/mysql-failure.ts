import type { ExecutionErrorCode } from '../../types/index.js';
import type { QueryFailure } from '../embedded/protocol.js';
import { scrubMessage } from '../embedded/scrub-message.js';

/** An error of the server (`errno`, `sqlState`) or of the way to it (`code`), as mysql2 throws it. */
export interface MysqlError extends Error {
  readonly errno?: number;
  readonly code?: string;
  readonly sqlState?: string;
  readonly fatal?: boolean;
}

type Verdict = readonly [code: ExecutionErrorCode, fault: QueryFailure['fault']];

function each(numbers: readonly number[], verdict: Verdict): readonly (readonly [number, Verdict])[] {
  return numbers.map((number) => [number, verdict]);
}

/** The numbers of server errors that mean more than that a query went wrong while it ran. */
const verdicts: ReadonlyMap<number, Verdict> = new Map([
  ...each([1064, 1065, 1149], ['syntax', 'query']),
  // 1370: who may not execute functions is told so of one that does not exist, too.
  ...each(
    [1046, 1049, 1051, 1052, 1054, 1066, 1109, 1146, 1305, 1370, 1584, 1630, 4161],
    ['unknown_name', 'query'],
  ),
  ...each([1264, 1265, 1267, 1270, 1271, 1292, 1366, 1367, 1525, 1582, 1583, 4078, 4079], ['type', 'query']),
  // 1969: MariaDB's max_statement_time; 3024: MySQL's max_execution_time.
  ...each([1969, 3024], ['timeout', 'query']),
  ...each([1317], ['cancelled', 'infrastructure']),
  ...each([1044, 1142, 1143, 1227, 1290, 1345, 1792, 1836, 3546], ['refused', 'query']),
  // The query wants more than the server gives one statement: sort space, a packet, temporary tables, a stack.
  ...each([1038, 1114, 1153, 1301, 1436, 4158], ['memory', 'query']),
  ...each([1104, 1690, 1242, 3636], ['runtime', 'query']),
  // The server as a whole is out of disk or memory, or somebody else holds a lock.
  ...each([1021, 1026, 1030, 1037, 1041, 1135], ['memory', 'infrastructure']),
  ...each([1205, 1206, 1213], ['runtime', 'infrastructure']),
  // The login was refused, there are too many connections, or the server is going.
  ...each([1040, 1045, 1129, 1130, 1203, 1226, 1698, 1862, 3118], ['connection', 'infrastructure']),
  ...each(
    [1053, 1077, 1078, 1079, 1080, 1152, 1158, 1159, 1160, 1161, 1184],
    ['connection', 'infrastructure'],
  ),
  ...each([1927, 2006, 2013, 3169, 4031], ['connection', 'infrastructure']),
]);

/** Numbers below this one are of the file system and of memory, not of SQL. */
const firstSqlNumber = 1000;

/** What an error of the driver's means for the query that met it. */
export function mysqlFailure(error: unknown): QueryFailure {
  const { errno, sqlState, message, fatal } = asMysqlError(error);
  // Errors without a state are the driver's own: the socket broke, or the protocol did.
  if (fatal === true || errno === undefined || sqlState === undefined) {
    const text = `The connection to the server was lost (${nameOf(error)})`;
    return { kind: 'error', code: 'connection', fault: 'infrastructure', message: text, poisoned: true };
  }
  const [code, fault] = verdictOf(errno, sqlState, message);
  return { kind: 'error', code, fault, message: mysqlMessage(message), sqlState };
}

function verdictOf(errno: number, sqlState: string, message: string): Verdict {
  // Limits that one number shares with other causes.
  if (/max-session-mem-used|local temporary space limit/i.test(message)) return ['memory', 'query'];
  if (errno < firstSqlNumber) return ['memory', 'infrastructure'];
  return verdicts.get(errno) ?? byState(sqlState);
}

function byState(sqlState: string): Verdict {
  switch (sqlState.slice(0, 2)) {
    case '08':
      return ['connection', 'infrastructure'];
    case '42':
      return ['syntax', 'query'];
    default:
      return ['runtime', 'query'];
  }
}

/** A server's message without the user and host it names, which stand in the secret URL too, and without folders. */
export function mysqlMessage(message: string): string {
  const named = message
    .replace(/'[^']*'@'[^']*'/g, 'this user')
    .replace(/'\/(?:[^'/]*\/)*([^'/]*)'/g, "'$1'");
  return scrubMessage(named, []);
}

/** The symbol of an error, such as `ECONNREFUSED`, which holds no address; its number where it has none. */
export function nameOf(error: unknown): string {
  const { code, errno } = asMysqlError(error);
  return code ?? (errno === undefined ? 'closed' : `error ${errno}`);
}

export function asMysqlError(error: unknown): MysqlError {
  return error instanceof Error ? error : new Error(String(error));
}
