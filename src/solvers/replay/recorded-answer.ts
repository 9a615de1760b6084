import { SqlassayError } from '../../types/index.js';

/** One recorded reply, not yet checked: a malformed one is replayed as the malformed reply it was. */
export interface RecordedAnswer {
  readonly caseId: string;
  /** Absent: the answer holds for every role of the case. */
  readonly role?: string;
  /** Absent: the answer holds for every pass. */
  readonly pass?: number;
  readonly output: unknown;
  /** How long the reply takes. */
  readonly delaySeconds: number;
  /** `file:line`, or the file and its key. */
  readonly where: string;
}

/** The error of a file of recorded answers that cannot be read. */
export function unreadable(where: string, what: string, cause?: unknown): SqlassayError {
  return new SqlassayError('E_REPLAY_INVALID', {
    what,
    where,
    advice: 'Correct the file of recorded answers, or say which "format" it has: jsonl, spider or bird.',
    cause,
  });
}
