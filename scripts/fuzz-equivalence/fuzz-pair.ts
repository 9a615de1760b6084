/** Two queries for the checks to judge, and where they come from. */
export interface FuzzPair {
  /** The fixture, the shortcut, or the rewriting they were made by. */
  readonly origin: string;
  readonly gold: string;
  readonly candidate: string;
  /** Outputs that both are sorted by, where that is known; equal sort keys must then come in the same order. */
  readonly sortedBy?: readonly number[];
}
