import type { ExecutionErrorCode } from '../../types/index.js';
import type { QueryFailure } from '../embedded/protocol.js';
import { scrubMessage } from '../embedded/scrub-message.js';

/** What kind of failure a message of DuckDB's is; the words before the first colon name its class. */
export function duckdbFailure(error: unknown, paths: readonly string[]): QueryFailure {
  const raw = error instanceof Error ? error.message : String(error);
  const text = raw.replace(/^Failed to (extract statements|prepare): /, '');
  const message = scrubMessage(text, paths);
  // The process is at its limit, perhaps because of what an earlier query left behind in it.
  if (/\bbad_alloc\b/.test(text))
    return { kind: 'error', code: 'memory', fault: 'query', message, poisoned: true };
  const kind = /^([A-Za-z ]+?) Error:/.exec(text)?.[1]?.toLowerCase() ?? '';
  if (kind === 'io') return { kind: 'error', code: 'connection', fault: 'infrastructure', message };
  if (kind === 'internal' || kind === 'fatal') {
    return { kind: 'error', code: 'engine_crash', fault: 'query', message, poisoned: true };
  }
  return { kind: 'error', code: codeOf(kind, text), fault: 'query', message };
}

function codeOf(kind: string, text: string): ExecutionErrorCode {
  switch (kind) {
    case 'parser':
    case 'syntax':
      return 'syntax';
    case 'permission':
      return 'refused';
    case 'out of memory':
      return 'memory';
    case 'catalog':
      return /does not exist|not found/.test(text) ? 'unknown_name' : 'runtime';
    case 'binder':
      if (/not found|does not exist|does not have a column|Ambiguous reference/i.test(text))
        return 'unknown_name';
      if (/No function matches|Cannot (compare|compute|combine|mix)|type|cast/i.test(text)) return 'type';
      return 'syntax';
    case 'conversion':
    case 'mismatch type':
    case 'invalid type':
      return 'type';
    default:
      return 'runtime';
  }
}
