import type { Databases, GoldStore, Slot } from '../execution/index.js';
import type { Mode, Scorer, ScoringSettings, Solver, Suite } from '../types/index.js';
import type { JournalWriter } from './journal-writer.js';

/** A scorer under the label its suite entry has. */
export interface LabelledScorer {
  readonly label: string;
  readonly scorer: Scorer;
}

/** What every case run of a run shares. */
export interface RunScope {
  readonly suite: Suite;
  readonly mode: Mode;
  readonly solver: Solver;
  readonly scorers: readonly LabelledScorer[];
  readonly databases: Databases;
  readonly golds: GoldStore;
  readonly modelCall: Slot;
  readonly journal: JournalWriter | null;
  readonly settings: ScoringSettings;
  readonly signal: AbortSignal;
  clock(): number;
  /** Whether results are hashed, to compare paraphrases and passes. */
  readonly passes: number;
}
