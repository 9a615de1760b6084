import {
  caseDatasource,
  caseSeconds,
  createBudget,
  createGoldResults,
  createQueryRunner,
  type Database,
  goldSqlOf,
} from '../../execution/index.js';
import { runScorer, scorerApplies, scorerNeeds } from '../../scorers/index.js';
import { undeterminedGold } from '../../ties/index.js';
import type { CaseRun, ExecutionSuccess, ResultSet, ScoreContext, SelfTest } from '../../types/index.js';
import type { RunScope } from '../run-scope.js';
import { inParallel } from '../schedule/in-parallel.js';
import type { PlannedRun } from '../schedule/schedule.js';
import { mutants, queryMutants } from './mutants.js';

type Problem = SelfTest['cannotTell'][number];

/**
 * Tries the suite on itself: each gold is given as the answer and must pass, then changed in several ways and must fail.
 * What cannot tell the two apart cannot tell right from wrong.
 */
export async function selfTest(
  runs: readonly PlannedRun[],
  scope: RunScope,
  parallel: number,
): Promise<SelfTest> {
  const comparing = scope.scorers.filter(({ scorer }) => scorer.comparesWithGold === true);
  const golds = comparing.length === 0 ? [] : oneRunPerGold(runs);
  const problems = new Map<PlannedRun, readonly Problem[]>();
  await inParallel(golds, parallel, scope.signal, async (run) => {
    problems.set(
      run,
      await testGold(run, { ...scope, scorers: comparing }).catch((error) => [broken(run, error)]),
    );
  });
  return {
    checked: golds.length,
    cannotTell: golds.flatMap((run) => problems.get(run) ?? []),
    undetermined: golds.flatMap(({ caseId }) => {
      const reasons = scope.undetermined.get(caseId) ?? [];
      return reasons.length === 0 ? [] : [{ caseId, reasons }];
    }),
  };
}

function broken({ caseId }: PlannedRun, error: unknown): Problem {
  const detail = error instanceof Error ? error.message : String(error);
  return { caseId, label: '', problem: 'gold_query_failed', detail };
}

function oneRunPerGold(runs: readonly PlannedRun[]): readonly PlannedRun[] {
  const seen = new Map<string, PlannedRun>();
  for (const run of runs) {
    if (run.case.sql !== undefined && run.expected === 'allowed' && !seen.has(run.caseId))
      seen.set(run.caseId, run);
  }
  return [...seen.values()];
}

async function testGold(run: PlannedRun, scope: RunScope): Promise<readonly Problem[]> {
  const source = caseDatasource(run.case, scope.suite);
  const sql = goldSqlOf(run.case, source);
  if (source === null || sql === null) return [];
  const { caseId } = run;
  const database = await scope.databases.get(source);
  const budget = createBudget(caseSeconds(run.case, scope.suite));
  const gold = createGoldResults(sql, database, scope.golds, budget, scope.signal, () => {});
  const result = await gold.execute();
  if (result.kind === 'error') {
    return [{ caseId, label: '', problem: 'gold_query_failed', detail: `${result.code}: ${result.message}` }];
  }
  await noteUndetermined(run, sql, result, database, scope);
  const contextOf = (answer: string): ScoreContext => ({
    queries: createQueryRunner(database, answer, budget, scope.signal, () => {}),
    gold,
    catalog: async () => null,
    llm: null,
    equivalence: null,
    settings: scope.settings,
    signal: scope.signal,
    clock: scope.clock,
  });
  const context = contextOf(sql);
  const problems: Problem[] = [];
  for (const { label, scorer } of scope.scorers) {
    const own = answerWith(run, scope, sql, result);
    if (!scorerApplies(scorer, own)) continue;
    const asAnswer = await runScorer(scorer, own, context);
    if (asAnswer.verdict !== 'pass') {
      const detail = asAnswer.reason ?? asAnswer.verdict;
      problems.push({ caseId, label, problem: 'gold_fails', detail });
      continue;
    }
    if (scorerNeeds(scorer) !== 'rows') {
      const statement = await gold.statement();
      for (const mutant of typeof statement === 'string' ? queryMutants(statement, result) : []) {
        if (mutant.rows === 'none' && hasAlternatives(run)) continue;
        const answer = contextOf(mutant.sql);
        // A mutant that is no query, because its columns have one name, tells nothing.
        if ('code' in (await answer.queries!.describe(mutant.sql))) continue;
        const wrong = answerWith(run, scope, mutant.sql, { ...result, rows: [] });
        if ((await runScorer(scorer, wrong, answer)).verdict !== 'pass') continue;
        problems.push({ caseId, label, problem: 'mutant_passes', detail: mutant.unnoticed });
        break;
      }
      continue;
    }
    for (const { rows, unnoticed } of mutants(result)) {
      // An alternative may well be an empty answer.
      if (rows.length === 0 && hasAlternatives(run)) continue;
      const mutant = answerWith(run, scope, sql, { ...result, rows });
      if ((await runScorer(scorer, mutant, context)).verdict !== 'pass') continue;
      problems.push({ caseId, label, problem: 'mutant_passes', detail: unnoticed });
      break;
    }
  }
  return problems;
}

/** Order among ties is left out: a comparison that knows ties is not misled by it, and one without order does not see it. */
async function noteUndetermined(
  run: PlannedRun,
  sql: string,
  result: ExecutionSuccess,
  database: Database,
  scope: RunScope,
): Promise<void> {
  const { platform } = database;
  // Looking for ties must not use up the time that the scorers under test have.
  const budget = createBudget(caseSeconds(run.case, scope.suite));
  const gold = createGoldResults(sql, database, scope.golds, budget, scope.signal, () => {});
  const statement = await gold.statement();
  if (typeof statement !== 'string') return;
  const reasons = await undeterminedGold(
    {
      statement,
      dialect: platform.dialect,
      pinnedClock: platform.pinnedClock,
      result,
      signal: scope.signal,
      execute: (derived) => gold.execute(derived),
    },
    'at_cuts',
  );
  scope.undetermined.set(
    run.caseId,
    reasons.filter((reason) => reason !== 'tied_order'),
  );
}

function hasAlternatives({ case: { altRows = [], altSql = [] } }: PlannedRun): boolean {
  return altRows.length > 0 || altSql.length > 0;
}

function answerWith(run: PlannedRun, scope: RunScope, sql: string, result: ResultSet): CaseRun {
  const { columns, rows, truncated = null } = result;
  return {
    case: run.case,
    role: run.role,
    expected: run.expected,
    mode: scope.mode,
    pass: run.pass,
    output: { status: 'success', sql },
    statement: { sql, cleaned: [] },
    execution: { kind: 'success', columns, rows, truncated, dialectNotes: [], latencySeconds: 0 },
    columns,
    rows,
    resultSets: [result],
    retrieval: null,
    routed: null,
    flags: [],
  };
}
