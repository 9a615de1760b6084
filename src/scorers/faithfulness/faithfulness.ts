import { z } from 'zod';
import type { CaseRun, Mode, ScoreResult, Scorer, ScorerFactory } from '../../types/index.js';
import { isAllowedAnswer, requireApplicable } from '../require-applicable.js';
import { failed, inconclusive, passed } from '../score.js';
import { lookBeside } from './beside.js';
import type { NumberClaim } from './claims.js';
import { type Clause, cutClauses } from './clauses.js';
import { type Evidence, gatherEvidence } from './evidence.js';
import { blankOut, maskAnswer, type Stretch } from './mask-answer.js';
import { derivedRatios } from './ratios.js';
import { readDates } from './read-dates.js';
import { readNames } from './read-names.js';
import { readNumbers } from './read-numbers.js';
import { isDateSupported, isNameSupported, type NumberSupport, supportOf } from './support.js';

const name = 'faithfulness';
const modes: ReadonlySet<Mode> = new Set(['full']);

/** Answers are read as far as this; one that is longer is not decided. */
const longestAnswer = 50_000;

/**
 * Whether every number and every quoted or bold name of the written answer is in the result, its sums and counts, or the
 * question. No model is asked. `value` is the share that is, 1 when nothing was stated.
 */
export class Faithfulness implements Scorer {
  readonly name = name;
  readonly modes = modes;
  readonly needs = 'rows';

  appliesTo(run: CaseRun): boolean {
    return isAllowedAnswer(run) && (run.output.answer ?? '').trim() !== '';
  }

  score(run: CaseRun): ScoreResult {
    requireApplicable(name, this.appliesTo(run), run, 'the role must be allowed and the run have an answer');
    const answer = run.output.answer!;
    if (answer.length > longestAnswer) {
      return inconclusive(
        name,
        `The answer has ${answer.length} characters; at most ${longestAnswer} are read`,
      );
    }
    const findings = checkAnswer(answer, gatherEvidence(run.resultSets, run.case.question));
    return scoreOf(findings, run);
  }
}

/** What of an answer is supported by the result, and what is not. */
interface Findings {
  readonly checked: number;
  readonly numbers: readonly string[];
  readonly entities: readonly string[];
  readonly misattributed: readonly string[];
  readonly flags: ReadonlySet<string>;
}

function checkAnswer(answer: string, evidence: Evidence): Findings {
  const masked = maskAnswer(answer);
  const names = readNames(masked);
  const entities = names.filter((claim) => !isNameSupported(claim, evidence)).map(({ text }) => text);
  const times = timesIn(masked);
  const dates = readDates(masked);
  const rest = blankOut(masked, [...dates, ...times]);
  const numbers = [
    ...dates.filter((claim) => !isDateSupported(claim, evidence)),
    ...times.filter(({ text }) => !isTimeSupported(text, evidence)),
  ].map(({ text }) => text);
  const checkedNumbers = checkNumbers(rest, evidence);
  return {
    checked: names.length + dates.length + times.length + checkedNumbers.checked,
    numbers: [...numbers, ...checkedNumbers.unsupported],
    entities,
    misattributed: checkedNumbers.misattributed,
    flags: checkedNumbers.flags,
  };
}

interface CheckedNumbers {
  checked: number;
  readonly unsupported: string[];
  readonly misattributed: string[];
  readonly flags: Set<string>;
}

function checkNumbers(text: string, evidence: Evidence): CheckedNumbers {
  const claims = readNumbers(text);
  const ratios = new Map(derivedRatios(text, claims).map((ratio) => [ratio.percent, ratio.isRight]));
  const result: CheckedNumbers = { checked: 0, unsupported: [], misattributed: [], flags: new Set() };
  for (const clause of cutClauses(text, claims)) {
    const rows = rowsNamed(clause, evidence);
    for (const claim of clause.numbers) checkNumber(claim, clause, rows, ratios.get(claim), evidence, result);
  }
  return result;
}

function checkNumber(
  claim: NumberClaim,
  clause: Clause,
  rows: ReadonlySet<number> | null,
  ratio: boolean | undefined,
  evidence: Evidence,
  result: CheckedNumbers,
): void {
  const support = ratio === undefined ? lookUp(claim, clause, rows, evidence) : decided(ratio);
  if (!support.isSupported && claim.pieces !== undefined) {
    for (const piece of claim.pieces) checkNumber(piece, clause, rows, undefined, evidence, result);
    return;
  }
  result.checked += 1;
  if (claim.isAmbiguous) result.flags.add('ambiguous_number_format');
  if (support.isCutOff) result.flags.add('number_cut_off');
  if (support.isSupported) return;
  result.unsupported.push(claim.text);
  if (support.isMisattributed) result.misattributed.push(claim.text);
}

function lookUp(
  claim: NumberClaim,
  clause: Clause,
  rows: ReadonlySet<number> | null,
  evidence: Evidence,
): NumberSupport {
  const beside = lookBeside(clause.text, claim.start - clause.start, claim.end - clause.start);
  return supportOf(claim, beside, rows, evidence);
}

function decided(isSupported: boolean): NumberSupport {
  return { isSupported, isMisattributed: false, isCutOff: false };
}

/** The rows of the one text of the result that a clause names; null when it names none or several. */
function rowsNamed({ text }: Clause, { texts }: Evidence): ReadonlySet<number> | null {
  const named = texts.namedIn(text);
  return named.length === 1 ? texts.rows.get(named[0]!)! : null;
}

function timesIn(text: string): readonly (Stretch & { readonly text: string })[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}:])\d{1,2}:\d{2}(?::\d{2})?(?![\p{N}:])/gu)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function isTimeSupported(text: string, { times, question }: Evidence): boolean {
  if (question.includes(text)) return true;
  const isFound = (stated: string): boolean => [...times].some((time) => time.startsWith(stated));
  return isFound(text) || isFound(`0${text}`);
}

function scoreOf({ checked, numbers, entities, misattributed, flags }: Findings, run: CaseRun): ScoreResult {
  const wrong = numbers.length + entities.length;
  const value = checked === 0 ? 1 : (checked - wrong) / checked;
  const extras = {
    value,
    flags: [...flags],
    detail: { checked, unsupported_numbers: numbers, unsupported_entities: entities, misattributed },
  };
  if (wrong === 0) return passed(name, null, extras);
  const reason = reasonOf(numbers, entities, misattributed);
  if (run.resultSets.some(({ truncated }) => (truncated ?? null) !== null)) {
    return inconclusive(name, `${reason}; but not every row of the result was read`, {
      flags: extras.flags,
      detail: extras.detail,
    });
  }
  return failed(name, reason, extras);
}

const named = 5;

function reasonOf(
  numbers: readonly string[],
  entities: readonly string[],
  misattributed: readonly string[],
): string {
  const foreign = numbers.filter((text) => !misattributed.includes(text));
  return [
    ...(foreign.length === 0 ? [] : [`The answer states ${list(foreign)}, which the result does not hold`]),
    ...(misattributed.length === 0 ? [] : [`the answer gives ${list(misattributed)} of another row`]),
    ...(entities.length === 0 ? [] : [`the answer names ${list(entities)}, which the result does not hold`]),
  ]
    .join('; ')
    .replace(/^./, (letter) => letter.toUpperCase());
}

function list(texts: readonly string[]): string {
  const shown = texts.slice(0, named).map((text) => JSON.stringify(text));
  return texts.length > named ? `${shown.join(', ')} and ${texts.length - named} more` : shown.join(', ');
}

export const faithfulnessFactory: ScorerFactory = {
  interfaceVersion: 1,
  description: 'Every number and name that the written answer states is in the result',
  modes,
  needs: 'rows',
  options: z.strictObject({}),
  create: () => new Faithfulness(),
};
