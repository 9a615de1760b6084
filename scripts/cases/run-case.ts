import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEvaluator } from '../../src/runner/index.js';
import { ExecutionAccuracy, ResultMatch } from '../../src/scorers/index.js';
import { createSuite } from '../../src/suite/index.js';
import type { Case, CaseResult, Scorer } from '../../src/types/index.js';
import type { AcceptanceCase } from './acceptance-case.js';

/** How one acceptance case is run: with which scorer and under which limits. */
export interface Trial {
  readonly scorer: Scorer;
  /** The SQL that is judged, as the model wrote it. */
  readonly answer: string;
  /** Whether the gold's rows are recorded as the case's expected rows first. */
  readonly withRows: boolean;
}

export interface TrialResult {
  readonly result: CaseResult;
  readonly milliseconds: number;
  /** What `after_sql` gives once the candidate ran; undefined without it. */
  readonly after: readonly (readonly unknown[])[] | undefined;
}

/** Runs a case's candidate against its gold on a database of its own. */
export async function runTrial(item: AcceptanceCase, trial: Trial): Promise<TrialResult> {
  const folder = mkdtempSync(join(tmpdir(), 'acceptance-'));
  const script = join(folder, 'schema.sql');
  writeFileSync(script, item.schema_sql ?? '');
  const kind = item.dialect === 'duckdb' ? 'duckdb' : 'sqlite';
  const gold = item.gold_sql ?? '';
  try {
    const judged: Case = { id: item.id, question: item.question ?? '', sql: gold };
    const options = item.extra.options ?? {};
    const suite = createSuite({
      name: item.id,
      datasources: { main: { kind, scripts: [script] } },
      cases: [],
      settings: {
        caseTimeoutSeconds: typeof options.time_limit_ms === 'number' ? options.time_limit_ms / 1000 : 30,
        ...(typeof options.max_rows === 'number'
          ? { limits: { rows: options.max_rows, bytes: 256 * 2 ** 20, memoryBytes: 2 ** 30 } }
          : {}),
      },
    });
    const ask = async (one: Case, sql: string, scorer: Scorer): Promise<CaseResult> => {
      const evaluator = await openEvaluator({
        suite: { ...suite, cases: [one] },
        scorers: [scorer],
        solver: { name: 'candidate', solve: async () => ({ status: 'success', sql }) },
      });
      try {
        return (await evaluator.evaluate(evaluator.runs[0]!))!;
      } finally {
        await evaluator.close();
      }
    };
    const rowsOf = async (sql: string) => {
      const taken = new RowTaker();
      await ask({ ...judged, sql }, sql, taken);
      return taken.rows;
    };
    const recorded = trial.withRows ? { rows: (await rowsOf(gold)) ?? [] } : {};
    const started = performance.now();
    const result = await ask({ ...judged, ...recorded }, trial.answer, trial.scorer);
    const milliseconds = performance.now() - started;
    const { after_sql } = item.extra;
    return { result, milliseconds, after: after_sql === undefined ? undefined : await rowsOf(after_sql) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A scorer that only looks: it keeps the rows of the answer. */
class RowTaker implements Scorer {
  readonly name = 'row_taker';
  rows: readonly (readonly never[])[] | undefined;

  score(run: { readonly rows: unknown }): { passed: boolean } {
    this.rows = (run.rows ?? undefined) as typeof this.rows;
    return { passed: true };
  }
}

const executionOptions = ['row_order', 'multiplicity', 'column_alignment', 'tolerance'] as const;

/** The scorer an acceptance case names, with its options; undefined when this version has none of that name. */
export function scorerOf(name: string, options: Readonly<Record<string, unknown>>): Scorer | undefined {
  if (name === 'result_match') {
    return new ResultMatch(typeof options.tolerance === 'number' ? { tolerance: options.tolerance } : {});
  }
  if (name === 'execution_accuracy' || name === 'sql_extraction') {
    const given = Object.fromEntries(
      executionOptions.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]])),
    );
    return new ExecutionAccuracy(given);
  }
  return undefined;
}
