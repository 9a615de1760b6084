import { z } from 'zod';
import type {
  CaseRun,
  Expectation,
  ExpectationOutcome,
  Needs,
  ScoreContext,
  ScoreResult,
  Scorer,
  ScorerFactory,
} from '../../types/index.js';
import { executedRows } from '../answer-rows.js';
import { readOptions } from '../read-options.js';
import { isAllowedAnswer, requireApplicable } from '../require-applicable.js';
import { failed, inconclusive, passed } from '../score.js';
import { checkExpectation } from './check-expectation.js';
import { expectationSchema } from './expectation-schema.js';
import { FactsOfRows } from './facts-of-rows.js';
import { type Finding, rowsText } from './finding.js';
import { PushedDownFacts } from './pushed-down-facts.js';
import type { ResultFacts } from './result-facts.js';

const name = 'expectation_suite';
const maxSamples = 20;

const options = z.strictObject({
  /** What is expected of every result; default the case's own expectations. */
  expectations: z.array(expectationSchema).min(1).optional(),
});

export type ExpectationSuiteOptions = z.infer<typeof options>;

/**
 * Checks what is declared about a result: its size, its columns and their values. Row-level checks run in the database
 * over the model's query; checks of the schema run no query. Every expectation has an outcome of its own.
 *
 * @example
 * new ExpectationSuiteScorer({ expectations: [{ kind: 'row_count', min: 1 }, { kind: 'not_null', column: 'name' }] })
 */
export class ExpectationSuiteScorer implements Scorer {
  readonly name = name;
  readonly needs: Needs = 'columns';
  readonly #own: readonly Expectation[] | undefined;

  constructor(given: { readonly expectations?: readonly Expectation[] | undefined } = {}) {
    this.#own = readOptions('expectation_suite', options, given).expectations;
  }

  appliesTo(run: CaseRun): boolean {
    return isAllowedAnswer(run) && this.#expectations(run).length > 0;
  }

  async score(run: CaseRun, context: ScoreContext): Promise<ScoreResult> {
    requireApplicable(name, this.appliesTo(run), run, 'it needs an allowed role and `expectations`');
    const facts = factsOf(run, context);
    if (typeof facts === 'string') return failed(name, facts, { outcomes: [] });
    const expectations = this.#expectations(run);
    // All start before any is awaited: what they ask of the database goes into one query.
    const findings = await Promise.all(expectations.map((one) => checkExpectation(one, facts)));
    const outcomes: ExpectationOutcome[] = [];
    for (const finding of findings) outcomes.push(await outcomeOf(finding, facts));
    return verdictOf(findings, outcomes, run);
  }

  #expectations(run: CaseRun): readonly Expectation[] {
    return this.#own ?? run.case.expectations ?? [];
  }
}

/** What the result of the run's SQL is known by; the solver's own rows where it gave no SQL; or why there is none. */
function factsOf(run: CaseRun, { queries }: ScoreContext): ResultFacts | string {
  const result = executedRows(run);
  if (typeof result === 'string') return result;
  const isComplete = (result.truncated ?? null) === null;
  const sql = run.execution === null ? null : (queries?.modelSql ?? null);
  if (queries === null || sql === null)
    return new FactsOfRows(
      result.columns,
      { rows: result.rows, complete: isComplete },
      queries?.dialect ?? 'generic',
    );
  return new PushedDownFacts(queries, sql, result.columns, isComplete ? result.rows : null);
}

async function outcomeOf(finding: Finding, facts: ResultFacts): Promise<ExpectationOutcome> {
  const { sample, undecided: _, queryFailed: __, ...outcome } = finding;
  if (sample === undefined || outcome.passed) return outcome;
  const sampleRows = await sample(facts, maxSamples);
  return sampleRows.length === 0 ? outcome : { ...outcome, sampleRows };
}

function verdictOf(
  findings: readonly Finding[],
  outcomes: readonly ExpectationOutcome[],
  run: CaseRun,
): ScoreResult {
  const unmet = findings.filter(({ passed: met }) => !met);
  const failedQueries = findings.some(({ queryFailed }) => queryFailed === true);
  const extras = {
    outcomes,
    flags: run.execution?.kind === 'success' ? run.execution.dialectNotes : [],
    detail: {
      expectations: findings.length,
      unmet: unmet.length,
      ...(failedQueries ? { derived_query_failed: true } : {}),
    },
  };
  if (unmet.length === 0) return passed(name, null, extras);
  const isUndecided = unmet.every(({ undecided }) => undecided === true);
  const reason = `${unmet.length} of ${findings.length} expectations ${unmet.length === 1 ? 'is' : 'are'} ${isUndecided ? 'undecided' : 'not met'}: ${unmet.map(describe).join('; ')}`;
  return isUndecided ? inconclusive(name, reason, extras) : failed(name, reason, extras);
}

function describe({ kind, column, expected, detail, count, undecided }: Finding): string {
  const about = column ?? (Array.isArray(expected) ? expected.join(', ') : '');
  const why = detail ?? (count === undefined ? '' : rowsText(count));
  return `${kind}${about === '' ? '' : ` ${about}`}${undecided === true ? ' could not be decided' : ''}${why === '' ? '' : ` (${why})`}`;
}

export const expectationSuiteFactory: ScorerFactory<ExpectationSuiteOptions> = {
  interfaceVersion: 1,
  description: 'The result keeps to what the case declares of its rows, columns and values',
  needs: 'columns',
  options,
  create: (given) => new ExpectationSuiteScorer(given),
};
