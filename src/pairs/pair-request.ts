import type { SemanticVerdict } from '../types/index.js';

/** Two queries to judge, as a person or a file of pairs gives them. */
export interface PairRequest {
  readonly gold: string;
  readonly candidate: string;
  readonly dialect: string;
  /** The CREATE TABLE statements of the schema; null to take the database's, or none. */
  readonly ddl: string | null;
}

/** What was found out about a pair. */
export interface PairVerdict {
  /** The verdict that counts: of the check that decided, else the one that knows most of why none did. */
  readonly verdict: SemanticVerdict;
  /** Of every check that was asked, in order. */
  readonly verdicts: readonly SemanticVerdict[];
  readonly milliseconds: number;
}
