/** A largest possible one-to-one pairing of expected and actual rows in which every pair matches. */
export interface RowPairing {
  readonly isPerfect: boolean;
  /** Positions of the rows left over, ascending; null where the search for the largest pairing was given up. */
  readonly unmatched: { readonly expected: readonly number[]; readonly actual: readonly number[] } | null;
}

/** Rows that could match each other, by position on their sides. */
export interface RowGroup {
  readonly expected: Int32Array;
  readonly actual: Int32Array;
}

/** Collects the rows that find no partner. */
export class Leftovers {
  readonly expected: number[] = [];
  readonly actual: number[] = [];

  get isEmpty(): boolean {
    return this.expected.length === 0 && this.actual.length === 0;
  }

  sorted(): { readonly expected: readonly number[]; readonly actual: readonly number[] } {
    return {
      expected: this.expected.sort((a, b) => a - b),
      actual: this.actual.sort((a, b) => a - b),
    };
  }
}
