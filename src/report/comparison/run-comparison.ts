import {
  type Comparability,
  compareOutcomes,
  type LabelComparison,
  type Mismatch,
  type RunOutcomes,
} from '../../outcomes/index.js';

/** One of two runs that are compared. */
export type ComparedRun = Pick<
  RunOutcomes,
  | 'runId'
  | 'suite'
  | 'mode'
  | 'solver'
  | 'passes'
  | 'datasetHash'
  | 'contract'
  | 'datasources'
  | 'costPerCaseRunUsd'
>;

/** Two runs side by side, as plain JSON. */
export interface RunComparison {
  readonly schemaVersion: 1;
  readonly a: ComparedRun;
  readonly b: ComparedRun;
  /** Cases, each in one role, that are compared. */
  readonly cases: number;
  /** Cases that only one of the two has, as `[id, role]`. */
  readonly onlyA: readonly (readonly [string, string])[];
  readonly onlyB: readonly (readonly [string, string])[];
  /** In what else than the system the two differ. */
  readonly mismatches: readonly Mismatch[];
  /** All scorers together first, then each. */
  readonly comparisons: readonly LabelComparison[];
}

export function describeComparison(a: RunOutcomes, b: RunOutcomes, relation: Comparability): RunComparison {
  const names = (outcomes: Comparability['onlyA']) =>
    outcomes.map(({ caseId, role }) => [caseId, role] as const);
  return {
    schemaVersion: 1,
    a: describeRun(a),
    b: describeRun(b),
    cases: relation.common.length,
    onlyA: names(relation.onlyA),
    onlyB: names(relation.onlyB),
    mismatches: relation.mismatches,
    comparisons: compareOutcomes(relation),
  };
}

function describeRun({ cases: _, ...run }: RunOutcomes): ComparedRun {
  return run;
}
