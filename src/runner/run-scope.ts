import type { Databases, Slot } from '../execution/index.js';
import type {
  Mode,
  Models,
  Scorer,
  ScoringSettings,
  Solver,
  Suite,
  UndeterminedReason,
} from '../types/index.js';
import type { AnswerCache } from './cache/answer-cache.js';
import type { SpendingMeter } from './cost/spending-meter.js';
import type { EquivalenceLender } from './equivalence-lender.js';
import type { HashedGolds } from './gold-hashes.js';
import type { JournalWriter } from './journal/journal-writer.js';

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
  readonly golds: HashedGolds;
  readonly models: Models;
  readonly meter: SpendingMeter;
  readonly equivalence: EquivalenceLender;
  /** What a call of the solver waits for. */
  readonly solverCall: Slot;
  readonly journal: JournalWriter | null;
  /** Null keeps no answers. */
  readonly answers: AnswerCache | null;
  /** Without the secrets that are known. */
  hide<T>(value: T): T;
  readonly settings: ScoringSettings;
  /** By case id, why the data do not determine its gold; the self-test fills it in for every gold it executes. */
  readonly undetermined: Map<string, readonly UndeterminedReason[]>;
  readonly signal: AbortSignal;
  clock(): number;
  /** Whether results are hashed, to compare paraphrases and passes. */
  readonly passes: number;
}
