import { datasourceLabels } from '../execution/index.js';
import type {
  CaseResult,
  CaseRun,
  ExecutionResult,
  ExecutionSummary,
  LabelledScore,
  ResultSet,
  SolverOutput,
} from '../types/index.js';
import { caseHash } from './case-hash.js';
import { rowsHash } from './rows-hash.js';
import type { RunScope } from './run-scope.js';
import type { PlannedRun } from './schedule/schedule.js';

/** Time one case run took, in seconds. */
export interface CaseSeconds {
  readonly total: number;
  readonly solver: number;
  readonly database: number;
}

/** The case's gold query, and a hash of its rows where they were executed and the data determine them. */
export interface AboutGold {
  readonly sql: string | null;
  readonly hash: string | null;
}

/** The record of a case run that was scored. */
export function caseResult(parts: {
  readonly run: PlannedRun;
  readonly scope: RunScope;
  readonly caseRun: CaseRun;
  readonly scores: readonly LabelledScore[];
  readonly about: AboutGold;
  readonly cached: boolean;
  readonly seconds: CaseSeconds;
}): CaseResult {
  const { run, scope, caseRun, scores, about, cached, seconds } = parts;
  const compared = run.case.paraphraseGroup !== undefined || scope.passes > 1;
  const [first] = caseRun.resultSets;
  return {
    ...describeRun(run, scope, caseRun.output, about, cached),
    ...decide(scores),
    retrieval: caseRun.retrieval,
    routed: caseRun.routed,
    statement: caseRun.statement,
    execution: summarise(caseRun.execution),
    resultHash: compared && first !== undefined && wasRead(first) ? rowsHash(first) : null,
    scores,
    costUsd: spent(caseRun.output, scores),
    flags: caseRun.flags,
    infrastructure: null,
    seconds,
  };
}

/** The record of a case run that infrastructure kept from being scored. */
export function faultResult(
  run: PlannedRun,
  scope: RunScope,
  fault: { readonly step: string; readonly message: string },
  about: AboutGold,
  seconds: CaseSeconds,
  output: SolverOutput,
  cached = false,
): CaseResult {
  return {
    ...describeRun(run, scope, output, about, cached),
    status: 'error',
    reason: `Infrastructure failed (${fault.step}): ${fault.message}`,
    retrieval: output.retrieval ?? null,
    routed: null,
    costUsd: spent(output, []),
    statement: null,
    execution: null,
    resultHash: null,
    scores: [],
    flags: [],
    infrastructure: fault,
    seconds,
  };
}

/** US dollars of the answer and of its scoring; null where nobody knows of any. */
function spent({ costUsd }: SolverOutput, scores: readonly LabelledScore[]): number | null {
  const known = [costUsd, ...scores.map(({ score }) => score.costUsd)].filter((cost) => cost !== undefined);
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
}

/** Status and reason of a case run from its scores, in the suite's order. */
export function decide(scores: readonly LabelledScore[]): Pick<CaseResult, 'status' | 'reason'> {
  const first = (verdict: string): LabelledScore | undefined =>
    scores.find(({ score }) => score.verdict === verdict);
  const shown = first('fail') ?? first('error') ?? first('inconclusive');
  const reason = shown?.score.reason ?? null;
  if (first('error') !== undefined) return { status: 'error', reason };
  if (first('fail') !== undefined) return { status: 'fail', reason };
  if (first('inconclusive') !== undefined) return { status: 'inconclusive', reason };
  return { status: first('pass') === undefined ? 'unscored' : 'pass', reason: null };
}

function describeRun(
  run: PlannedRun,
  scope: RunScope,
  output: SolverOutput,
  { sql: goldSql, hash: goldHash }: AboutGold,
  cached: boolean,
) {
  const { case: item } = run;
  return {
    caseId: run.caseId,
    role: run.role,
    pass: run.pass,
    question: item.question,
    expected: run.expected,
    kind: item.kind ?? 'answer',
    datasources: datasourceLabels(item, scope.suite),
    difficulty: item.difficulty ?? null,
    tags: item.tags ?? [],
    paraphraseGroup: item.paraphraseGroup ?? null,
    source: item.source ?? null,
    goldSql,
    output: {
      status: output.status,
      sql: output.sql ?? null,
      answer: output.answer ?? null,
      errors: output.errors ?? [],
      timings: output.timings ?? {},
      usage: output.usage ?? null,
      costUsd: output.costUsd ?? null,
      datasources: output.datasources ?? null,
    },
    cached,
    caseHash: caseHash(run),
    goldHash,
  };
}

function summarise(execution: ExecutionResult | null): ExecutionSummary | null {
  if (execution === null || execution.kind === 'error') return execution;
  const { rows, ...rest } = execution;
  return { ...rest, rowCount: rows.length };
}

/** False where no scorer needed the rows, so that only the columns are known. */
function wasRead({ rows, truncated }: ResultSet): boolean {
  return rows.length > 0 || (truncated ?? null) === null;
}
