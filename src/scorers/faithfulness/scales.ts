/** A word or suffix that multiplies the number before it. */
export interface Scale {
  /** Powers of ten; two where the suffix may also be a unit. */
  readonly powers: readonly number[];
  /** Characters it takes, the blank before it included. */
  readonly length: number;
}

const words: Readonly<Record<string, number>> = {
  hundred: 2,
  thousand: 3,
  tsd: 3,
  million: 6,
  millions: 6,
  millionen: 6,
  mio: 6,
  mn: 6,
  billion: 9,
  billions: 9,
  milliarden: 9,
  mrd: 9,
  bn: 9,
  trillion: 12,
  trillions: 12,
  tn: 12,
  lakh: 5,
  lakhs: 5,
  crore: 7,
  crores: 7,
};

const suffixes: Readonly<Record<string, readonly number[]>> = {
  k: [3],
  K: [3],
  M: [6],
  // Million, or metres.
  m: [6, 0],
  mn: [6],
  mm: [6, 0],
  MM: [6],
  mio: [6],
  Mio: [6],
  b: [9],
  B: [9],
  bn: [9],
  Bn: [9],
  BN: [9],
  mrd: [9],
  Mrd: [9],
  tn: [12],
  T: [12],
};

/** The scale at the beginning of what follows a number; `isAttached` when letters follow without a blank. */
export function readScale(after: string, isAttached: boolean): Scale | null {
  if (isAttached) {
    const [letters = ''] = /^[\p{L}_]+/u.exec(after) ?? [];
    const suffix = Object.hasOwn(suffixes, letters) ? suffixes[letters] : undefined;
    if (suffix !== undefined) return { powers: suffix, length: letters.length };
    const word = wordPower(letters);
    return word === undefined ? null : { powers: [word], length: letters.length };
  }
  const [all = '', word = ''] = /^[\s-](\p{L}+)\.?/u.exec(after) ?? [];
  const power = wordPower(word);
  return power === undefined ? null : { powers: [power], length: all.replace(/\.$/, '').length };
}

function wordPower(word: string): number | undefined {
  const key = word.toLowerCase();
  return Object.hasOwn(words, key) ? words[key] : undefined;
}
