import type { Catalog } from './catalog.js';
import type { ExecutionResult, Scratch } from './platform.js';

/** Two queries to compare by meaning. */
export interface QueryPair {
  readonly gold: string;
  readonly candidate: string;
  readonly dialect: string;
  readonly execution?: { readonly gold: ExecutionResult; readonly candidate: ExecutionResult };
}

/** Whether two queries mean the same; `different` only with a counterexample that was executed. */
export type SemanticVerdict =
  | {
      readonly equivalence: 'equivalent';
      readonly method: string;
      readonly compare: 'list' | 'bag' | 'set';
      readonly uses: readonly string[];
      readonly trace: readonly string[];
    }
  | { readonly equivalence: 'different'; readonly method: string; readonly witness: unknown }
  | {
      readonly equivalence: 'unknown';
      readonly method: string;
      readonly code: string;
      readonly detail: string;
    };

export interface CheckContext {
  readonly catalog?: Catalog;
  readonly scratch?: Scratch;
  readonly signal: AbortSignal;
  readonly budget: { readonly milliseconds: number };
}

/** Compares the queries, not their results; never throws. */
export interface EquivalenceCheck {
  readonly method: string;
  judge(pair: QueryPair, context: CheckContext): Promise<SemanticVerdict>;
}
