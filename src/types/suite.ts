import type { Case, Mode } from './case.js';
import type { Catalog } from './catalog.js';
import type { WitnessRealism } from './equivalence.js';
import type { ModelSettings } from './llm.js';
import type { SolverError } from './solver.js';

/** Where a suite's database is, by the engine's kind. Paths are absolute once a suite is loaded. */
export type DatasourceConfig =
  | {
      readonly kind: 'duckdb' | 'sqlite';
      /** A database file; `{db_id}` stands for the case's database. */
      readonly path: string;
    }
  | {
      /** An embedded database made by a script, in memory, read-only once it is made. */
      readonly kind: 'duckdb' | 'sqlite';
      /** SQL files run in order on an empty database; absolute paths. */
      readonly scripts: readonly string[];
    }
  | {
      /** A server; MariaDB is of kind `mysql`. */
      readonly kind: 'postgres' | 'mysql';
      /** `postgres://user:password@host:port/database`; `${env:NAME}` in it stands for a variable of the environment. */
      readonly url: string;
      /** Use a user that may write or is an administrator, which is refused otherwise. Default false. */
      readonly allowPrivileged?: boolean;
    };

/** The engine of a datasource. */
export type DatasourceKind = DatasourceConfig['kind'];

/** Caps of every query of a run. */
export interface LimitSettings {
  readonly rows: number;
  readonly bytes: number;
  /** Memory of the process that runs one embedded engine, in bytes. */
  readonly memoryBytes: number;
}

/** Global limits, each over the whole run. */
export interface ConcurrencySettings {
  readonly cases: number;
  readonly sessions: number;
  readonly children: number;
  readonly modelCalls: number;
}

export interface SuiteSettings {
  readonly routing: { readonly maxDatasources: number };
  readonly refusal: { readonly code: string; readonly message: string };
  readonly unanswerable: { readonly code: string };
  /** Seconds of database time for one case; its gold has its own equal pool; null is unbounded. */
  readonly caseTimeoutSeconds: number | null;
  /** What now() and friends mean, `YYYY-MM-DD`, where the platform can pin it. */
  readonly referenceDate: string | null;
  readonly limits: LimitSettings;
  readonly concurrency: ConcurrencySettings;
  readonly refutation: { readonly failOn: readonly WitnessRealism[] };
  /** Model ids to how they are reached and what they cost. */
  readonly models: Readonly<Record<string, ModelSettings>>;
}

/** A scorer of a suite: its registry name, the label it is reported under, and its options. */
export interface ScorerEntry {
  readonly use: string;
  readonly as: string;
  readonly with: Readonly<Record<string, unknown>>;
}

/** A solver as a suite configures it; `kind` decides the other fields. */
export interface SolverConfig {
  readonly kind: string;
  readonly [option: string]: unknown;
}

/** A recorded plan: SQL, or the outcome without it. */
export type Plan =
  | { readonly sql: string }
  | {
      readonly status: 'error' | 'needs_clarification';
      readonly errors?: readonly SolverError[];
      readonly answer?: string;
    };

export interface KnownFailure {
  readonly id: string;
  /** `YYYY-MM-DD`; the failure counts again after that day. */
  readonly until: string;
  readonly why: string;
}

export interface GateSettings {
  /** The accepted baseline, or one for each mode. */
  readonly baseline?: string | Readonly<Partial<Record<Mode, string>>>;
  readonly minAccuracy?: number;
  readonly maxAccuracyDrop?: number;
  readonly maxNewFailures?: number;
  readonly maxCostIncrease?: number;
  readonly maxUnscoredShare?: number;
  readonly protect?: readonly string[];
}

/** A loaded suite: every path absolute, every default filled in. */
export interface Suite {
  readonly name: string;
  /** The suite file; null for a suite made in code or by a benchmark loader. */
  readonly file: string | null;
  readonly datasources: Readonly<Record<string, DatasourceConfig>>;
  readonly solver: SolverConfig | null;
  readonly scorers: readonly ScorerEntry[];
  /** Role name to the tables it may not read. */
  readonly roles: Readonly<Record<string, { readonly deny: readonly string[] }>>;
  readonly settings: SuiteSettings;
  readonly cases: readonly Case[];
  /** Case id to a plan, or to one plan per role. */
  readonly plans: ReadonlyMap<string, Plan | Readonly<Record<string, Plan>>> | null;
  readonly knownFailures: readonly KnownFailure[];
  readonly gate: GateSettings | null;
  /** Catalogues by database id, where the suite came with a schema file. */
  readonly catalogs?: ReadonlyMap<string, Catalog>;
  /** Default mode of a run. */
  readonly mode?: Mode;
}
