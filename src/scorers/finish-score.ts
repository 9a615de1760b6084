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
  const { passed: decided = null, value = null } = short;
  const detail = short.detail ?? {};
  const problem = valueProblem(value) ?? detailProblem(detail);
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
  if (typeof score.scorer !== 'string' || (score.reason !== null && typeof score.reason !== 'string')) {
    return '"scorer" and "reason" must be texts';
  }
  if (!Array.isArray(score.flags) || score.flags.some((flag) => typeof flag !== 'string')) {
    return `"flags" is ${describe(score.flags)}, not a list of texts`;
  }
  return valueProblem(score.value) ?? detailProblem(score.detail);
}

/** What cannot be written down would break the journal for the case runs after it. */
function detailProblem(detail: unknown): string | null {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) {
    return `"detail" is ${describe(detail)}, not an object`;
  }
  try {
    JSON.stringify(detail, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
    return null;
  } catch (error) {
    return `"detail" cannot be written as JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function valueProblem(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'number' && value >= 0 && value <= 1) return null;
  return `"value" is ${describe(value)}, not a number from 0 to 1`;
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'bigint') return `${value}`;
  try {
    return `${JSON.stringify(value) ?? String(value)}`.slice(0, 80);
  } catch {
    return `a ${typeof value}`;
  }
}
