import type { Catalog } from './catalog.js';
import type { Column, Row } from './cell.js';
import type { ExecutionResult, Platform, Scratch } from './platform.js';

/** Two queries to compare by meaning. */
export interface QueryPair {
  readonly gold: string;
  readonly candidate: string;
  readonly dialect: string;
  /**
   * How the columns of two results belong together; default `position`. `names`: by name, where both results have the same
   * names, each once.
   */
  readonly columns?: 'position' | 'names';
  /** Whether the order of rows counts where both queries ask for one (`asked`, the default). */
  readonly order?: 'asked' | 'ignored';
  readonly execution?: { readonly gold: ExecutionResult; readonly candidate: ExecutionResult };
}

/** One table of a counterexample, as a person reads it. */
export interface WitnessTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/**
 * How believable a counterexample is: a sub-sample of the user's rows, their values recombined, or made from the queries'
 * constants.
 */
export type WitnessRealism = 'real-rows' | 'real-values' | 'synthetic';

/** What the difference hangs on. */
export type WitnessNeed = 'null' | 'empty-table' | 'duplicate' | 'tie';

/** A small database on which the two queries were executed and returned different results. */
export interface Witness {
  /** CREATE TABLE statements, and INSERT statements to paste after them. */
  readonly ddl: readonly string[];
  readonly inserts: readonly string[];
  readonly tables: readonly WitnessTable[];
  readonly goldColumns: readonly Column[];
  readonly goldRows: readonly Row[];
  readonly candidateColumns: readonly Column[];
  readonly candidateRows: readonly Row[];
  /** The engine and version it was executed on. */
  readonly engine: string;
  /** True when that is the engine the queries are written for, or it was executed there again. */
  readonly confirmedOnTarget: boolean;
  readonly realism: WitnessRealism;
  readonly needs: readonly WitnessNeed[];
  /** The difference does not hang on the physical order of rows. */
  readonly stable: true;
}

/** Whether two queries mean the same; `different` only with a counterexample that was executed. */
export type SemanticVerdict =
  | {
      readonly equivalence: 'equivalent';
      /** The check's own name: `text`, `ast` or `plan`. */
      readonly method: string;
      /** How results may be compared so that the proof holds: in order, as bags, or as sets. */
      readonly compare: 'list' | 'bag' | 'set';
      /** Declared constraints the proof needs, such as `PRIMARY KEY a(id)`. */
      readonly uses: readonly string[];
      /** The rules that took part, in order. */
      readonly trace: readonly string[];
    }
  | { readonly equivalence: 'different'; readonly method: string; readonly witness: Witness }
  | {
      readonly equivalence: 'unknown';
      readonly method: string;
      /** `unsupported.<construct>`, `budget`, `vacuous`, `ties`, `invalid-gold`, `invalid-candidate` or `not-refuted`. */
      readonly code: string;
      readonly detail: string;
    };

export interface CheckContext {
  readonly catalog?: Catalog;
  readonly scratch?: Scratch;
  /** The database the queries are for: values are sampled from it, and counterexamples are executed on it again. */
  readonly platform?: Platform;
  /** Databases that told queries apart before, tried first; what is found is kept there. */
  readonly kept?: KeptWitnesses;
  readonly signal: AbortSignal;
  readonly budget: { readonly milliseconds: number };
}

/** What a run lends to checks of equivalence. */
export interface EquivalenceTools {
  /** Throw-away databases for a dialect; null where no engine can stand in for it. */
  scratch(dialect: string): Promise<Scratch | null>;
  /** The database of the case, to sample values from and to confirm on; null without one. */
  readonly platform: Platform | null;
  /** Which counterexamples fail a case; others make a pass fragile. */
  readonly failOn: readonly WitnessRealism[];
  /** Counterexamples kept by earlier runs of the suite, tried first. */
  readonly kept: KeptWitnesses | null;
}

/** A counterexample that was kept. */
export interface KeptWitness {
  readonly ddl: readonly string[];
  readonly inserts: readonly string[];
  readonly tables: readonly WitnessTable[];
  readonly realism: WitnessRealism;
}

/** Small databases that told two queries apart before. */
export interface KeptWitnesses {
  /** Those whose tables are these, newest first. */
  find(catalog: Catalog): Promise<readonly KeptWitness[]>;
  /** Keeps a counterexample, unless its database is kept already. Never rejects: what cannot be written is not kept. */
  keep(witness: Witness, about: { readonly gold: string; readonly candidate: string }): Promise<void>;
}

/** Compares the queries, not their results; never throws. */
export interface EquivalenceCheck {
  readonly method: string;
  judge(pair: QueryPair, context: CheckContext): Promise<SemanticVerdict>;
}
