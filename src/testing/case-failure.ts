import { AssertionError } from 'node:assert';
import { renderFailure } from '../report/index.js';
import type { CaseResult } from '../types/index.js';

/** A case run could not be decided; the test neither passed nor failed. */
export class InconclusiveError extends Error {
  override readonly name = 'InconclusiveError';

  constructor(
    message: string,
    readonly result: CaseResult,
  ) {
    super(message);
  }
}

/** The system under test, the database or a scorer broke, so the case run says nothing about the answer. */
export class CaseRunError extends Error {
  override readonly name = 'CaseRunError';

  constructor(
    message: string,
    readonly result: CaseResult,
  ) {
    super(message);
  }
}

/** What a case run means for a test: nothing when it passed, else the error to throw. */
export function caseFailure(result: CaseResult): Error | null {
  const block = (): string => renderFailure(result, { columns: 100, colors: false });
  switch (result.status) {
    case 'pass':
    case 'unscored':
      return null;
    case 'fail':
      return new AssertionError({
        message: `${result.reason ?? 'The answer is wrong'}\n\n${block()}`,
        operator: 'sqlassay',
      });
    case 'inconclusive':
      return new InconclusiveError(`Inconclusive: ${result.reason ?? ''}\n\n${block()}`, result);
    case 'error':
      return new CaseRunError(`${result.reason ?? 'The case run broke'}\n\n${block()}`, result);
  }
}
