import type { Llm, LlmFailure, LlmReply, LlmRequest, LlmSpent, ModelPrice } from '../types/index.js';
import { type AiSdk, type AiSdkModel, askingFor, type GeneratedText } from './ai-sdk.js';
import { costOf } from './prices.js';
import { type FailedAttempt, readFailure } from './read-failure.js';
import { scrubSecrets } from './scrub-secrets.js';

/** How often and how soon a call that could not be served is made again. */
export interface RetrySettings {
  /** Calls in all, the first one included. Default 4. */
  readonly attempts?: number;
  /** Milliseconds before the second call, when the service does not say; it doubles each time. Default 500. */
  readonly firstWaitMs?: number;
}

/** Runs work when it may: a limit on how many calls are made at the same time. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface SdkLlmParts {
  readonly model: string;
  readonly price: ModelPrice | null;
  readonly identity: string;
  /** Never shown, wherever a service repeats them. */
  readonly secrets: readonly string[];
  /** True when `usage.cost` of the service's replies is US dollars. */
  readonly saysCost: boolean;
  readonly retry: RetrySettings;
  readonly limit: Limit;
  open(): Promise<{ readonly sdk: AiSdk; readonly model: AiSdkModel }>;
}

const defaultTimeoutMs = 120_000;
const longestWaitMs = 30_000;

/** A model that is called through the AI SDK. What the service does is a result; it is never thrown. */
export function createSdkLlm(parts: SdkLlmParts): Llm {
  const { model, price, identity, secrets, limit } = parts;
  let opened: ReturnType<SdkLlmParts['open']> | null = null;
  // What the service said once that it does not take, it is not asked again.
  const refused = new Set<NonNullable<FailedAttempt['refuses']>>();

  const ask = async (request: LlmRequest): Promise<LlmReply | LlmFailure> => {
    opened ??= parts.open();
    const service = await opened;
    const deadline = new Deadline(request);
    const { attempts = 4, firstWaitMs = 500 } = parts.retry;
    for (let attempt = 1; ; attempt += 1) {
      if (deadline.ended !== null) return deadline.failure();
      const answer = await callOnce(service, request, deadline.signal, refused);
      if (answer.kind === 'text') return readText(answer.generated, request, parts);
      if (deadline.ended !== null) return deadline.failure();
      const { refuses, canRetry, failure, message } = answer.attempt;
      if (refuses !== null && !refused.has(refuses)) {
        refused.add(refuses);
        attempt -= 1;
        continue;
      }
      const clipped = clip(message);
      if (!canRetry) return { failure, message: clipped };
      if (attempt >= attempts) return { failure, message: `${clipped} (${attempt} calls)` };
      const backoff = firstWaitMs * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
      const wait = answer.attempt.retryAfterMs ?? Math.min(backoff, longestWaitMs);
      if (wait >= deadline.remainingMs()) {
        const seconds = Math.ceil(wait / 1000);
        return { failure, message: `${clipped} (to be asked again in ${seconds} s, which is past its time)` };
      }
      await deadline.wait(wait);
    }
  };

  return {
    model,
    price,
    identity,
    generate: async (request) => scrubSecrets(await limit(() => ask(request)), secrets),
  };
}

type Answer =
  | { readonly kind: 'text'; readonly generated: GeneratedText }
  | { readonly kind: 'failed'; readonly attempt: FailedAttempt };

async function callOnce(
  { sdk, model }: { readonly sdk: AiSdk; readonly model: AiSdkModel },
  { system, prompt, schema, temperature, maxOutputTokens }: LlmRequest,
  abortSignal: AbortSignal,
  refused: ReadonlySet<string>,
): Promise<Answer> {
  try {
    const asked = askingFor(sdk, model, refused.has('schema') ? null : (schema ?? null));
    const isCool = typeof temperature === 'number' && !refused.has('temperature');
    const generated = await sdk.generateText({
      model: asked,
      prompt,
      ...(system === undefined ? {} : { system }),
      ...(isCool ? { temperature } : {}),
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      maxRetries: 0,
      abortSignal,
    });
    return { kind: 'text', generated };
  } catch (error) {
    return { kind: 'failed', attempt: readFailure(error, Date.now()) };
  }
}

function readText(
  generated: GeneratedText,
  { schema }: LlmRequest,
  { price, saysCost }: SdkLlmParts,
): LlmReply | LlmFailure {
  const spent = spentOn(generated, price, saysCost);
  const { text, finishReason } = generated;
  const declined = refusalIn(generated.response.body);
  if (finishReason === 'content-filter' || declined !== null) {
    const said = declined ?? text;
    return {
      failure: 'refusal',
      message: said === '' ? 'a content filter stopped it' : clip(said),
      ...spent,
    };
  }
  if (finishReason === 'length') {
    return { failure: 'truncated', message: 'the reply ended at the limit of tokens', ...spent };
  }
  if (finishReason === 'error') {
    return { failure: 'unavailable', message: 'the service broke while it answered', ...spent };
  }
  if (text.trim() === '') return { failure: 'malformed', message: 'the reply is empty', ...spent };
  const object = schema === undefined ? undefined : parseObject(text);
  return { text, ...(object === undefined ? {} : { object }), ...spent };
}

/** The text as JSON, where it is an object; a service that was asked for one may still answer in prose. */
function parseObject(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function spentOn(
  { text, usage, response }: GeneratedText,
  price: ModelPrice | null,
  saysCost: boolean,
): LlmSpent {
  const { inputTokens, outputTokens } = usage;
  // Where a service does not count, the SDK has zeros.
  const isCounted = isCount(inputTokens) && isCount(outputTokens) && (outputTokens > 0 || text === '');
  const counted = isCounted && inputTokens > 0 ? { inputTokens, outputTokens } : null;
  const said = saysCost ? costIn(response.body) : null;
  const costUsd = said ?? (counted === null || price === null ? null : costOf(price, counted));
  return {
    ...(counted === null ? {} : { usage: counted }),
    ...(costUsd === null ? {} : { costUsd }),
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

interface ServiceReply {
  readonly choices?: readonly { readonly message?: { readonly refusal?: unknown } }[];
  readonly usage?: { readonly cost?: unknown };
}

/** The refusal in a reply of OpenAI's protocol; older versions of the SDK do not pass it on. */
function refusalIn(body: unknown): string | null {
  const refusal = (body as ServiceReply | null | undefined)?.choices?.[0]?.message?.refusal;
  return typeof refusal === 'string' && refusal !== '' ? refusal : null;
}

function costIn(body: unknown): number | null {
  const cost = (body as ServiceReply | null | undefined)?.usage?.cost;
  return typeof cost === 'number' && cost >= 0 && Number.isFinite(cost) ? cost : null;
}

function clip(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length <= 300 ? line : `${line.slice(0, 299)}…`;
}

/** The time a request has, and what ends it sooner. */
class Deadline {
  readonly signal: AbortSignal;
  readonly #caller: AbortSignal;
  readonly #time: AbortSignal;
  readonly #timeoutMs: number;
  readonly #end: number;

  constructor({ signal, timeoutMs = defaultTimeoutMs }: LlmRequest) {
    this.#caller = signal;
    this.#timeoutMs = timeoutMs;
    this.#time = AbortSignal.timeout(timeoutMs);
    this.#end = Date.now() + timeoutMs;
    this.signal = AbortSignal.any([signal, this.#time]);
  }

  get ended(): 'cancelled' | 'timeout' | null {
    if (this.#caller.aborted) return 'cancelled';
    return this.#time.aborted ? 'timeout' : null;
  }

  failure(): LlmFailure {
    if (this.ended === 'cancelled') return { failure: 'cancelled', message: 'it was cancelled' };
    return { failure: 'timeout', message: `no reply within ${this.#timeoutMs / 1000} s` };
  }

  remainingMs(): number {
    return this.#end - Date.now();
  }

  /** Ends early with the signal. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.signal.addEventListener('abort', done, { once: true });
      if (this.signal.aborted) done();
    });
  }
}
