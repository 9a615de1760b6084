import type { ErrorCode } from './error-codes.js';

const brand = Symbol.for('sqlassay.error');

export interface ErrorParts {
  /** What happened, a sentence without its full stop. */
  readonly what: string;
  /** File and position, name of the option, or whatever else says where. */
  readonly where?: string | undefined;
  /** What to do about it, one or two sentences. */
  readonly advice: string;
  readonly cause?: unknown;
}

/**
 * A misuse that was found: a bad file, option or call. Expected failures (a query that fails, a solver that refuses)
 * are values, never this.
 *
 * @example
 * try { await loadSuite('evals.yaml'); } catch (error) {
 *   if (SqlassayError.is(error)) console.error(error.code, error.message);
 * }
 */
export class SqlassayError extends Error {
  override readonly name = 'SqlassayError';
  readonly what: string;
  readonly where: string | undefined;
  readonly advice: string;

  constructor(
    /** Stable; each one has a heading in docs/errors.md. */
    readonly code: ErrorCode,
    parts: ErrorParts,
  ) {
    super(describeError(parts), { cause: parts.cause });
    this.what = parts.what;
    this.where = parts.where;
    this.advice = parts.advice;
    Object.defineProperty(this, brand, { value: true });
  }

  /** True for errors of this class, also of another copy of the package in the same process. */
  static is(error: unknown): error is SqlassayError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}

/** A call with the wrong kind of argument, such as a scorer called for a case it cannot compare. */
export class SqlassayTypeError extends TypeError {
  override readonly name = 'SqlassayTypeError';

  constructor(
    readonly code: ErrorCode,
    parts: ErrorParts,
  ) {
    super(describeError(parts), { cause: parts.cause });
    Object.defineProperty(this, brand, { value: true });
  }
}

function describeError({ what, where, advice }: ErrorParts): string {
  return `${where === undefined ? '' : `${where}: `}${what}. ${advice}`;
}
