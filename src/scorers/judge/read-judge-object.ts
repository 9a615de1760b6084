import { type JudgeReading, type Scale, shareOfScale, unreadable } from './reading.js';

const verdictKeys = ['pass', 'passed', 'verdict'];

/** True for an object that a judge may have meant as its reply. */
export function looksLikeReply(object: object): boolean {
  const keys = Object.keys(object).map((key) => key.toLowerCase());
  return keys.some((key) => key === 'score' || key === 'reason' || verdictKeys.includes(key));
}

/**
 * Reads a structured reply: a number within the scale under `score`, the rationale under `reason`. A text is no number,
 * and a verdict beside the score must not say otherwise.
 */
export function readJudgeObject(object: object, scale: Scale, threshold: number): JudgeReading {
  const scores = valuesOf(object, 'score');
  if (scores.length === 0) return unreadable('The reply has no score');
  if (scores.length > 1) return unreadable('The reply has several scores');
  const [value] = scores;
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return unreadable(`The score is ${describe(value)}, not a number`);
  }
  const score = shareOfScale(value, scale);
  if (score === null) return unreadable(`The score ${value} is not from ${scale.min} to ${scale.max}`);
  const verdicts = verdictKeys.flatMap((key) => valuesOf(object, key)).map(readVerdict);
  if (verdicts.some((verdict) => verdict !== null && verdict !== score >= threshold)) {
    return unreadable(`The reply's verdict says otherwise than its score ${value}`);
  }
  const [reason] = valuesOf(object, 'reason');
  return { kind: 'score', score, rationale: typeof reason === 'string' ? reason.trim() : '' };
}

function valuesOf(object: object, name: string): readonly unknown[] {
  return Object.entries(object).flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
}

/** Null: it says neither. */
function readVerdict(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  const word = value.trim().toLowerCase();
  if (['pass', 'passed', 'true', 'yes', 'correct', 'equivalent'].includes(word)) return true;
  return ['fail', 'failed', 'false', 'no', 'incorrect', 'inequivalent'].includes(word) ? false : null;
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return `the text "${value.slice(0, 40)}"`;
  return typeof value === 'number' ? String(value) : `a ${typeof value}`;
}
