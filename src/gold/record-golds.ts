import { readFile, writeFile } from 'node:fs/promises';
import { caseDatasource } from '../execution/index.js';
import { writing } from '../modules/index.js';
import { dialectOf } from '../platforms/index.js';
import { type CaseResults, updateCaseResults } from '../suite/index.js';
import { type Case, SqlassayError, type Suite } from '../types/index.js';
import { compareRecorded } from './compare-recorded.js';
import { type ExecutedGold, executeGolds, type GoldOptions } from './execute-golds.js';
import type { GoldOutcome, GoldReport } from './gold-report.js';

/**
 * Runs every gold query and writes what it returns into the files its case came from: `rows`, `alt_rows` and
 * `result_columns`. A file whose results all reproduce is not touched.
 *
 * @throws E_GOLD_NOT_WRITTEN for cases that did not come from a YAML file.
 */
export async function recordGolds(suite: Suite, options: GoldOptions = {}): Promise<GoldReport> {
  const outcomes: GoldOutcome[] = [];
  const updates = new Map<string, CaseResults[]>();
  for (const { case: item, result } of await executeGolds(suite, options, 'results')) {
    const outcome = await judge(item, result, suite);
    const isStale = outcome.kind === 'changed' || outcome.kind === 'missing';
    outcomes.push(isStale ? { ...outcome, kind: 'recorded' } : outcome);
    if (isStale && result.kind === 'executed') {
      const file = yamlFileOf(item);
      updates.set(file, [...(updates.get(file) ?? []), resultsOf(item, result)]);
    }
  }
  for (const [file, results] of updates) {
    const text = updateCaseResults(await readFile(file, 'utf8'), results, file);
    await writing(file, () => writeFile(file, text));
  }
  return { outcomes, files: [...updates.keys()] };
}

/**
 * Runs every gold query and says which recorded results no longer reproduce, and which the data do not determine. Writes
 * nothing.
 */
export async function checkGolds(suite: Suite, options: GoldOptions = {}): Promise<GoldReport> {
  const outcomes: GoldOutcome[] = [];
  for (const { case: item, result } of await executeGolds(suite, options, 'determinism')) {
    outcomes.push(await judge(item, result, suite));
  }
  return { outcomes, files: [] };
}

async function judge(item: Case, result: ExecutedGold, suite: Suite): Promise<GoldOutcome> {
  const undetermined = result.kind === 'executed' ? result.undetermined : [];
  const base = { caseId: item.id, source: item.source ?? null, undetermined };
  if (result.kind === 'failed') return { ...base, kind: 'failed', detail: result.reason };
  if (item.rows === undefined) return { ...base, kind: 'missing', detail: 'no rows are recorded' };
  const source = caseDatasource(item, suite);
  const dialect = dialectOf(suite.datasources[source!.name]!.kind);
  const difference = await compareRecorded(item, result, dialect);
  return difference === null
    ? { ...base, kind: 'same', detail: null }
    : { ...base, kind: 'changed', detail: difference };
}

function resultsOf(
  item: Case,
  { gold, alternatives }: Extract<ExecutedGold, { kind: 'executed' }>,
): CaseResults {
  return {
    id: item.id,
    rows: gold.rows,
    resultColumns: gold.columns.map(({ name }) => name),
    ...(alternatives.length === 0 ? {} : { altRows: alternatives.map(({ rows }) => rows) }),
  };
}

function yamlFileOf({ id, source }: Case): string {
  const file = source?.file;
  if (file !== undefined && /\.ya?ml$/i.test(file)) return file;
  throw new SqlassayError('E_GOLD_NOT_WRITTEN', {
    what: `The results of case ${id} cannot be written`,
    where: file ?? 'a suite made in code',
    advice:
      'Results are kept in YAML case files; use execution_accuracy, which runs the gold query each time.',
  });
}
