/** A pair as a worker gets it, with the text of its schema. */
export interface Assignment {
  readonly number: number;
  readonly dialect: string;
  readonly ddl: string;
  readonly gold: string;
  readonly candidate: string;
  readonly milliseconds: number;
}

/** A counterexample as statements to run again. */
export interface FoundDatabase {
  readonly ddl: readonly string[];
  readonly inserts: readonly string[];
  readonly engine: string;
  readonly realism: string;
  readonly needs: readonly string[];
}

/** What the checks said of a pair. */
export interface Judgement {
  readonly outcome: 'proven' | 'refuted' | 'unknown';
  /** The two texts are the same but for white space, comments and the case of words. */
  readonly identical: boolean;
  /** The check that decided. */
  readonly method: string | null;
  /** Why nothing is known; null when something is. */
  readonly code: string | null;
  readonly detail: string;
  /** Rules and constraints of a proof. */
  readonly trace: readonly string[];
  readonly uses: readonly string[];
  /** The counterexample of a refutation; of a proven pair it says that something is wrong. */
  readonly found: FoundDatabase | null;
  /** Time until the verdict. */
  readonly milliseconds: number;
  /** Time of the search for a counterexample to a proof, which a user would not wait for. */
  readonly attackMilliseconds: number;
}

export function lostJudgement(code: string, detail: string, milliseconds: number): Judgement {
  return {
    outcome: 'unknown',
    identical: false,
    method: null,
    code,
    detail,
    trace: [],
    uses: [],
    found: null,
    milliseconds,
    attackMilliseconds: 0,
  };
}
