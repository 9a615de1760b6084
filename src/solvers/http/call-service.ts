import type { Agent } from 'node:http';
import type { Agent as SecureAgent } from 'node:https';
import { setTimeout } from 'node:timers/promises';
import { parseExactJson } from '../replay/parse-exact-json.js';
import { followRedirects } from './follow-redirects.js';
import { retryWait } from './retry-wait.js';
import type { HttpOutcome, HttpRequest } from './send-request.js';

/** How a service is asked. Seconds for the whole call, its retries included. */
export interface ServiceLimits {
  readonly timeout: number;
  readonly retries: number;
  readonly retryDelay: number;
  readonly maxBytes: number;
  readonly agents: { readonly http: Agent; readonly https: SecureAgent };
  readonly random: () => number;
}

/**
 * What a service said. `unavailable` is the fault of what lies between, or of a service that is down; `failed` is its own:
 * it was too slow, or answered with something that is no answer.
 */
export type ServiceReply =
  | { readonly kind: 'json'; readonly status: number; readonly document: unknown }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'unavailable'; readonly message: string };

export async function callService(
  request: HttpRequest,
  limits: ServiceLimits,
  signal: AbortSignal,
): Promise<ServiceReply> {
  const started = performance.now();
  const left = (): number => limits.timeout - (performance.now() - started) / 1000;
  for (let attempt = 1; ; attempt++) {
    const outcome = await followRedirects(request, {
      timeoutMs: Math.max(1, left() * 1000),
      maxBytes: limits.maxBytes,
      signal,
      agents: limits.agents,
    });
    const fault = faultOf(outcome);
    if (fault === null) return read(outcome, limits);
    const retryAfter = outcome.kind === 'reply' ? outcome.headers['retry-after'] : undefined;
    const wait = retryWait(attempt, limits.retryDelay, retryAfter, Date.now(), limits.random);
    if (!fault.mayPass || attempt > limits.retries || wait >= left()) {
      const tries = attempt === 1 ? '' : ` (asked ${attempt} times)`;
      return { kind: 'unavailable', message: `${fault.message}${tries}` };
    }
    await setTimeout(wait * 1000, undefined, { signal });
  }
}

interface Fault {
  readonly message: string;
  /** Whether asking again may help. */
  readonly mayPass: boolean;
}

/** What is the fault of infrastructure, so that no answer is scored. */
function faultOf(outcome: HttpOutcome): Fault | null {
  if (outcome.kind === 'broken')
    return {
      message: `The service cannot be reached: ${outcome.message}`,
      mayPass: !outcome.message.startsWith('it redirects'),
    };
  if (outcome.kind !== 'reply') return null;
  const { status, text } = outcome;
  if (status === 429 || status >= 500)
    return { message: `The service answered with status ${status}${said(text)}`, mayPass: true };
  // Whoever may not ask has not been answered, however the refusal is put.
  if (status === 401 || status === 407)
    return { message: `The service refused the login with status ${status}${said(text)}`, mayPass: false };
  return null;
}

function read(outcome: HttpOutcome, { timeout, maxBytes }: ServiceLimits): ServiceReply {
  if (outcome.kind === 'late')
    return { kind: 'failed', code: 'TIMEOUT', message: `The service did not answer within ${timeout} s` };
  if (outcome.kind === 'too_large')
    return { kind: 'failed', code: 'REPLY_TOO_LARGE', message: `The reply is longer than ${maxBytes} bytes` };
  if (outcome.kind === 'broken') return { kind: 'unavailable', message: outcome.message };
  const { status, text } = outcome;
  try {
    return { kind: 'json', status, document: parseExactJson(text) };
  } catch {
    if (status >= 400)
      return { kind: 'unavailable', message: `The service answered with status ${status}${said(text)}` };
    const message = text.trim() === '' ? 'The reply is empty' : `The reply is not JSON${said(text)}`;
    return { kind: 'failed', code: 'MALFORMED_REPLY', message };
  }
}

/** The beginning of what a service said, in one line. */
function said(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  return `: ${line.length > 200 ? `${line.slice(0, 200)}...` : line}`;
}
