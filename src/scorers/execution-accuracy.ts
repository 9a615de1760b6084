import { z } from 'zod';
import { type CompareOptions, compareRowSets } from '../rowsets/index.js';
import { hasOrderByText, hasTopLevelOrderBy } from '../sql/index.js';
import type { CaseRun, ResultSet, ScoreContext, ScoreResult, Scorer, ScorerFactory } from '../types/index.js';
import { executedRows } from './answer-rows.js';
import { readOptions } from './read-options.js';
import { isAllowedAnswer, requireApplicable } from './require-applicable.js';
import { failed, inconclusive, passed } from './score.js';
import { readTies, type TieReading } from './tie-reading.js';

const name = 'execution_accuracy';

const options = z.strictObject({
  /** `when_ordered`: order counts when the gold has an ORDER BY at its top level. */
  row_order: z.enum(['when_ordered', 'ignore']).default('when_ordered'),
  multiplicity: z.enum(['multiset', 'set']).default('multiset'),
  column_alignment: z.enum(['by_position', 'by_value']).default('by_position'),
  /** Largest distance of two numbers that match. */
  tolerance: z.number().nonnegative().default(0),
  /** Largest relative distance of two doubles that match; engines add them up in any order. */
  relative_tolerance: z.number().nonnegative().lt(1).default(1e-9),
  /** `top_level`: by the parsed query; `text`: the words "order by" anywhere, as Spider's official script does. */
  order_rule: z.enum(['top_level', 'text']).default('top_level'),
  /**
   * Rows that are equal on every sort key of the gold may come in any order, and where its LIMIT cuts between such rows,
   * any choice of them passes.
   */
  tie_aware: z.boolean().default(true),
});

export type ExecutionAccuracyOptions = z.infer<typeof options>;

/**
 * Runs the gold and the model's query and compares their rows; a solver's own rows count only where it gave no SQL. The
 * case's alternative golds count as golds; any match passes and `detail.matched` is its index (0 for the gold itself).
 */
export class ExecutionAccuracy implements Scorer {
  readonly name: string = name;
  readonly comparesWithGold = true;
  readonly #options: ExecutionAccuracyOptions;

  constructor(given: z.input<typeof options> = {}) {
    this.#options = readOptions('execution_accuracy', options, given);
  }

  appliesTo(run: CaseRun): boolean {
    return isAllowedAnswer(run) && run.case.sql !== undefined;
  }

  async score(run: CaseRun, context: ScoreContext): Promise<ScoreResult> {
    requireApplicable(name, this.appliesTo(run), run, 'it needs an allowed role and a case with `sql`');
    const { sql } = context.gold;
    if (sql === null) return inconclusive(name, 'The case has no gold query for this datasource');
    const answer = executedRows(run);
    if (typeof answer === 'string') return failed(name, answer);

    const golds = [sql, ...(run.case.altSql ?? [])];
    const undecided: ScoreResult[] = [];
    let firstFail: ScoreResult | null = null;
    for (const [index, gold] of golds.entries()) {
      const score = await this.#compareWith(gold, index, answer, run, context);
      if (score.verdict === 'pass') return score;
      if (score.verdict === 'inconclusive') undecided.push(score);
      else firstFail ??= score;
    }
    return undecided[0] ?? firstFail!;
  }

  async #compareWith(
    gold: string,
    index: number,
    answer: ResultSet,
    run: CaseRun,
    context: ScoreContext,
  ): Promise<ScoreResult> {
    const expected = await context.gold.execute(gold);
    if (expected.kind === 'error') {
      return inconclusive(name, `The gold query failed (${expected.code}): ${expected.message}`, {
        detail: { gold_query_failed: true, gold_error: expected.code },
      });
    }
    const dialect = context.queries?.dialect ?? 'generic';
    const ordered = await this.#isOrdered(gold, dialect);
    const comparison = compareRowSets(expected, answer, this.#rules(ordered));
    const plain = comparison.outcome;
    const isTieAware = this.#options.tie_aware && (await hasTopLevelOrderBy(gold, dialect));
    const ties: TieReading | null =
      isTieAware && plain === 'different'
        ? await readTies({ gold, expected, answer, dialect, context, rules: this.#rules(ordered) })
        : null;
    const flags = [
      ...comparison.flags.filter((flag) => ties?.passes !== true || flag !== 'order_only'),
      ...(ties?.flags ?? []),
      ...(run.execution?.kind === 'success' ? run.execution.dialectNotes : []),
    ];
    const detail = {
      order_sensitive: ordered,
      ...(golds(run) > 1 ? { gold: index } : {}),
      ...(isTieAware && plain !== 'inconclusive'
        ? { strict_order: plain === 'equal' ? 'pass' : 'fail' }
        : {}),
      ...ties?.detail,
    };
    if (plain === 'equal' || ties?.passes === true) {
      return passed(name, null, { flags, detail: { ...detail, matched: index } });
    }
    const extras = { flags, detail, diff: comparison.diff };
    if (ties?.passes === null) return inconclusive(name, ties.reason, extras);
    return plain === 'different'
      ? failed(name, comparison.reason, extras)
      : inconclusive(name, comparison.reason, extras);
  }

  #isOrdered(gold: string, dialect: string): boolean | Promise<boolean> {
    if (this.#options.row_order === 'ignore') return false;
    return this.#options.order_rule === 'text' ? hasOrderByText(gold) : hasTopLevelOrderBy(gold, dialect);
  }

  #rules(ordered: boolean): CompareOptions {
    const { multiplicity, column_alignment, tolerance, relative_tolerance } = this.#options;
    return {
      order: ordered ? 'ordered' : 'ignore',
      multiplicity,
      alignment: column_alignment,
      tolerance: { absolute: tolerance, relative: relative_tolerance },
    };
  }
}

function golds({ case: { altSql = [] } }: CaseRun): number {
  return 1 + altSql.length;
}

/** Execution accuracy with options, or as an official script defines it. */
export const executionAccuracy = Object.assign(
  (given: z.input<typeof options> = {}): ExecutionAccuracy => new ExecutionAccuracy(given),
  {
    /** As Spider's test-suite script compares rows: columns in any order, bags, ordered by the text rule. */
    spider: (): ExecutionAccuracy => new ExecutionAccuracy(spider),
    /** As BIRD's script does: positions, sets, no order. */
    bird: (): ExecutionAccuracy => new ExecutionAccuracy(bird),
  },
);

const spider = {
  row_order: 'when_ordered',
  order_rule: 'text',
  multiplicity: 'multiset',
  column_alignment: 'by_value',
  tolerance: 0,
  relative_tolerance: 0,
  tie_aware: false,
} as const;

const bird = {
  row_order: 'ignore',
  multiplicity: 'set',
  column_alignment: 'by_position',
  tolerance: 0,
  relative_tolerance: 0,
  tie_aware: false,
} as const;

export const executionAccuracyFactory: ScorerFactory<ExecutionAccuracyOptions> = {
  interfaceVersion: 1,
  description: 'The rows of the model’s query equal the rows of the gold query',
  options,
  create: (given) => new ExecutionAccuracy(given),
};

export const spiderFactory: ScorerFactory = {
  interfaceVersion: 1,
  description: 'Execution accuracy as Spider’s official script compares rows',
  options: z.strictObject({}),
  create: () => executionAccuracy.spider(),
};

export const birdFactory: ScorerFactory = {
  interfaceVersion: 1,
  description: 'Execution accuracy as BIRD’s official script compares rows',
  options: z.strictObject({}),
  create: () => executionAccuracy.bird(),
};
