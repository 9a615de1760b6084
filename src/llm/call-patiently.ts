import type { LlmFailure } from '../types/index.js';
import { type AskedTime, Deadline } from './deadline.js';
import type { FailedAttempt } from './read-failure.js';

/** How often and how soon a call that could not be served is made again. */
export interface RetrySettings {
  /** Calls in all, the first one included. Default 4. */
  readonly attempts?: number;
  /** Milliseconds before the second call, when the service does not say; it doubles each time. Default 500. */
  readonly firstWaitMs?: number;
}

/** What one call came to. */
export type Attempted<Reply> =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'failed'; readonly attempt: FailedAttempt };

const longestWaitMs = 30_000;

/**
 * Calls a service until it replies, as often as its failures allow and while there is time.
 *
 * @param adapts - whether the next call will leave out what the service did not take, so that it is made at once
 */
export async function callPatiently<Reply>(
  once: (signal: AbortSignal) => Promise<Attempted<Reply>>,
  time: AskedTime,
  { attempts = 4, firstWaitMs = 500 }: RetrySettings,
  adapts: (attempt: FailedAttempt) => boolean = () => false,
): Promise<Reply | LlmFailure> {
  const deadline = new Deadline(time);
  for (let attempt = 1; ; attempt += 1) {
    if (deadline.ended !== null) return deadline.failure();
    const answer = await once(deadline.signal);
    if (answer.kind === 'reply') return answer.reply;
    if (deadline.ended !== null) return deadline.failure();
    if (adapts(answer.attempt)) {
      attempt -= 1;
      continue;
    }
    const { canRetry, failure, message, retryAfterMs } = answer.attempt;
    const clipped = clip(message);
    if (!canRetry) return { failure, message: clipped };
    if (attempt >= attempts) return { failure, message: `${clipped} (${attempt} calls)` };
    const backoff = firstWaitMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
    const wait = retryAfterMs ?? Math.min(backoff, longestWaitMs);
    if (wait >= deadline.remainingMs()) {
      const seconds = Math.ceil(wait / 1000);
      return { failure, message: `${clipped} (to be asked again in ${seconds} s, which is past its time)` };
    }
    await deadline.wait(wait);
  }
}

/** What a service says, on one line of bearable length. */
export function clip(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
}
