import type { Llm, LlmFailure, LlmReply, LlmRequest, LlmSpent, ModelPrice } from '../types/index.js';
import { type AiSdk, type AiSdkModel, askingFor, type GeneratedText } from './ai-sdk.js';
import { type Attempted, callPatiently, clip, type RetrySettings } from './call-patiently.js';
import { costOf } from './prices.js';
import { type FailedAttempt, readFailure } from './read-failure.js';
import { scrubSecrets } from './scrub-secrets.js';

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

/** A model that is called through the AI SDK. What the service does is a result; it is never thrown. */
export function createSdkLlm(parts: SdkLlmParts): Llm {
  const { model, price, identity, secrets, limit } = parts;
  let opened: ReturnType<SdkLlmParts['open']> | null = null;
  // What the service said once that it does not take, it is not asked again.
  const refused = new Set<NonNullable<FailedAttempt['refuses']>>();

  const ask = async (request: LlmRequest): Promise<LlmReply | LlmFailure> => {
    opened ??= parts.open();
    const service = await opened;
    const answer = await callPatiently(
      (signal) => callOnce(service, request, signal, refused),
      request,
      parts.retry,
      ({ refuses }) => {
        if (refuses === null || refused.has(refuses)) return false;
        refused.add(refuses);
        return true;
      },
    );
    return 'failure' in answer ? answer : readText(answer, request, parts);
  };

  return {
    model,
    price,
    identity,
    generate: async (request) => scrubSecrets(await limit(() => ask(request)), secrets),
  };
}

async function callOnce(
  { sdk, model }: { readonly sdk: AiSdk; readonly model: AiSdkModel },
  { system, prompt, schema, temperature, maxOutputTokens }: LlmRequest,
  abortSignal: AbortSignal,
  refused: ReadonlySet<string>,
): Promise<Attempted<GeneratedText>> {
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
    return { kind: 'reply', reply: generated };
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
