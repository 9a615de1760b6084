import type { FuzzReport } from './fuzz.js';

/** What one worker is to do. */
export interface WorkerOrder {
  readonly seed: number;
  /** Only this round, to see it again; null for all. */
  readonly round: number | null;
  readonly first: number;
  readonly step: number;
  readonly executions: number;
  readonly seconds: number;
  /** The number of an unsound shortcut that the proofs take for a rule, to test the fuzzer itself. */
  readonly shortcut: number | null;
}

/** What a worker says: that it listens, how far it is, and at last what it did. */
export type WorkerMessage =
  | { readonly ready: true }
  | { readonly executions: number }
  | { readonly failure: string }
  | {
      readonly report: Omit<FuzzReport, 'byRule'> & {
        readonly byRule: readonly (readonly [string, number])[];
      };
    };
