import type { ExactNumber } from '../../values/index.js';

/** One way to read a written number: whole units of the last written digit, times ten to the power of minus `scale`. */
export interface Reading {
  readonly digits: bigint;
  readonly scale: number;
}

/** A number that the answer states. */
export interface NumberClaim {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The usual reading first. */
  readonly readings: readonly Reading[];
  readonly isPercent: boolean;
  /** Written with decimals or a scale word, so that digits may have been cut off. */
  readonly isShortened: boolean;
  /** Two readings that nothing tells apart, such as `1.234`. */
  readonly isAmbiguous: boolean;
  /** The numbers it is made of where it may be several: `3 500`. */
  readonly pieces?: readonly NumberClaim[];
}

/** A date that the answer states; parts that are not said are null. */
export interface DateClaim {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** One of these; two where day and month may be swapped. */
  readonly readings: readonly WrittenDate[];
}

export interface WrittenDate {
  readonly year: number | null;
  readonly month: number;
  readonly day: number | null;
}

/** A quoted or bold name that the answer states. */
export interface NameClaim {
  readonly text: string;
}

/** Both ends included. */
export interface Interval {
  readonly low: ExactNumber;
  readonly high: ExactNumber;
}
