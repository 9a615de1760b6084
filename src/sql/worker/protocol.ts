import type { Inspection } from '../analysis/inspection.js';

/** A node of the parser's tree: one key that names the node's type, with its data. */
export type QueryNode = { readonly [type: string]: unknown };

/** Why the parser has no answer. `line` and `column` count from 1. */
export interface ParserFailure {
  readonly kind: 'failed';
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

export interface ParserRequest {
  readonly id: number;
  readonly operation: keyof ParserAnswers;
  /** SQL text, or the node to print. */
  readonly input: unknown;
  readonly dialect: string;
}

/** What each operation answers. */
export interface ParserAnswers {
  readonly inspect: Inspection;
  readonly parse: { readonly kind: 'parsed'; readonly statements: readonly QueryNode[] } | ParserFailure;
  readonly print: { readonly kind: 'printed'; readonly sql: string } | ParserFailure;
  readonly validate: { readonly kind: 'valid' } | ParserFailure;
}

/** What the thread says once, when it can take calls. */
export type ParserReady = 'ready';

export interface ParserReply {
  readonly id: number;
  readonly answer: unknown;
  /** The module's memory is broken; nothing it says from now on can be trusted. */
  readonly poisoned: boolean;
  /** Bytes of the thread outside and inside its JavaScript heap. */
  readonly memory: { readonly external: number; readonly heap: number };
}
