import type { ExecutionErrorCode } from '../../types/index.js';
import type { QueryFailure } from '../embedded/protocol.js';
import { scrubMessage } from '../embedded/scrub-message.js';

/** What kind of failure an error is, by its SQLSTATE; one without is the driver's, so the connection's. */
export function postgresFailure(error: unknown): QueryFailure {
  const { code: sqlState, message: text } = error as { readonly code?: unknown; readonly message?: unknown };
  const message = scrubMessage(typeof text === 'string' && text !== '' ? text : String(error), []);
  if (typeof sqlState !== 'string' || !/^[0-9A-Z]{5}$/.test(sqlState)) {
    return { kind: 'error', code: 'connection', fault: 'infrastructure', message };
  }
  const code = codeOf(sqlState, message);
  const fault = code === 'connection' ? 'infrastructure' : 'query';
  return { kind: 'error', code, fault, message, sqlState };
}

/** SQLSTATEs whose class does not say enough. */
const exactCodes: Readonly<Record<string, ExecutionErrorCode>> = {
  // A query with parameters that nobody gives.
  '08P01': 'syntax',
  '25006': 'refused',
  '42501': 'refused',
  '3F000': 'unknown_name',
  '42P01': 'unknown_name',
  '42P02': 'unknown_name',
  '42702': 'unknown_name',
  '42703': 'unknown_name',
  '42704': 'unknown_name',
  '42883': 'unknown_name',
  '22P02': 'type',
  '22P03': 'type',
  '22007': 'type',
  '22008': 'type',
  '42725': 'type',
  '42804': 'type',
  '42846': 'type',
  '42P18': 'type',
  '42P21': 'type',
  '42P22': 'type',
  '42P38': 'type',
  '53200': 'memory',
  // temp_file_limit, or another limit that is set for the user.
  '53400': 'memory',
  '55P03': 'connection',
  '57014': 'timeout',
  XX001: 'connection',
  XX002: 'connection',
};

const classCodes: Readonly<Record<string, ExecutionErrorCode>> = {
  '08': 'connection',
  '25': 'refused',
  '28': 'connection',
  '40': 'connection',
  '42': 'syntax',
  '53': 'connection',
  '57': 'connection',
  '58': 'connection',
};

function codeOf(sqlState: string, message: string): ExecutionErrorCode {
  // An operator that is not there for these types is no name that was made up.
  if (sqlState === '42883' && message.startsWith('operator ')) return 'type';
  return exactCodes[sqlState] ?? classCodes[sqlState.slice(0, 2)] ?? 'runtime';
}
