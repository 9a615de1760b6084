import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { ExecutionAccuracy, ResultMatch } from '../src/scorers/index.js';
import { closeParser } from '../src/sql/index.js';
import type { Case, CaseResult, Row, Scorer } from '../src/types/index.js';
import { dataFolder, evaluateAnswers, readJsonLines } from './evaluate-answers.js';

/**
 * Sets our verdicts beside recorded ones: an insurance schema with CSV data, gold queries, and model-written queries
 * with the verdict their authors wrote down. Prints the confusion matrix, and each kind of disagreement once.
 */
interface Prediction {
  readonly id: string;
  readonly part: string;
  readonly iteration: string;
  readonly sql: string;
  readonly recorded_equivalent: 'true' | 'false';
}
interface Gold {
  readonly id: string;
  readonly question: string;
  readonly sql: string;
}

const folder = dataFolder('confusion', 'acme', 'predictions.jsonl');
if (folder !== undefined) {
  await printConfusion(folder);
  await closeParser();
}

async function printConfusion(from: string): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), 'confusion-'));
  try {
    const database = join(work, 'acme.duckdb');
    await loadTables(from, database);
    const results = await judge(from, database);
    report(results);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Makes the tables of the DDL that have data. Types come from the DDL, other clauses are left out. */
async function loadTables(from: string, database: string): Promise<void> {
  const columns = new Map(
    [
      ...readFileSync(join(from, 'schema.ddl'), 'utf8').matchAll(/CREATE TABLE (\w+)\s*\(([\s\S]*?)\n\)/g),
    ].map(([, table, body]) => [table!.toLowerCase(), columnTypes(body!)] as const),
  );
  const instance = await DuckDBInstance.create(database);
  const connection = await instance.connect();
  for (const file of readdirSync(join(from, 'csv')).filter((name) => name.endsWith('.csv'))) {
    const table = basename(file, '.csv');
    const path = join(from, 'csv', file).replaceAll("'", "''");
    const types = columns.get(table.toLowerCase());
    const casts =
      types === undefined
        ? '*'
        : `* REPLACE (${types.map(([name, type]) => `TRY_CAST(${name} AS ${type}) AS ${name}`).join(', ')})`;
    await connection.run(
      `CREATE TABLE ${table} AS SELECT ${casts} FROM read_csv('${path}', all_varchar = true, header = true)`,
    );
  }
  connection.closeSync();
  instance.closeSync();
}

function columnTypes(body: string): (readonly [string, string])[] {
  return [...body.matchAll(/^\s*(\w+)\s+(int|bigint|varchar|char|datetime|decimal)\b(\([\d,]+\))?/gm)].map(
    ([, name, type, size = '']) => [
      name!,
      type === 'datetime' ? 'TIMESTAMP' : `${type}${type === 'decimal' ? size : ''}`,
    ],
  );
}

/** Each prediction against every gold of its id: two questions of the data share one. */
async function judge(from: string, database: string): Promise<readonly Judged[]> {
  const golds = readJsonLines<Gold>(join(from, 'cases.jsonl'));
  const predictions = readJsonLines<Prediction>(join(from, 'predictions.jsonl'));
  const rows = await goldRows(database, golds);
  const answers = new Map(predictions.map((one, index) => [`p${index}`, one]));
  const cases = [...answers].map(([id, prediction]): Case => {
    const [first, ...others] = golds.filter((gold) => gold.id === prediction.id);
    const [own, ...alternatives] = [first!, ...others].map((gold) => rows.get(gold.sql));
    return {
      id,
      question: first!.question,
      sql: first!.sql,
      altSql: others.map(({ sql }) => sql),
      ...(own === undefined ? {} : { rows: own, altRows: alternatives.flatMap((one) => (one ? [one] : [])) }),
    };
  });
  const results = await evaluateAnswers(
    { kind: 'duckdb', path: database },
    cases,
    [new ExecutionAccuracy(), new ResultMatch()],
    (id) => answers.get(id)!.sql,
  );
  return results.map((result) => ({ result, prediction: answers.get(result.caseId)! }));
}

interface Judged {
  readonly result: CaseResult;
  readonly prediction: Prediction;
}

async function goldRows(
  database: string,
  golds: readonly Gold[],
): Promise<ReadonlyMap<string, readonly Row[]>> {
  const rows = new Map<string, readonly Row[]>();
  const taker: Scorer = {
    name: 'rows',
    score(run) {
      if (run.rows !== null) rows.set(String(run.case.sql), run.rows);
      return {};
    },
  };
  const cases = golds.map(({ question, sql }, index): Case => ({ id: `g${index}`, question, sql }));
  await evaluateAnswers(
    { kind: 'duckdb', path: database },
    cases,
    [taker],
    (id) => golds[Number(id.slice(1))]!.sql,
  );
  return rows;
}

function report(judged: readonly Judged[]): void {
  const readings = {
    'execution_accuracy (by position, bags)': (result: CaseResult) => verdictOf(result, 'execution_accuracy'),
    'result_match, lenient reading': lenientOf,
  };
  for (const [name, read] of Object.entries(readings)) {
    const matrix = new Map<string, number>();
    for (const { result, prediction } of judged) {
      const key = `${prediction.recorded_equivalent === 'true' ? 'right' : 'wrong'} / ${read(result)}`;
      matrix.set(key, (matrix.get(key) ?? 0) + 1);
    }
    console.log(`\n${name}: recorded / ours`);
    for (const [key, count] of [...matrix].sort()) console.log(`  ${key.padEnd(24)} ${count}`);
  }
  console.log('\nDisagreements of execution_accuracy, by kind:');
  const kinds = new Map<string, Judged[]>();
  for (const one of judged) {
    const kind = disagreement(one);
    if (kind !== null) kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  for (const [kind, ones] of [...kinds].sort((a, b) => b[1].length - a[1].length)) {
    const [first] = ones;
    console.log(`\n- ${kind}: ${ones.length}`);
    console.log(
      `  for example part ${first!.prediction.part}, iteration ${first!.prediction.iteration}, ${first!.prediction.id}`,
    );
    console.log(`  ${first!.result.reason ?? 'passed'}`);
    console.log(`  ${first!.prediction.sql.replaceAll(/\s+/g, ' ').slice(0, 300)}`);
  }
}

function verdictOf(result: CaseResult, label: string): string {
  return result.scores.find((one) => one.label === label)?.score.verdict ?? 'error';
}

function lenientOf(result: CaseResult): string {
  const score = result.scores.find(({ label }) => label === 'result_match')?.score;
  const lenient = score?.detail.lenient;
  return typeof lenient === 'boolean' ? (lenient ? 'pass' : 'fail') : (score?.verdict ?? 'error');
}

function disagreement({ result, prediction }: Judged): string | null {
  const recorded = prediction.recorded_equivalent === 'true';
  const score = result.scores.find(({ label }) => label === 'execution_accuracy')?.score;
  if (score === undefined) return `infrastructure: ${result.reason}`;
  if (score.verdict === 'inconclusive')
    return 'the gold query does not run on DuckDB, so nothing can be said';
  if (recorded === (score.verdict === 'pass')) return null;
  if (score.verdict === 'pass') return 'recorded wrong, but the rows are those of the gold query';
  if (result.execution?.kind === 'error') {
    return `recorded right, but the query does not run on DuckDB (${result.execution.code})`;
  }
  if (lenientOf(result) === 'pass')
    return 'recorded right with further or reordered columns, which by position is another result';
  const { expectedColumns, actualColumns } = score.diff ?? {};
  if (
    expectedColumns !== undefined &&
    actualColumns !== undefined &&
    expectedColumns.length !== actualColumns.length
  ) {
    return 'recorded right, but the columns are other ones';
  }
  return 'recorded right, but the rows differ on this data';
}
