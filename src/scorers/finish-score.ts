import type { ScoreLike, ScoreResult, ShortScore } from '../types/index.js';
import { failed, notApplicable, passed, scorerError } from './score.js';

/**
 * Makes a whole score of what a scorer returned: the short form is filled in, and a malformed score becomes the
 * scorer's error, with what is wrong in `detail.error`.
 */
export function finishScore(scorer: string, returned: ScoreLike): ScoreResult {
  if (typeof returned !== 'object' || returned === null || Array.isArray(returned)) {
    return scorerError(scorer, `It returned ${describe(returned)} instead of a score`);
  }
  return 'verdict' in returned ? checkFull(scorer, returned) : fromShort(scorer, returned);
}

function fromShort(scorer: string, short: ShortScore): ScoreResult {
  const { passed: decided = null, value = null, detail = {} } = short;
  const problem = valueProblem(value);
  if (problem !== null) return scorerError(scorer, problem);
  if (decided !== null && typeof decided !== 'boolean') {
    return scorerError(scorer, `"passed" is ${describe(decided)}, not true, false or null`);
  }
  if (decided === null) return notApplicable(scorer);
  const reason = typeof detail.reason === 'string' ? detail.reason : null;
  const extras = value === null ? { detail } : { value, detail };
  return decided ? passed(scorer, reason, extras) : failed(scorer, reason ?? `${scorer} failed`, extras);
}

const verdicts = {
  pass: { passed: true, decided: true },
  fail: { passed: false, decided: true },
  inconclusive: { passed: false, decided: false },
  not_applicable: { passed: null, decided: false },
  error: { passed: null, decided: false },
} as const;

const bases: readonly unknown[] = ['proven', 'refuted', 'observed', 'judged'];

function checkFull(scorer: string, full: ScoreResult): ScoreResult {
  const rule = Object.hasOwn(verdicts, full.verdict) ? verdicts[full.verdict] : undefined;
  if (rule === undefined) return scorerError(scorer, `"verdict" is ${describe(full.verdict)}`);
  const whole = {
    ...full,
    scorer: full.scorer ?? scorer,
    passed: full.passed ?? rule.passed,
    value: full.value ?? null,
    basis: full.basis ?? null,
    reason: full.reason ?? null,
    flags: full.flags ?? [],
    detail: full.detail ?? {},
    diff: full.diff ?? null,
    outcomes: full.outcomes ?? null,
  } as ScoreResult;
  const problem = fullProblem(whole, rule);
  return problem === null ? whole : scorerError(scorer, problem);
}

function fullProblem(score: ScoreResult, rule: (typeof verdicts)[keyof typeof verdicts]): string | null {
  if (score.passed !== rule.passed) return `Verdict ${score.verdict} came with passed ${score.passed}`;
  if (rule.decided && !bases.includes(score.basis)) return `Verdict ${score.verdict} came without a basis`;
  if (!rule.decided && (score.basis !== null || score.value !== null)) {
    return `Verdict ${score.verdict} came with a basis or a value`;
  }
  if (['fail', 'inconclusive', 'error'].includes(score.verdict) && !score.reason) {
    return `Verdict ${score.verdict} came without a reason`;
  }
  return valueProblem(score.value);
}

function valueProblem(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'number' && value >= 0 && value <= 1) return null;
  return `"value" is ${describe(value)}, not a number from 0 to 1`;
}

function describe(value: unknown): string {
  return value === undefined ? 'nothing' : `${JSON.stringify(value) ?? String(value)}`.slice(0, 80);
}
