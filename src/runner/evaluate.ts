import {
  type Budget,
  type CaseDatasource,
  caseDatasource,
  caseSeconds,
  createBudget,
  createGoldResults,
  createQueryRunner,
  type Database,
  goldSqlOf,
} from '../execution/index.js';
import { runScorer, scorerApplies, scorerNeeds, strongest } from '../scorers/index.js';
import { type GuardResult, hasTopLevelOrderBy } from '../sql/index.js';
import type {
  CaseResult,
  CaseRun,
  Catalog,
  ExecutionError,
  LabelledScore,
  ScoreContext,
  SolverOutput,
} from '../types/index.js';
import { type CaseSeconds, caseResult, faultResult } from './case-result.js';
import { type ExecutedAnswer, executeAnswer, guardAnswer } from './execute-answer.js';
import { flagUndetermined } from './flag-undetermined.js';
import { applyRolePolicy } from './role-policy.js';
import type { LabelledScorer, RunScope } from './run-scope.js';
import type { PlannedRun } from './schedule/schedule.js';
import { type Solved, solve } from './solve.js';

/** Does one case run: asks, applies the role's policy, executes, scores. Null when it was cancelled on the way. */
export async function evaluate(
  run: PlannedRun,
  scope: RunScope,
  reply: Solved | null = null,
): Promise<CaseResult | null> {
  const started = scope.clock();
  const source = caseDatasource(run.case, scope.suite);
  const goldSql = goldSqlOf(run.case, source);
  const solved = reply ?? (await solve(run, scope));
  const seconds = (database: number): CaseSeconds => ({
    total: (scope.clock() - started) / 1000,
    solver: solved.seconds,
    database,
  });
  if (scope.signal.aborted) return null;
  if (solved.kind === 'fault') {
    const fault = { step: 'solver', message: solved.message };
    return faultResult(run, scope, fault, { sql: goldSql, hash: null }, seconds(0), solved.output);
  }

  const cached = solved.from === 'cache';
  const faults: Fault[] = [];
  const needsDatabase = source !== null && scope.mode !== 'retrieval';
  const database = !needsDatabase ? null : await openDatabase(source, scope, faults);
  const budgets = createBudgets(run, scope);
  let scored: Scored | null = null;
  try {
    if (faults.length === 0) {
      scored = await answerAndScore(run, solved.output, database, goldSql, budgets, scope, faults);
    }
  } catch (error) {
    // Whatever breaks here is neither the model's nor a scorer's, and must not take the other case runs along.
    faults.push({ step: 'evaluation', message: messageOf(error) });
  }
  if (scope.signal.aborted) return null;
  const [fault] = faults;
  if (fault !== undefined || scored === null) {
    const about = { sql: goldSql, hash: null };
    return faultResult(run, scope, fault!, about, seconds(budgets.used()), solved.output, cached);
  }
  const about = { sql: goldSql, hash: await goldHash(run, goldSql, database, scope) };
  return caseResult({ run, scope, about, cached, ...scored, seconds: seconds(budgets.used()) });
}

interface Fault {
  readonly step: string;
  readonly message: string;
}

interface Scored {
  readonly caseRun: CaseRun;
  readonly scores: readonly LabelledScore[];
}

async function answerAndScore(
  run: PlannedRun,
  answered: SolverOutput,
  database: Database | null,
  goldSql: string | null,
  budgets: CaseBudgets,
  scope: RunScope,
  faults: Fault[],
): Promise<Scored> {
  const named = database === null ? '' : `${database.name}: `;
  const note = (step: string) => (error: ExecutionError) =>
    faults.push({ step, message: `${named}${error.message}` });
  const asked = await guardAnswer(answered, database, scope.signal);
  const output = await underPolicy(run, answered, asked, database, scope);
  const guarded = output === answered ? asked : null;
  const bare = caseRunOf(run, scope, output, noExecution(output));
  const scorers = scope.scorers.filter(({ scorer }) => appliesSafely(scorer, bare));
  const needs = strongest(scorers.map(({ scorer }) => scorerNeeds(scorer)));
  if (database !== null && goldSql !== null && needs === 'rows') readAhead(goldSql, database);
  const executed = await executeAnswer(output, guarded, database, needs, budgets.candidate, scope.signal);
  if (executed.execution?.kind === 'error' && executed.execution.fault === 'infrastructure') {
    note('database')(executed.execution);
  }
  const caseRun = caseRunOf(run, scope, output, executed);
  if (faults.length > 0) return { caseRun, scores: [] };

  const modelSql = executed.statement?.sql ?? null;
  const context: ScoreContext = {
    queries:
      database === null
        ? null
        : createQueryRunner(database, modelSql, budgets.candidate, scope.signal, note('database')),
    gold: createGoldResults(goldSql, database, scope.golds, budgets.gold, scope.signal, note('gold')),
    catalog: () => readCatalog(run, scope, database, faults),
    llm: scope.models,
    equivalence: scope.equivalence.toolsFor(database?.platform ?? null),
    settings: scope.settings,
    signal: scope.signal,
    clock: scope.clock,
  };
  const scores = await scoreAll(scope.scorers, caseRun, context, faults);
  return { caseRun, scores: await flagUndetermined(run, scores, goldSql, database, scope) };
}

/** Null also for a gold that the data do not determine: it tells nothing about the data. */
async function goldHash(
  { caseId }: PlannedRun,
  sql: string | null,
  database: Database | null,
  { golds, undetermined }: RunScope,
): Promise<string | null> {
  if (sql === null || database === null || (undetermined.get(caseId) ?? []).length > 0) return null;
  return golds.hashOf(database, sql).catch(() => null);
}

/** The parser reads the gold while the database is busy with the model's statement; its answer is kept there. */
function readAhead(goldSql: string, { platform: { dialect } }: Database): void {
  hasTopLevelOrderBy(goldSql, dialect).catch(() => {});
}

async function scoreAll(
  scorers: readonly LabelledScorer[],
  caseRun: CaseRun,
  context: ScoreContext,
  faults: readonly Fault[],
): Promise<readonly LabelledScore[]> {
  const scores: LabelledScore[] = [];
  for (const { label, scorer } of scorers) {
    if (faults.length > 0) return [];
    scores.push({ label, score: await runScorer(scorer, caseRun, context) });
  }
  return scores;
}

/** A solver without a policy of its own is held to the suite's. */
async function underPolicy(
  run: PlannedRun,
  output: SolverOutput,
  guarded: GuardResult | null,
  database: Database | null,
  scope: RunScope,
): Promise<SolverOutput> {
  if (guarded === null || database === null || scope.solver.enforcesRoles === true) return output;
  const text = guarded.kind === 'query' ? guarded.statement.sql : (output.sql ?? '');
  const decision = await applyRolePolicy(scope.suite, run.role, text, database, scope.signal);
  if (decision.kind === 'allowed') return output;
  const { usage, costUsd, timings } = output;
  // The refusal says nothing of the answer but what it cost.
  return {
    ...decision.output,
    ...(usage === undefined ? {} : { usage }),
    ...(costUsd === undefined ? {} : { costUsd }),
    ...(timings === undefined ? {} : { timings }),
  };
}

function caseRunOf(
  run: PlannedRun,
  scope: RunScope,
  output: SolverOutput,
  executed: ExecutedAnswer,
): CaseRun {
  const [first] = executed.resultSets;
  return {
    case: run.case,
    role: run.role,
    expected: run.expected,
    mode: scope.mode,
    pass: run.pass,
    output,
    ...executed,
    columns: first?.columns ?? null,
    rows: first?.rows ?? null,
    retrieval: output.retrieval ?? null,
    routed: scope.mode === 'retrieval' ? (output.ranking ?? null) : null,
  };
}

function noExecution({ resultSets = [] }: SolverOutput): ExecutedAnswer {
  return { statement: null, execution: null, resultSets, flags: [] };
}

/** A scorer whose appliesTo breaks is asked to score all the same, and its error is then its verdict. */
function appliesSafely(scorer: LabelledScorer['scorer'], run: CaseRun): boolean {
  try {
    return scorerApplies(scorer, run);
  } catch {
    return true;
  }
}

async function openDatabase(
  source: CaseDatasource,
  scope: RunScope,
  faults: Fault[],
): Promise<Database | null> {
  try {
    return await scope.databases.get(source);
  } catch (error) {
    faults.push({ step: 'database', message: `${source.label}: ${messageOf(error)}` });
    return null;
  }
}

/** What the database says of itself; without one, what the suite's schema file says. */
async function readCatalog(
  run: PlannedRun,
  { suite }: RunScope,
  database: Database | null,
  faults: Fault[],
): Promise<Catalog | null> {
  if (database === null) return suite.catalogs?.get(run.case.dbId ?? '') ?? null;
  try {
    return await database.catalog();
  } catch (error) {
    faults.push({ step: 'catalogue', message: messageOf(error) });
    return null;
  }
}

interface CaseBudgets {
  readonly candidate: Budget;
  readonly gold: Budget;
  /** Seconds both sides have used. */
  used(): number;
}

function createBudgets(run: PlannedRun, { suite }: RunScope): CaseBudgets {
  const limit = caseSeconds(run.case, suite);
  let used = 0;
  const counted = (): Budget => {
    const inner = createBudget(limit);
    return {
      remainingMs: inner.remainingMs,
      draw(seconds) {
        used += seconds;
        inner.draw(seconds);
      },
    };
  };
  return { candidate: counted(), gold: counted(), used: () => used };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
