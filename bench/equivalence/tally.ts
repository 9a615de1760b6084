import type { Judgement } from './judgement.js';
import { labelExceptions } from './label-exceptions.js';
import type { SetPair } from './pair-set.js';

export interface JudgedPair {
  readonly pair: SetPair;
  readonly judgement: Judgement;
}

/** The line of one set. Every pair is one of proven, refuted, ties, unknown and invalid; the other counts cut across. */
export interface Tally {
  readonly set: string;
  readonly pairs: number;
  /** The two texts are the same but for white space, comments and the case of words. */
  readonly identical: number;
  readonly proven: number;
  readonly refuted: number;
  readonly ties: number;
  readonly unknown: number;
  readonly invalid: number;
  /** Proven, and refuted when attacked. */
  readonly both: number;
  readonly reference_same: number;
  readonly proven_of_same: number;
  readonly reference_refuted: number;
  readonly refuted_of_refuted: number;
  readonly refuted_of_same: number;
  readonly proven_labelled_inequivalent: number;
  readonly refuted_labelled_equivalent: number;
  /** Until the verdict; the attack on a proof is not part of it. */
  readonly ms_mean: number;
  readonly ms_p95: number;
  /** The most frequent first. */
  readonly unknown_codes: Readonly<Record<string, number>>;
}

export type Category = 'proven' | 'refuted' | 'ties' | 'unknown' | 'invalid';

export function categoryOf({ outcome, code }: Judgement): Category {
  if (outcome !== 'unknown') return outcome;
  if (code === 'ties') return 'ties';
  return code?.startsWith('invalid-') ? 'invalid' : 'unknown';
}

export function isBoth({ outcome, found }: Judgement): boolean {
  return outcome === 'proven' && found !== null;
}

export function isProvenAgainstLabel({ pair, judgement }: JudgedPair): boolean {
  return pair.label === 'inequivalent' && judgement.outcome === 'proven' && !labelExceptions.has(pair.id);
}

export function tallySet(set: string, judged: readonly JudgedPair[]): Tally {
  const count = (is: (one: JudgedPair) => boolean): number => judged.filter(is).length;
  const category = (name: Category) => (one: JudgedPair) => categoryOf(one.judgement) === name;
  const reference = (name: string, is: (one: JudgedPair) => boolean = () => true): number =>
    count((one) => one.pair.reference === name && is(one));
  const times = judged.map(({ judgement }) => judgement.milliseconds).sort((a, b) => a - b);
  return {
    set,
    pairs: judged.length,
    identical: count(({ judgement }) => judgement.identical),
    proven: count(category('proven')),
    refuted: count(category('refuted')),
    ties: count(category('ties')),
    unknown: count(category('unknown')),
    invalid: count(category('invalid')),
    both: count(({ judgement }) => isBoth(judgement)),
    reference_same: reference('same'),
    proven_of_same: reference('same', category('proven')),
    reference_refuted: reference('refuted'),
    refuted_of_refuted: reference('refuted', category('refuted')),
    refuted_of_same: reference('same', category('refuted')),
    proven_labelled_inequivalent: count(isProvenAgainstLabel),
    refuted_labelled_equivalent: count(
      (one) => one.pair.label === 'equivalent' && one.judgement.outcome === 'refuted',
    ),
    ms_mean: rounded(times.reduce((sum, time) => sum + time, 0) / Math.max(1, times.length)),
    ms_p95: rounded(times[Math.max(0, Math.ceil(times.length * 0.95) - 1)] ?? 0),
    unknown_codes: codes(judged.filter(category('unknown'))),
  };
}

function codes(judged: readonly JudgedPair[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { judgement } of judged)
    counts.set(judgement.code ?? 'unknown', (counts.get(judgement.code ?? 'unknown') ?? 0) + 1);
  return Object.fromEntries([...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)));
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}
