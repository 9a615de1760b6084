import type { Mode } from './case.js';
import type { ScorerFactory } from './registry.js';
import type { Reporter } from './run.js';

/**
 * What `sqlassay.config.{ts,mts,js,mjs,json}` beside a suite may hold: a default for every flag of `sqlassay run`, and
 * what only code can give. Flags and `SQLASSAY_*` variables win over it.
 */
export interface SqlassayConfig {
  /** Scorers by the names that the suite uses. */
  readonly scorers?: Readonly<Record<string, ScorerFactory>>;
  /** Reporters by name, by the path of their module (relative to this file), or as they are. */
  readonly reporters?: readonly (string | Reporter)[];
  readonly mode?: Mode;
  readonly grep?: string;
  readonly tag?: readonly string[];
  readonly role?: readonly string[];
  readonly passes?: number;
  readonly bail?: number;
  readonly selfTest?: boolean;
  readonly outputFile?: readonly string[];
  /** How the reporter `junit` reports what could not be decided. Default `skipped`. */
  readonly inconclusive?: 'skipped' | 'error';
  /** Case runs at the same time. */
  readonly concurrency?: number;
  /** A file of recorded answers that is scored instead of asking the suite's solver. */
  readonly answers?: string;
  readonly answersFormat?: 'jsonl' | 'spider' | 'bird';
  readonly sqliteDriver?: 'auto' | 'node:sqlite' | 'better-sqlite3' | 'sql.js';
  readonly color?: boolean;
  readonly runsFolder?: string;
  readonly maxCostUsd?: number;
  readonly cache?: boolean;
}
