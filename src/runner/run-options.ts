import type { Mode, Models, Registry, Reporter, Scorer, ScorerEntry, Solver, Suite } from '../types/index.js';

import type { Shard } from './schedule/shard.js';

/** Which case runs of a suite to run. Every given part must hold. */
export interface RunFilter {
  /** A regular expression (or plain text) that the case's id or question must match. */
  readonly grep?: string;
  /** Tags, at least one of which the case must have. */
  readonly tags?: readonly string[];
  readonly roles?: readonly string[];
  /** Exactly these case runs, each as `caseRunId(key)`. */
  readonly only?: ReadonlySet<string>;
}

/** What to run and how. */
export interface RunOptions {
  readonly suite: Suite;
  /** Default `full`. */
  readonly mode?: Mode;
  /** Default: the suite's own. */
  readonly solver?: Solver;
  /** Models by their ids; default: those that the suite's settings and the environment reach. */
  readonly models?: Models;
  /** Default: the built-in scorers and the plugins of the suite's project. */
  readonly registry?: Registry;
  /** Replaces the suite's list. */
  readonly scorers?: readonly (Scorer | ScorerEntry | string)[];
  /** How often each case is asked. Default 1. */
  readonly passes?: number;
  readonly filter?: RunFilter;
  /** Only this part of a run that is split over machines; `mergeRuns` puts the parts together. */
  readonly shard?: Shard;
  /** Stop after this many case runs that did not pass. */
  readonly bail?: number;
  /** Stop before the run costs more than so many US dollars, by what solver and scorers report. */
  readonly maxCostUsd?: number;
  /**
   * Whether answers that cost something are kept and used again by later runs that ask the same. Default: yes, but not where
   * the variable `CI` is set.
   */
  readonly cache?: boolean;
  /** Folder of kept answers; null keeps none. Default `.sqlassay/cache` beside the suite file. */
  readonly cacheFolder?: string | null;
  readonly reporters?: readonly Reporter[];
  /** Folder of journals; null keeps none. Default `.sqlassay/runs` beside the suite file. */
  readonly runsFolder?: string | null;
  /** Continue this run: its id, or `latest`. */
  readonly resume?: string;
  /** With `resume`: run case runs with status error again. */
  readonly retryErrors?: boolean;
  /** Whether the suite's golds are tested as answers before the run. Default true. */
  readonly selfTest?: boolean;
  readonly signal?: AbortSignal;
  /** Which SQLite driver to use; default `auto`. */
  readonly sqliteDriver?: 'auto' | 'node:sqlite' | 'better-sqlite3' | 'sql.js';
}
