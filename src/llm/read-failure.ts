import type { LlmFailure } from '../types/index.js';

/** One attempt that brought no reply. */
export interface FailedAttempt {
  readonly failure: LlmFailure['failure'];
  readonly message: string;
  readonly canRetry: boolean;
  /** Milliseconds the service asks to wait. */
  readonly retryAfterMs: number | null;
  /** A parameter that the service says it does not take. */
  readonly refuses: 'temperature' | 'schema' | null;
}

/** The parts of the SDK's error for a failed call; it is known by its parts because there may be several copies of it. */
interface CallError {
  readonly message: string;
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  readonly isRetryable: boolean;
}

/** What an error of the SDK means. */
export function readFailure(error: unknown, now: number): FailedAttempt {
  if (!isCallError(error)) {
    return { ...final, failure: isBadReply(error) ? 'malformed' : 'unavailable', message: messageOf(error) };
  }
  const { statusCode: status, message } = error;
  const body = error.responseBody ?? '';
  const retryAfterMs = waitAsked(error.responseHeaders ?? {}, now);
  const said = status === undefined ? message : `HTTP ${status}: ${message}`;
  if (status === undefined) {
    return { ...final, failure: 'unavailable', message: said, canRetry: error.isRetryable };
  }
  if (status < 300) {
    return { ...final, failure: 'malformed', message: `the service's reply is no reply: ${message}` };
  }
  if (status === 429 && !/insufficient_quota|billing/i.test(body)) {
    return { ...final, failure: 'rate_limited', message: said, canRetry: true, retryAfterMs };
  }
  if (status === 408 || status === 409 || status >= 500) {
    return { ...final, failure: 'unavailable', message: said, canRetry: true, retryAfterMs };
  }
  if (/content_filter|content_policy|ResponsibleAI/i.test(body)) {
    return { ...final, failure: 'refusal', message: said };
  }
  return { ...final, failure: 'rejected', message: said, refuses: refusedParameter(status, body) };
}

const final = { canRetry: false, retryAfterMs: null, refuses: null } as const;

function isCallError(error: unknown): error is CallError {
  return error instanceof Error && error.name === 'AI_APICallError' && 'isRetryable' in error;
}

const badReplies =
  /^AI_(InvalidResponseData|JSONParse|TypeValidation|EmptyResponseBody|NoContentGenerated|NoOutputGenerated)Error$/;

function isBadReply(error: unknown): boolean {
  return error instanceof Error && badReplies.test(error.name);
}

function refusedParameter(status: number, body: string): FailedAttempt['refuses'] {
  if (status !== 400 && status !== 422) return null;
  if (/response_format|json_schema|output_format|output_config|structured.output/i.test(body))
    return 'schema';
  return /temperature|sampling parameter/i.test(body) ? 'temperature' : null;
}

/** `retry-after` is in seconds or a date, `retry-after-ms` in milliseconds. */
function waitAsked(headers: Readonly<Record<string, string>>, now: number): number | null {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const text = headers['retry-after'];
  if (text === undefined) return null;
  const seconds = Number(text);
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
