import type { CaseOutcome, FoldedScore, RunOutcomes } from './run-outcomes.js';

/** Outcomes that were accepted: what later runs are held against. */
export interface Baseline {
  /** The day it was accepted, `YYYY-MM-DD`. */
  readonly acceptedAt: string;
  readonly outcomes: RunOutcomes;
}

export const baselineSchemaVersion = 1;

/**
 * The text of a baseline file. It is made to be read in a review: in one order, a line for each case and role, and
 * nothing that changes without a reason but the run's id and the day.
 */
export function formatBaseline({ acceptedAt, outcomes }: Baseline): string {
  const { runId, suite, mode, solver, passes, datasetHash, contract, datasources, costPerCaseRunUsd, cases } =
    outcomes;
  const head: readonly [string, string][] = [
    ['schemaVersion', json(baselineSchemaVersion)],
    ['suite', json(suite)],
    ['mode', json(mode)],
    ['acceptedAt', json(acceptedAt)],
    ['run', json(runId)],
    ['solver', json(solver)],
    ['passes', json(passes)],
    ['costPerCaseRunUsd', json(costPerCaseRunUsd)],
    ['datasetHash', json(datasetHash)],
    [
      'contract',
      json(contract === null ? null : { settings: contract.settings, scorers: sorted(contract.scorers) }),
    ],
    ['datasources', list([...datasources].sort((a, b) => order(a.name, b.name)).map(json))],
    ['cases', list([...cases].sort(byIdAndRole).map(caseLine))],
  ];
  return `{\n${head.map(([key, text]) => `  ${json(key)}: ${text}`).join(',\n')}\n}\n`;
}

function caseLine({ caseId, role, caseHash, goldHash, scores }: CaseOutcome): string {
  return json({ id: caseId, role, case: caseHash, gold: goldHash, scores: sorted(scores, orderedScore) });
}

function orderedScore({ verdict, passed, of, top1, shortlist }: FoldedScore): FoldedScore {
  return {
    verdict,
    passed,
    of,
    ...(top1 === undefined || shortlist === undefined ? {} : { top1, shortlist }),
  };
}

function sorted<Value>(
  record: Readonly<Record<string, Value>>,
  shape: (value: Value) => Value = (one) => one,
) {
  const entries = Object.entries(record).sort(([a], [b]) => order(a, b));
  return Object.fromEntries(entries.map(([key, value]) => [key, shape(value)]));
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? '[]' : `[\n${lines.map((line) => `    ${line}`).join(',\n')}\n  ]`;
}

/** Values of JSON with a space after each comma and colon outside of texts. */
function json(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(json).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([key, field]) => `${JSON.stringify(key)}: ${json(field)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function byIdAndRole(a: CaseOutcome, b: CaseOutcome): number {
  return order(a.caseId, b.caseId) || order(a.role, b.role);
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
