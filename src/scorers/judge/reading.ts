/** The numbers between which a judge was asked to score. */
export interface Scale {
  readonly min: number;
  readonly max: number;
}

export const unitScale: Scale = { min: 0, max: 1 };

/** What a judge's reply says, its score from 0 to 1; or why it says nothing that can be relied on. */
export type JudgeReading =
  | { readonly kind: 'score'; readonly score: number; readonly rationale: string }
  | { readonly kind: 'unreadable'; readonly why: string };

export function unreadable(why: string): JudgeReading {
  return { kind: 'unreadable', why };
}

/** The share of the scale at which a number stands; null outside of it. */
export function shareOfScale(value: number, { min, max }: Scale): number | null {
  return value >= min && value <= max ? (value - min) / (max - min) : null;
}
