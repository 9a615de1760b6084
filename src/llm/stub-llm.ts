import type { Llm, LlmFailure, LlmReply, LlmRequest, LlmSpent, ModelPrice } from '../types/index.js';
import { costOf } from './prices.js';

/** What a stub answers: a text, a value as a structured reply, a whole reply or a failure. */
export type StubReply = string | { readonly object: unknown } | LlmReply | LlmFailure;

/** One reply for every request, one after another (the last one stays), or as the request asks. */
export type StubScript =
  | StubReply
  | readonly StubReply[]
  | ((request: LlmRequest, index: number) => StubReply | Promise<StubReply>);

export interface StubOptions {
  /** Default `stub/model`. */
  readonly model?: string;
  /** Default null. */
  readonly price?: ModelPrice | null;
  /** Tokens of every reply that does not say its own. Default 100 in, 20 out. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
}

/** A model that follows a script and remembers what it was asked. */
export interface StubLlm extends Llm {
  readonly requests: readonly LlmRequest[];
}

/**
 * A model without a service, for tests.
 *
 * @example
 * const judge = new LlmJudge({ model: createStubModel({ object: { reason: 'same rows', score: 1 } }), criteria });
 */
export function createStubModel(script: StubScript, options: StubOptions = {}): StubLlm {
  const { model = 'stub/model', price = null, usage = { inputTokens: 100, outputTokens: 20 } } = options;
  const requests: LlmRequest[] = [];
  const spent: LlmSpent = { usage, ...(price === null ? {} : { costUsd: costOf(price, usage) }) };
  return {
    model,
    price,
    identity: model,
    requests,
    async generate(request) {
      if (request.signal.aborted) return { failure: 'cancelled', message: 'it was cancelled' };
      requests.push(request);
      return whole(await replyOf(script, request, requests.length - 1), spent);
    },
  };
}

function replyOf(script: StubScript, request: LlmRequest, index: number): StubReply | Promise<StubReply> {
  if (typeof script === 'function') return script(request, index);
  if (!isList(script)) return script;
  return script[Math.min(index, script.length - 1)] ?? { failure: 'unavailable', message: 'empty script' };
}

function isList(script: StubReply | readonly StubReply[]): script is readonly StubReply[] {
  return Array.isArray(script);
}

function whole(reply: StubReply, spent: LlmSpent): LlmReply | LlmFailure {
  if (typeof reply === 'string') return { text: reply, ...spent };
  if ('failure' in reply) return reply;
  if ('text' in reply) return { ...spent, ...reply };
  return { text: JSON.stringify(reply.object), object: reply.object, ...spent };
}
