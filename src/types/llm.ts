import type { TokenUsage } from './solver.js';

/** What is asked of a model. */
export interface LlmRequest {
  readonly system?: string;
  readonly prompt: string;
  /** JSON Schema of the reply, when a structured one is asked for. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Null leaves the provider's default. */
  readonly temperature?: number | null;
  readonly maxOutputTokens?: number;
  /** Milliseconds for the whole call, its retries included. */
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
}

/** What was used up by a call, whether it succeeded or not. */
export interface LlmSpent {
  readonly usage?: TokenUsage;
  /** US dollars, as the provider says or by the table of prices; absent where neither knows. */
  readonly costUsd?: number;
}

/** A model's reply. */
export interface LlmReply extends LlmSpent {
  readonly text: string;
  /** The structured reply, where the provider returned one. */
  readonly object?: unknown;
}

/**
 * Why there is no reply:
 *
 * - `refusal`: the model or a content filter declined
 * - `truncated`: the reply ended at a limit of tokens
 * - `malformed`: the service answered with something that is no reply
 * - `rejected`: the service did not take the request (wrong key, unknown model, bad parameter)
 * - `rate_limited`, `unavailable`, `timeout`: it could not be served, retries included
 * - `cancelled`: the caller's signal
 */
export interface LlmFailure extends LlmSpent {
  readonly failure:
    | 'refusal'
    | 'truncated'
    | 'malformed'
    | 'rejected'
    | 'rate_limited'
    | 'unavailable'
    | 'timeout'
    | 'cancelled';
  /** Without secrets. */
  readonly message: string;
}

/** US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

/** A language model, whoever serves it. Never rejects for what the service does: that is a failure in the result. */
export interface Llm {
  /** Its id, such as `openai/gpt-5.4`. */
  readonly model: string;
  /** Null when it is not known, so that no cap on cost can be kept. */
  readonly price: ModelPrice | null;
  /** Changes whenever its replies may: the model, its address and its settings. Default: the model's id. */
  readonly identity?: string;
  generate(request: LlmRequest): Promise<LlmReply | LlmFailure>;
}

/** How one model is reached and what it costs, where the built-in knowledge does not do. */
export interface ModelSettings {
  /** An OpenAI-compatible service, such as `http://localhost:11434/v1`. */
  readonly baseUrl?: string;
  /** Name of the environment variable that holds the key; default by the provider, such as `OPENAI_API_KEY`. */
  readonly apiKeyEnv?: string;
  readonly price?: ModelPrice;
  /** The name the service knows it by; default: the id without its provider. */
  readonly name?: string;
}

/** Gives models by their ids. */
export interface Models {
  /**
   * @throws SqlassayError for an id whose provider is not known, a key that is not set, or a package that is missing.
   */
  get(id: string): Llm;
  /**
   * A model that embeds texts; absent where none can be reached.
   *
   * @throws SqlassayError as `get` does.
   */
  embedder?(id: string): Embedder;
}

/** One vector for each text, in their order, all of the same length. */
export interface Embeddings extends LlmSpent {
  readonly vectors: readonly (readonly number[])[];
}

/** A model that turns texts into vectors whose cosine says how near they are in meaning. */
export interface Embedder {
  /** Its id, such as `openai/text-embedding-3-small`. */
  readonly model: string;
  /** Null when it is not known. */
  readonly price: ModelPrice | null;
  /** Changes whenever its vectors may. Default: the model's id. */
  readonly identity?: string;
  /** Never rejects for what the service does. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embeddings | LlmFailure>;
}

/** A model that a solver or a scorer may call, so that its price is known before the first call. */
export interface ModelUse {
  readonly model: string;
  readonly price: ModelPrice | null;
}
