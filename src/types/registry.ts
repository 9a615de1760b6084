import type { Mode } from './case.js';
import type { Needs, Scorer } from './score.js';
import type { StandardSchemaV1 } from './standard-schema.js';

/** Makes a scorer from its options. The only way a scorer has a name in a suite. */
export interface ScorerFactory<Options = unknown> {
  readonly interfaceVersion: 1;
  readonly description?: string;
  readonly modes?: ReadonlySet<Mode>;
  readonly needs?: Needs;
  readonly options: StandardSchemaV1<unknown, Options>;
  /** Scorers that it is made of; the registry builds them first and gives them to `create`. */
  members?(options: Options): readonly { readonly use: string; readonly with?: unknown }[];
  create(options: Options, members?: readonly Scorer[]): Scorer;
}

/** What `sqlassay scorers` prints of a factory. */
export interface ScorerListing {
  readonly name: string;
  readonly interfaceVersion: number;
  readonly description: string;
  readonly modes: readonly Mode[];
  readonly needs: Needs;
  /** JSON Schema of the options where the schema library gives one, else null. */
  readonly options: unknown;
  /** `built-in`, `code`, or the plugin package's name and version. */
  readonly from: string;
  /** Why it cannot be used, for a plugin's scorer that cannot be. */
  readonly problem?: string;
}

/** Names to factories; built-ins, plugins and code alike. */
export interface Registry {
  addScorer<Options>(name: string, factory: ScorerFactory<Options>): void;
  /** Builds one scorer from its registry name and options; a coded error says what is wrong with either. */
  createScorer(name: string, options?: unknown): Promise<Scorer>;
  /** Rejects as `createScorer` would, without building anything. */
  checkScorer(name: string, options?: unknown): Promise<void>;
  names(): readonly string[];
  list(): Promise<readonly ScorerListing[]>;
}
