import { z } from 'zod';
import { matchResult, type ResultMatch as Readings } from '../rowsets/index.js';
import type { CaseRun, Row, ScoreResult, Scorer, ScorerFactory } from '../types/index.js';
import { answerRows } from './answer-rows.js';
import { readOptions } from './read-options.js';
import { isAllowedAnswer, requireApplicable } from './require-applicable.js';
import { failed, inconclusive, passed } from './score.js';

const name = 'result_match';

const options = z.strictObject({
  /** Two numbers match within this distance. Default half a cent. */
  tolerance: z.number().nonnegative().default(0.005),
});

export type ResultMatchOptions = z.infer<typeof options>;

/**
 * Compares the run's one result set with the case's expected rows or any of its alternatives. The verdict is the strict
 * reading; `detail.lenient` says whether a tolerant reader would accept the answer.
 */
export class ResultMatch implements Scorer {
  readonly name = name;
  readonly comparesWithGold = true;
  readonly #tolerance: number;

  constructor(given: z.input<typeof options> = {}) {
    this.#tolerance = readOptions('result_match', options, given).tolerance;
  }

  appliesTo(run: CaseRun): boolean {
    return isAllowedAnswer(run) && run.case.sql !== undefined;
  }

  score(run: CaseRun): ScoreResult {
    requireApplicable(name, this.appliesTo(run), run, 'it needs an allowed role and a case with `sql`');
    const expected = expectedRows(run);
    if (expected === null) {
      return inconclusive(name, 'The case has no expected `rows`; run `sqlassay gold` to record them');
    }
    const answer = answerRows(run);
    if (typeof answer === 'string') return failed(name, answer);
    const columns = run.case.resultColumns?.map((column) => ({ name: column }));
    const settings = { tolerance: this.#tolerance, orderMatters: run.case.orderMatters ?? false };
    const readings = expected.map((rows, index) =>
      matchResult({ rows, columns: index === 0 ? columns : undefined }, answer, settings),
    );
    return summarise(readings);
  }
}

function expectedRows({ case: { rows, altRows = [] } }: CaseRun): readonly (readonly Row[])[] | null {
  return rows === undefined ? null : [rows, ...altRows];
}

/** Any alternative that matches wins; else the first one is what the diff is about. */
function summarise(readings: readonly Readings[]): ScoreResult {
  const lenient = anyLenient(readings);
  const matched = readings.findIndex(({ strict }) => strict.outcome === 'equal');
  const match = readings[matched];
  if (match !== undefined) {
    return passed(name, null, { flags: match.flags, detail: { lenient: true, matched } });
  }
  const undecided = readings.find(({ strict }) => strict.outcome === 'inconclusive');
  const shown = undecided ?? readings[0]!;
  const extras = { flags: shown.flags, detail: { lenient }, diff: shown.strict.diff };
  const reason = shown.strict.reason;
  return undecided === undefined ? failed(name, reason, extras) : inconclusive(name, reason, extras);
}

/** True when any reading accepts; null when none does and one could not decide. */
function anyLenient(readings: readonly Readings[]): boolean | null {
  if (readings.some(({ lenient }) => lenient === true)) return true;
  return readings.some(({ lenient }) => lenient === null) ? null : false;
}

export const resultMatchFactory: ScorerFactory<ResultMatchOptions> = {
  interfaceVersion: 1,
  description:
    'The result set equals the recorded rows: strict is the verdict, lenient is reported beside it',
  options,
  create: (given) => new ResultMatch(given),
};
