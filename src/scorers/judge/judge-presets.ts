import type { CaseRun, Llm, Mode, Scorer, ScorerFactory } from '../../types/index.js';
import { FirstDecisive } from '../cascades/first-decisive.js';
import { SemanticEquivalence } from '../semantic-equivalence.js';
import { type LlmJudgeOptions, presetOptions } from './judge-options.js';
import { LlmJudge } from './llm-judge.js';

/** What `sqlEquivalenceJudge` asks, beside its model. */
export const sqlEquivalence = {
  criteria:
    'actual_output and expected_output are SQL queries. They are equivalent when they return the same rows on every database of their schema, not only on a usual one: mind NULLs, duplicates, empty tables, ties and rows without a partner in a join. Names of result columns and aliases do not count; the order of rows counts only where expected_output has an ORDER BY at its top level. How a query is written does not matter, and neither does whether one looks like a better answer to the question.',
  steps: [
    'Say what each query returns, clause by clause.',
    'Look for one small database on which their rows differ.',
    'Score 0 when there is such a database, 1 when there can be none, and between them as you are unsure.',
  ],
  rubric: [
    { min_score: 0, max_score: 0.4, description: 'a database exists on which the rows differ' },
    { min_score: 0.5, max_score: 0.9, description: 'no difference found, but some doubt is left' },
    { min_score: 1, max_score: 1, description: 'the same rows on every database' },
  ],
  examples: [
    {
      actual_output: 'SELECT name FROM city WHERE NOT (population <= 1000000)',
      expected_output: 'SELECT name FROM city WHERE population > 1000000',
      score: 1,
      reason:
        'Both keep exactly the rows whose population is known and above a million; NULL is kept by neither.',
    },
    {
      actual_output: 'SELECT count(manager_id) FROM employee',
      expected_output: 'SELECT count(*) FROM employee',
      score: 0,
      reason: 'With one employee whose manager_id is NULL the first returns 0 and the second 1.',
    },
  ],
} as const;

/** How a preset's model is asked: `temperature` and `timeout` in seconds, for a model by its id only. */
export interface JudgeAsking {
  readonly temperature?: number | null;
  readonly timeout?: number;
  readonly samples?: number;
}

class SqlEquivalenceJudge extends LlmJudge {
  override readonly name = 'sql_equivalence_judge';

  override appliesTo(run: CaseRun): boolean {
    return super.appliesTo(run) && run.case.sql !== undefined;
  }
}

/** Asks a grader model whether the model's SQL and the gold SQL return the same rows on every database. */
export function sqlEquivalenceJudge(model: string | Llm, how: JudgeAsking = {}): LlmJudge {
  const { criteria, steps, rubric, examples } = sqlEquivalence;
  return new SqlEquivalenceJudge({
    model,
    criteria,
    steps: [...steps],
    rubric: [...rubric],
    examples: [...examples],
    ...how,
  } as LlmJudgeOptions);
}

/** A proof or a counterexample where there is one, else a grader model; neither query is run on the database. */
export function judgedEquivalence(model: string | Llm, how: JudgeAsking = {}): Scorer {
  return new FirstDecisive(
    [new SemanticEquivalence(), sqlEquivalenceJudge(model, how)],
    'judged_equivalence',
  );
}

const presetFactory = (
  description: string,
  modes: readonly Mode[],
  make: (model: string, how: JudgeAsking) => Scorer,
): ScorerFactory<ReturnType<typeof presetOptions.parse>> => ({
  interfaceVersion: 1,
  description,
  modes: new Set(modes),
  needs: 'nothing',
  options: presetOptions,
  create: ({ model, ...how }) => make(model, how),
});

export const sqlEquivalenceJudgeFactory = presetFactory(
  'A grader model says whether the model’s SQL returns the gold’s rows on every database',
  ['full'],
  sqlEquivalenceJudge,
);

export const judgedEquivalenceFactory = presetFactory(
  'Proven or refuted where possible, else judged by a grader model; runs neither query',
  ['full', 'plans'],
  judgedEquivalence,
);
