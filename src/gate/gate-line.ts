import type { RunCounts } from '../types/index.js';
import { printAge } from './baseline-age.js';
import type { GateDecision } from './gate-decision.js';
import { printUsd } from './print-usd.js';

interface GateLineParts
  extends Pick<GateDecision, 'status' | 'exitCode' | 'reasons' | 'warnings' | 'baseline'> {
  readonly counts: RunCounts;
  readonly knownCount: number;
  readonly costUsd: number | null;
  readonly cannotTell: number;
}

/** The last line of a report: the outcome, the counts, and the weightiest reason. */
export function renderGateLine(parts: GateLineParts): string {
  const { counts } = parts;
  const segments = [
    `GATE ${outcome(parts)}`,
    `${counts.passed} passed`,
    `${counts.failed} failed${parts.knownCount > 0 ? ` (${parts.knownCount} known)` : ''}`,
    `${counts.inconclusive} inconclusive`,
    `${counts.error} errored`,
  ];
  if (counts.unscored > 0) segments.push(`${counts.unscored} unscored`);
  if (counts.notRun > 0) segments.push(`${counts.notRun} not run`);
  if (parts.costUsd !== null) segments.push(printUsd(parts.costUsd));
  if (parts.cannotTell > 0) segments.push(`self-test: ${parts.cannotTell} cannot tell`);
  if (parts.baseline !== null) segments.push(`baseline ${printAge(parts.baseline.ageDays)}`);
  const told = ['interrupted', `${counts.notRun} not run`];
  const reason = parts.reasons.find((text) => !told.includes(text));
  const said = reason ?? parts.warnings[0];
  if (said !== undefined) segments.push(said);
  return segments.join(' · ');
}

function outcome({ status, exitCode }: GateLineParts): string {
  if (exitCode === 130) return 'interrupted';
  return {
    met: 'passed',
    warn: 'passed with a warning',
    not_met: 'not met',
    could_not_evaluate: 'could not evaluate',
    refused: 'refused',
  }[status];
}
