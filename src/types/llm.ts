import type { TokenUsage } from './solver.js';

export interface LlmRequest {
  readonly system?: string;
  readonly prompt: string;
  /** JSON Schema of the reply, when a structured one is asked for. */
  readonly schema?: unknown;
  readonly temperature?: number | null;
  readonly signal: AbortSignal;
}

export interface LlmReply {
  readonly text: string;
  /** The structured reply, where the provider returned one. */
  readonly object?: unknown;
  readonly usage?: TokenUsage;
  readonly costUsd?: number;
}

/** A language model, whoever serves it. */
export interface Llm {
  readonly model: string;
  generate(request: LlmRequest): Promise<LlmReply>;
}
