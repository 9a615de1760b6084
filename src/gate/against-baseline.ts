import {
  type Baseline,
  type CaseOutcome,
  type Comparability,
  describeFlip,
  type Flip,
  foldedStatus,
  type MismatchKind,
  nameOutcome,
  nameOutcomes,
  outcomeKey,
  type RunOutcomes,
  regressionsOf,
  relate,
} from '../outcomes/index.js';
import type { ErrorCode, GateSettings } from '../types/index.js';
import { judgeAccuracyDrop } from './accuracy-drop.js';
import { judgeCost } from './cost-increase.js';

/** What a comparison with the baseline finds; empty lists where it finds nothing. */
export interface BaselineFindings {
  readonly refusals: readonly { readonly code: ErrorCode; readonly what: string }[];
  readonly notMet: readonly string[];
  readonly unsure: readonly string[];
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  readonly regressions: readonly Flip[];
  readonly improvements: readonly Flip[];
  readonly missing: number;
  readonly added: number;
}

export interface BaselineContext {
  readonly settings: GateSettings;
  /** Whether a failure of this case is known and not out of date. */
  readonly isKnown: (caseId: string) => boolean;
  /** The run stopped before some of its cases: what is missing was not run. */
  readonly isCutShort: boolean;
  /** The run is one part of several: what is missing is in another part. */
  readonly isShard: boolean;
}

const codes: Partial<Record<MismatchKind, ErrorCode>> = {
  suite: 'E_BASELINE_MODE',
  mode: 'E_BASELINE_MODE',
  contract: 'E_BASELINE_CONTRACT',
  cases_changed: 'E_BASELINE_DATASET',
};

/** Holds a run against an accepted baseline, case by case, role by role and scorer by scorer. */
export function judgeAgainstBaseline(
  { outcomes: before }: Baseline,
  now: RunOutcomes,
  context: BaselineContext,
): BaselineFindings {
  const relation = relate(before, now);
  const forbidding = relation.mismatches.filter(({ forbids }) => forbids);
  const missing = context.isShard ? [] : relation.onlyA;
  const flips = findRegressions(relation, missing, now, context);
  const lost = flips.filter(isLost);
  const undecided = flips.filter((flip) => !isLost(flip));
  const addedFailures = relation.onlyB.filter(
    (outcome) => foldedStatus(outcome) === 'fail' && !context.isKnown(outcome.caseId),
  );
  const improvements = relation.common.flatMap(({ a, b }) => regressionsOf(b, a).map(turnedAround));
  const verdict =
    now.mode === 'full'
      ? judgeFull({ before, now, relation, missing, lost, addedFailures, context })
      : judgeDeterministic(lost, addedFailures);
  return {
    refusals: forbidding.map(({ kind, what }) => ({ code: codes[kind] ?? 'E_BASELINE_DATA', what })),
    notMet: verdict.notMet,
    unsure: [
      ...(undecided.length === 0
        ? []
        : [`${sayFlips(undecided)} passed in the baseline and could not be decided`]),
      ...verdict.unsure,
    ],
    warnings: verdict.warnings,
    notes: [
      ...relation.mismatches.filter(({ forbids }) => !forbids).map(({ what }) => what),
      ...(missing.length === 0
        ? []
        : [
            `${sayCases(missing)} of the baseline ${missing.length === 1 ? 'is' : 'are'} missing from this run`,
          ]),
      ...(relation.onlyB.length === 0
        ? []
        : [
            `${sayCases(relation.onlyB)} ${relation.onlyB.length === 1 ? 'is' : 'are'} not in the baseline, which is fine`,
          ]),
      ...(improvements.length === 0
        ? []
        : [
            `${sayFlips(improvements)} did not pass in the baseline and ${plural(improvements) ? 'do' : 'does'} now`,
          ]),
    ],
    regressions: flips,
    improvements,
    missing: missing.length,
    added: relation.onlyB.length,
  };
}

function findRegressions(
  { common }: Comparability,
  missing: readonly CaseOutcome[],
  { mode }: RunOutcomes,
  { isKnown, isCutShort }: BaselineContext,
): readonly Flip[] {
  return [
    ...common.flatMap(({ a, b }) => regressionsOf(a, b)),
    ...missing.flatMap((outcome) => regressionsOf(outcome, isCutShort ? 'not_run' : 'missing')),
  ]
    .filter(({ part }) => part === undefined || mode === 'retrieval')
    .filter(({ caseId, to }) => !(to === 'fail' && isKnown(caseId)));
}

/** It is known not to be right any more; else it is not known. */
function isLost({ to }: Flip): boolean {
  return to !== 'error' && to !== 'inconclusive' && to !== 'not_run';
}

interface Verdict {
  readonly notMet: readonly string[];
  readonly unsure: readonly string[];
  readonly warnings: readonly string[];
}

/** Nothing that is left to chance runs in these modes, so nothing that passed may do anything else. */
function judgeDeterministic(lost: readonly Flip[], addedFailures: readonly CaseOutcome[]): Verdict {
  return {
    notMet: [
      ...(lost.length === 0
        ? []
        : [`${sayFlips(lost)} passed in the baseline and ${plural(lost) ? 'do' : 'does'} not any more`]),
      ...(addedFailures.length === 0
        ? []
        : [`${sayCases(addedFailures)} that the baseline does not have failed`]),
    ],
    unsure: [],
    warnings: [],
  };
}

function judgeFull(parts: {
  readonly before: RunOutcomes;
  readonly now: RunOutcomes;
  readonly relation: Comparability;
  readonly missing: readonly CaseOutcome[];
  readonly lost: readonly Flip[];
  readonly addedFailures: readonly CaseOutcome[];
  readonly context: BaselineContext;
}): Verdict {
  const { before, now, relation, missing, lost, addedFailures, context } = parts;
  const drop = judgeAccuracyDrop(relation.common, context.isCutShort ? [] : missing, context);
  const cost = judgeCost(before.costPerCaseRunUsd, now.costPerCaseRunUsd, context.settings);
  return {
    notMet: [...judgeNewFailures(lost, addedFailures, context.settings), ...drop.notMet, ...cost.notMet],
    unsure: cost.unsure,
    warnings: drop.warnings,
  };
}

/** A gate that names a baseline and no other rule allows no new failure; what it is compared for must have a use. */
function judgeNewFailures(
  lost: readonly Flip[],
  addedFailures: readonly CaseOutcome[],
  { maxNewFailures, minAccuracy, maxAccuracyDrop }: GateSettings,
): readonly string[] {
  const hasOtherRule = minAccuracy !== undefined || maxAccuracyDrop !== undefined;
  const allowed = maxNewFailures ?? (hasOtherRule ? Number.POSITIVE_INFINITY : 0);
  const count = new Set([...lost, ...addedFailures].map(outcomeKey)).size;
  if (count <= allowed) return [];
  const named = [
    ...(lost.length === 0 ? [] : [describeFlips(lost)]),
    ...(addedFailures.length === 0 ? [] : [`not in the baseline: ${nameOutcomes(addedFailures)}`]),
  ].join('; ');
  return [`${count} new failure${count === 1 ? '' : 's'} (${named}), and max_new_failures is ${allowed}`];
}

function turnedAround(flip: Flip): Flip {
  return { ...flip, from: flip.to as Flip['from'], to: flip.from };
}

function plural(flips: readonly Flip[]): boolean {
  return new Set(flips.map(outcomeKey)).size > 1;
}

/** `2 cases (a (result_match: pass -> fail), b (routing: top1 lost))` */
function sayFlips(flips: readonly Flip[]): string {
  const count = new Set(flips.map(outcomeKey)).size;
  return `${count} case${count === 1 ? '' : 's'} (${describeFlips(flips)})`;
}

const shown = 3;

function describeFlips(flips: readonly Flip[]): string {
  const byCase = new Map<string, string[]>();
  for (const flip of flips) {
    const name = nameOutcome(flip);
    byCase.set(name, [...(byCase.get(name) ?? []), describeFlip(flip)]);
  }
  const names = [...byCase].slice(0, shown).map(([name, changes]) => `${name} [${changes.join('; ')}]`);
  const left = byCase.size - shown;
  return `${names.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

function sayCases(outcomes: readonly CaseOutcome[]): string {
  return `${outcomes.length} case${outcomes.length === 1 ? '' : 's'} (${nameOutcomes(outcomes)})`;
}
