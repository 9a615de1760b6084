import { z } from 'zod';
import {
  compareQueries,
  compareWithRows,
  type DescribedQuery,
  type PushedComparison,
  type PushedOptions,
} from '../pushdown/index.js';
import type {
  Case,
  CaseRun,
  Column,
  Diff,
  ExecutionError,
  QueryRunner,
  ScoreContext,
  ScoreResult,
  Scorer,
  ScorerFactory,
} from '../types/index.js';
import { readOptions } from './read-options.js';
import { isAllowedAnswer, requireApplicable } from './require-applicable.js';
import { failed, inconclusive, passed } from './score.js';

const name = 'result_set_equivalence';

const options = z.strictObject({
  /** `strict`: the columns must also stand in the same order. */
  column_order: z.enum(['ignore', 'strict']).default('ignore'),
  /** `distinct`: NULL matches nothing, as in SQL; needs a match_key. */
  null_equality: z.enum(['equal', 'distinct']).default('equal'),
  /** Largest distance of two numbers that match. */
  float_tolerance: z.number().nonnegative().default(1e-9),
  /** Largest relative distance of two doubles that match; 1e-9, or 0 where float_tolerance is 0. */
  relative_tolerance: z.number().nonnegative().lt(1).optional(),
  /** Columns that identify a row; without any, rows are compared as a bag. */
  match_key: z.array(z.string().min(1)).default([]),
});

export type ResultSetEquivalenceOptions = z.infer<typeof options>;

/**
 * Compares the result of the model's query with what is expected inside the database, so that neither side's rows are
 * pulled: with the case's gold query (or an alternative), or with rows that were written down. Columns are matched by name.
 */
export class ResultSetEquivalence implements Scorer {
  readonly name: string = name;
  readonly needs = 'columns';
  readonly comparesWithGold = true;
  readonly #options: ResultSetEquivalenceOptions;

  constructor(given: z.input<typeof options> = {}) {
    this.#options = readOptions('result_set_equivalence', options, given);
  }

  appliesTo(run: CaseRun): boolean {
    return isAllowedAnswer(run) && (run.case.sql !== undefined || run.case.rows !== undefined);
  }

  async score(run: CaseRun, context: ScoreContext): Promise<ScoreResult> {
    requireApplicable(
      name,
      this.appliesTo(run),
      run,
      'it needs an allowed role and a case with `sql` or `rows`',
    );
    if (run.execution?.kind === 'error')
      return failed(name, `The query failed (${run.execution.code}): ${run.execution.message}`);
    const sql = context.queries?.modelSql ?? run.statement?.sql ?? null;
    if (sql === null) return failed(name, 'There is no query to compare');
    const { queries } = context;
    if (queries === null) return inconclusive(name, 'There is no database to compare the results in');

    const described = await queries.describe(sql);
    if ('code' in described) {
      const reason = `The query failed (${described.code}): ${described.message}`;
      if (described.fault === 'query' && described.code !== 'budget_exceeded') return failed(name, reason);
      return inconclusive(name, reason, { detail: derivedFailure(described) });
    }
    const answer = { sql, columns: described };
    const comparison = optionsOf(this.#options, run.case);
    const { rows, columnsTyped } = run.case;
    if (rows !== undefined && (columnsTyped !== undefined || context.gold.sql === null))
      return scoreOf(await this.#withRows(run.case, answer, comparison, queries), run);
    if (context.gold.sql === null)
      return inconclusive(name, 'The case has no gold query for this datasource');
    return this.#withGolds(run, answer, comparison, context, queries);
  }

  /** Any gold will do; what is undecided comes before a fail. */
  async #withGolds(
    run: CaseRun,
    answer: DescribedQuery,
    comparison: PushedOptions,
    { gold }: ScoreContext,
    queries: QueryRunner,
  ): Promise<ScoreResult> {
    const { altSql = [] } = run.case;
    const scores: ScoreResult[] = [];
    for (const [index, sql] of [gold.sql!, ...altSql].entries()) {
      const statement = await gold.statement(sql);
      const expected = typeof statement === 'string' ? await queries.describe(statement) : statement;
      if ('code' in expected) {
        scores.push(goldFailed(expected));
        continue;
      }
      const golden = { sql: statement as string, columns: expected };
      const compared = await compareQueries(queries, golden, answer, comparison);
      const detail = {
        ...compared.detail,
        ...typeDetail(expected, answer.columns),
        ...(altSql.length > 0 ? { gold: index } : {}),
        ...(compared.outcome === 'equal' ? { matched: index } : {}),
      };
      const score = scoreOf({ ...compared, detail }, run);
      if (score.verdict === 'pass') return score;
      scores.push(score);
    }
    return scores.find(({ verdict }) => verdict === 'inconclusive') ?? scores[0]!;
  }

  async #withRows(
    { rows = [], resultColumns, columnsTyped }: Case,
    answer: DescribedQuery,
    comparison: PushedOptions,
    queries: QueryRunner,
  ): Promise<PushedComparison> {
    const names = columnsTyped?.map((column) => column.name) ?? resultColumns ?? null;
    const compared = await compareWithRows(queries, { rows, names }, answer, comparison);
    if (columnsTyped === undefined || compared.outcome === 'inconclusive') return compared;
    const resolved = await queries.resolvedSchema(answer.columns, answer.sql);
    if ('code' in resolved) return compared;
    const typeMismatches = differingTypes(columnsTyped, resolved);
    if (typeMismatches.length === 0) return compared;
    const names_ = typeMismatches.map(
      ({ column, expected, actual }) => `${column} is ${actual}, not ${expected}`,
    );
    const diff: Diff = { ...(compared.diff ?? noDiff), typeMismatches };
    const reason = [
      ...(compared.outcome === 'different' ? [compared.reason] : []),
      `types differ: ${names_.join(', ')}`,
    ].join('; ');
    return { ...compared, outcome: 'different', reason, diff };
  }
}

const noDiff: Diff = {
  expectedRows: null,
  actualRows: null,
  missing: null,
  extra: null,
  missingSample: [],
  extraSample: [],
};

function optionsOf(own: ResultSetEquivalenceOptions, { comparison = {} }: Case): PushedOptions {
  const absolute = comparison.floatTolerance ?? own.float_tolerance;
  // Who allows nothing means it; else doubles may differ in their last digits, because engines add them up in any order.
  const relative = own.relative_tolerance ?? (absolute === 0 ? 0 : 1e-9);
  return {
    columnOrder: comparison.columnOrder ?? own.column_order,
    nullEquality: comparison.nullEquality ?? own.null_equality,
    tolerance: { absolute, relative },
    matchKey: comparison.matchKey ?? own.match_key,
  };
}

function scoreOf({ outcome, reason, flags, detail, diff }: PushedComparison, run: CaseRun): ScoreResult {
  const { execution } = run;
  const isEmpty =
    outcome === 'equal' &&
    execution?.kind === 'success' &&
    execution.rows.length === 0 &&
    execution.truncated === null;
  const extras = {
    flags: [
      ...new Set([
        ...flags,
        ...(isEmpty ? ['empty_both'] : []),
        ...(execution?.kind === 'success' ? execution.dialectNotes : []),
      ]),
    ],
    detail,
  };
  const sentence = reason.charAt(0).toUpperCase() + reason.slice(1);
  if (outcome === 'equal') return passed(name, null, extras);
  return outcome === 'different'
    ? failed(name, sentence, { ...extras, diff })
    : inconclusive(name, sentence, { ...extras, diff });
}

function goldFailed({ code, message }: ExecutionError): ScoreResult {
  return inconclusive(name, `The gold query failed (${code}): ${message}`, {
    detail: { gold_query_failed: true, gold_error: code },
  });
}

function derivedFailure({ code, message }: ExecutionError): Readonly<Record<string, unknown>> {
  return { derived_query_failed: { code, message } };
}

type Types = readonly { readonly name: string; readonly engineType: string }[];

/** For gold queries, types that differ are only reported. */
function typeDetail(expected: readonly Column[], actual: Types): Readonly<Record<string, unknown>> {
  const typed = expected.map((column) => ({ name: column.name, type: column.engineType }));
  const differing = differingTypes(typed, actual);
  return differing.length === 0 ? {} : { type_differences: differing };
}

/** Columns by name; one whose type the engine does not know abstains. */
function differingTypes(
  expected: readonly { readonly name: string; readonly type: string }[],
  actual: Types,
): readonly { column: string; expected: string; actual: string }[] {
  return expected.flatMap(({ name: column, type }) => {
    const found = actual.find((other) => other.name.toLowerCase() === column.toLowerCase());
    if (found === undefined || found.engineType === '' || type === '') return [];
    return plainType(found.engineType) === plainType(type)
      ? []
      : [{ column, expected: type, actual: found.engineType }];
  });
}

function plainType(type: string): string {
  return type.toLowerCase().replace(/\s+/g, '');
}

export const resultSetEquivalenceFactory: ScorerFactory<ResultSetEquivalenceOptions> = {
  interfaceVersion: 1,
  description: 'The model’s query gives the gold’s rows, compared inside the database by column names',
  needs: 'columns',
  options,
  create: (given) => new ResultSetEquivalence(given),
};
