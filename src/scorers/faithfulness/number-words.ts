const values: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
};

/** Whole words only; one that a hyphen joins to another, as in `one-way` or `twenty-two`, is no number of its own. */
export const numberWordPattern =
  /(?<![\p{L}\p{N}_'’-])(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?![\p{L}\p{N}_'’])(?!-\p{L})/giu;

/** Where `one` counts nothing: what stands before it, and what stands after it. */
const phrasesBefore =
  /\b(?:at least|no|any|every|each|some|this|that|the|which|another|other|than|as|by|day|number|phase|round|or) $/iu;
const phrasesAfter =
  /^ (?:of (?:\d+|several|many|a few|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|the|these|those|them|its|our|their|your|my|which|whom|us)|another|by one|can|could|might|may|should|must|would|day|or (?:more|two|another)|third|half|quarter|hand|such|at a time|after another)\b/iu;

/** The number a word states, or null within a fixed phrase such as `one of the` or `at least one`. */
export function readNumberWord(text: string, word: string, start: number): number | null {
  const value = values[word.toLowerCase()] ?? null;
  if (value !== 1) return value;
  if (phrasesBefore.test(text.slice(Math.max(0, start - 24), start))) return null;
  return phrasesAfter.test(text.slice(start + word.length, start + word.length + 24)) ? null : value;
}
