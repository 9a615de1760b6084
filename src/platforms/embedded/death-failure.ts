import type { DeathReason } from './embedded-child-process.js';
import type { QueryFailure } from './protocol.js';

/** What the end of a query's process means for the query. */
export function deathFailure(why: DeathReason, timeoutMs: number | null, memoryBytes: number): QueryFailure {
  switch (why) {
    case 'timeout':
      return failure('timeout', 'query', `The query was stopped after ${timeoutMs} ms.`);
    case 'memory':
      return failure(
        'memory',
        'query',
        `The query took more than ${Math.round(memoryBytes / 1e6)} MB of memory and was stopped.`,
      );
    case 'cancelled':
      return failure('cancelled', 'infrastructure', 'The caller cancelled the query.');
    case 'crash':
      return failure('engine_crash', 'query', 'The database engine crashed while it ran the query.');
  }
}

function failure(code: QueryFailure['code'], fault: QueryFailure['fault'], message: string): QueryFailure {
  return { kind: 'error', code, fault, message };
}
