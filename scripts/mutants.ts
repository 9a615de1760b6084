import { join } from 'node:path';
import { ExecutionAccuracy, ResultMatch } from '../src/scorers/index.js';
import { closeParser, tokenize } from '../src/sql/index.js';
import type { Case, Column, Row, Scorer, SolverOutput } from '../src/types/index.js';
import { dataFolder, evaluateAnswers, readJsonLines } from './evaluate-answers.js';

/**
 * Gives every gold query of a suite as its own answer, which must pass, and then wrong answers made from it, which must
 * fail. Whether a mutant is wrong at all is decided by a plain comparison that shares no code with ours. Prints JSON.
 */
const folder = dataFolder('mutants', 'geography', 'geography.sqlite');

interface Gold {
  readonly id: string;
  readonly question: string;
  readonly sql: string;
  readonly executes: boolean;
}

interface Executed {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

if (folder !== undefined) {
  const report = await testMutants(folder);
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = report.golds_not_passing.length + report.mutants_passing.length === 0 ? 0 : 1;
  await closeParser();
}

async function testMutants(from: string) {
  const database = join(from, 'geography.sqlite');
  const golds = readJsonLines<Gold>(join(from, 'cases.jsonl')).filter(({ executes }) => executes);
  const results = await execute(database, new Map(golds.map(({ id, sql }) => [id, sql])));
  const negated = await execute(
    database,
    new Map(golds.flatMap(({ id, sql }) => (negate(sql) === null ? [] : [[id, negate(sql)!] as const]))),
  );
  const report = {
    golds: golds.length,
    golds_passing: 0,
    golds_not_passing: [] as unknown[],
    mutants: 0,
    mutants_equal_by_reference: 0,
    mutants_failing: 0,
    mutants_passing: [] as unknown[],
    by_mutation: {} as Record<string, number>,
  };
  const cases: Case[] = [];
  const answers = new Map<string, SolverOutput>();
  const mutations = new Map<string, string>();
  for (const { id, question, sql } of golds) {
    const own = results.get(id);
    if (own === undefined) {
      report.golds_not_passing.push({ id, sql, reason: 'it did not run' });
      continue;
    }
    cases.push({ id, question, sql, rows: own.rows });
    answers.set(id, { status: 'success', sql });
    for (const [mutation, mutant] of mutants(own, negated.get(id))) {
      report.mutants += 1;
      if (sameBag(own.rows, mutant.rows)) {
        report.mutants_equal_by_reference += 1;
        continue;
      }
      report.by_mutation[mutation] = (report.by_mutation[mutation] ?? 0) + 1;
      const mutantId = `${id}:${mutation}`;
      cases.push({ id: mutantId, question, sql, rows: own.rows });
      answers.set(mutantId, { status: 'success', resultSets: [mutant] });
      mutations.set(mutantId, mutation);
    }
  }
  const scorers = [new ExecutionAccuracy(), new ResultMatch({ tolerance: 0 })];
  for (const result of await evaluateAnswers(
    { kind: 'sqlite', path: database },
    cases,
    scorers,
    (id) => answers.get(id)!,
  )) {
    const isMutant = mutations.has(result.caseId);
    const verdicts = result.scores.map(({ score }) => score.verdict);
    if (isMutant) {
      if (verdicts.length === 2 && verdicts.every((verdict) => verdict === 'fail'))
        report.mutants_failing += 1;
      else report.mutants_passing.push({ id: result.caseId, verdicts, reason: result.reason });
    } else if (result.status === 'pass') report.golds_passing += 1;
    else report.golds_not_passing.push({ id: result.caseId, sql: result.goldSql, reason: result.reason });
  }
  return report;
}

function* mutants(own: Executed, negated: Executed | undefined): Generator<readonly [string, Executed]> {
  const [first, ...rest] = own.rows;
  if (first !== undefined) {
    yield ['row_dropped', { ...own, rows: rest }];
    yield ['row_duplicated', { ...own, rows: [first, ...own.rows] }];
    yield ['cell_null', { ...own, rows: [[null, ...first.slice(1)], ...rest] }];
  }
  if (own.columns.length > 1) {
    const swap = <T>([a, b, ...others]: readonly T[]): T[] => [b!, a!, ...others];
    yield ['columns_swapped', { columns: swap(own.columns), rows: own.rows.map(swap) }];
  }
  if (negated !== undefined) yield ['predicate_negated', negated];
}

/** The query with its first `=` comparison turned round, or null when it has none. */
function negate(sql: string): string | null {
  const equals = tokenize(sql, 'sqlite').find(
    (token) =>
      token.kind === 'symbol' &&
      sql.slice(token.start, token.end) === '=' &&
      !/[<>!=]/.test(sql[token.start - 1]!),
  );
  return equals === undefined ? null : `${sql.slice(0, equals.start)}<>${sql.slice(equals.end)}`;
}

/** The reference: rows as text, sorted, equal one by one. */
function sameBag(left: readonly Row[], right: readonly Row[]): boolean {
  const texts = (rows: readonly Row[]): string =>
    JSON.stringify(rows.map((row) => JSON.stringify(row.map(plain))).sort());
  return texts(left) === texts(right);
}

function plain(cell: unknown): unknown {
  if (typeof cell !== 'object' || cell === null) return cell;
  return Object.values(cell).map(String).join(' ');
}

async function execute(
  database: string,
  queries: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, Executed>> {
  const found = new Map<string, Executed>();
  const taker: Scorer = {
    name: 'rows',
    score({ case: { id }, columns, rows }) {
      if (columns !== null && rows !== null) found.set(id, { columns, rows });
      return {};
    },
  };
  const cases = [...queries].map(([id, sql]): Case => ({ id, question: id, sql }));
  await evaluateAnswers({ kind: 'sqlite', path: database }, cases, [taker], (id) => queries.get(id)!);
  return found;
}
