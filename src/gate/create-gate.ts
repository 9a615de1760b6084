import { createOutcomeCollector } from '../outcomes/index.js';
import type { CaseResult, GateSettings, KnownFailure, RunSummary } from '../types/index.js';
import { type BaselineFindings, judgeAgainstBaseline } from './against-baseline.js';
import { daysBetween } from './baseline-age.js';
import { type CaseRunNames, createCaseRunNames } from './case-run-names.js';
import type { Gate, GateBaseline, GateDecision, GateOptions, OpenedBaseline } from './gate-decision.js';
import { renderGateLine } from './gate-line.js';
import { baselinePath } from './open-baseline.js';
import { requireBaseline } from './require-baseline.js';

/**
 * The gate of a run: feed it every result, then let it decide.
 *
 * Without `minAccuracy` every scored case run must pass. What was not decided (inconclusive, error, unscored, not run)
 * may be at most `maxUnscoredShare` of the run, default 0. Protected case runs must pass whatever the shares are.
 * Failures that are known and not out of date count neither for nor against.
 *
 * With a baseline, what the baseline has not passed need not pass. In the modes that leave nothing to chance (plans,
 * retrieval) nothing that passed may do anything else, and that is the whole rule; in mode full the limits of the
 * settings hold.
 *
 * @throws SqlassayError E_GATE_NO_BASELINE for settings that compare with a baseline where none is named.
 */
export function createGate(settings: GateSettings | null, options: GateOptions): Gate {
  if (settings !== null) requireBaseline(settings);
  const isProtected = protection(settings?.protect ?? []);
  const known = new Map((options.knownFailures ?? []).map((entry) => [entry.id, entry]));
  const seen = { pass: 0, fail: 0, inconclusive: 0, error: 0, unscored: 0 };
  const failed = createCaseRunNames();
  const undecided = createCaseRunNames();
  const protectedFailed = createCaseRunNames();
  const protectedUndecided = createCaseRunNames();
  const outOfDate = createCaseRunNames();
  const passesByNow = createCaseRunNames();
  let knownCount = 0;
  let costUsd: number | null = null;
  const opened = options.baseline ?? null;
  const outcomes = opened?.baseline ? createOutcomeCollector() : null;

  const knownFailure = (result: CaseResult): KnownFailure | null => {
    const entry = known.get(result.caseId);
    return entry !== undefined && result.status === 'fail' && options.today <= entry.until ? entry : null;
  };
  const isKnown = (caseId: string): boolean => options.today <= (known.get(caseId)?.until ?? '');

  return {
    knownFailure,

    add(result) {
      seen[result.status] += 1;
      outcomes?.add(result);
      if (result.costUsd !== null) costUsd = (costUsd ?? 0) + result.costUsd;
      if (result.status === 'pass') {
        if (known.has(result.caseId)) passesByNow.add(result);
      } else if (result.status !== 'fail') {
        undecided.add(result);
        if (isProtected(result)) protectedUndecided.add(result);
      } else if (knownFailure(result) !== null) {
        knownCount += 1;
      } else {
        failed.add(result);
        if (known.has(result.caseId)) outOfDate.add(result);
        if (isProtected(result)) protectedFailed.add(result);
      }
    },

    decide(summary) {
      const { counts, info } = summary;
      const findings = compare(summary);
      const hasOwnRule = findings !== null && info.mode !== 'full';
      const decided = seen.pass + failed.count;
      const evaluated = decided + seen.inconclusive + seen.error;
      const accuracy = evaluated === 0 ? null : seen.pass / evaluated;
      const minimum = settings?.minAccuracy;
      const notMet: string[] = [];
      const unsure: string[] = [];

      if (protectedFailed.count > 0 && !hasOwnRule) {
        notMet.push(`${say(protectedFailed, 'protected case run')} failed`);
      }
      notMet.push(...(findings?.notMet ?? []));
      if (minimum === undefined) {
        if (failed.count > 0 && findings === null) notMet.push(`${say(failed, 'case run')} failed`);
      } else if (accuracy !== null && accuracy < minimum && !hasOwnRule) {
        // What is undecided might have passed: only when even that would not be enough is it known to be too low.
        const atBest = (evaluated - failed.count) / evaluated;
        const text = `accuracy ${percent(accuracy)} is below min_accuracy ${percent(minimum)}`;
        if (atBest < minimum) notMet.push(text);
        else unsure.push(`${text}, but would not be if what is undecided had passed`);
      }

      unsure.push(...(findings?.unsure ?? []), ...lackOfBaseline(settings, opened, info.mode));
      if (counts.total === 0) unsure.push('no case run was selected');
      else if (decided === 0) unsure.push('no case run that counts was decided');
      const mismatch = findMismatch(summary, seen);
      if (mismatch !== null) unsure.push(mismatch);
      const share = counts.total === 0 ? 0 : (undecided.count + counts.notRun) / counts.total;
      const allowed = settings?.maxUnscoredShare ?? 0;
      if (share > allowed) unsure.push(describeUndecided(undecided, counts.notRun, share, allowed));
      if (protectedUndecided.count > 0) {
        unsure.push(`${say(protectedUndecided, 'protected case run')} could not be decided`);
      }
      if (summary.end.kind === 'stopped' && counts.notRun > 0) unsure.push(`stopped: ${summary.end.why}`);

      const notes: string[] = [...(findings?.notes ?? [])];
      if (outOfDate.count > 0) notes.push(`known failure out of date: ${outOfDate}`);
      if (passesByNow.count > 0) notes.push(`listed under known_failures, but passed: ${passesByNow}`);
      const cannotTell = summary.selfTest?.cannotTell.length ?? 0;
      if (cannotTell > 0)
        notes.push(`the self-test found ${cannotTell} of the suite's own checks unable to tell`);

      const verdict = conclude(summary, findings, notMet, unsure);
      const baseline = describeBaseline(opened, findings, options.today);
      const line = renderGateLine({ ...verdict, counts, knownCount, costUsd, cannotTell, baseline });
      return {
        ...verdict,
        line,
        notes,
        accuracy,
        baseline,
        regressions: findings?.regressions ?? [],
        improvements: findings?.improvements ?? [],
      };
    },
  };

  function compare(summary: RunSummary): BaselineFindings | null {
    if (settings === null || outcomes === null || !opened?.baseline) return null;
    return judgeAgainstBaseline(opened.baseline, outcomes.finish(summary), {
      settings,
      isKnown,
      isCutShort: summary.counts.notRun > 0,
      isShard: summary.info.shard !== null,
    });
  }
}

/** A gate that names a baseline has not been checked where there is none, whatever else it says. */
function lackOfBaseline(
  settings: GateSettings | null,
  opened: OpenedBaseline | null,
  mode: RunSummary['info']['mode'],
): readonly string[] {
  if (opened?.baseline || baselinePath(settings, mode) === null) return [];
  return ['no baseline was accepted yet; when this run is right, accept it with `sqlassay gate --accept`'];
}

function describeBaseline(
  opened: OpenedBaseline | null,
  findings: BaselineFindings | null,
  today: string,
): GateBaseline | null {
  if (!opened?.baseline || findings === null) return null;
  const { acceptedAt, outcomes } = opened.baseline;
  return {
    path: opened.path,
    acceptedAt,
    ageDays: daysBetween(acceptedAt, today),
    cases: outcomes.cases.length,
    missing: findings.missing,
    added: findings.added,
  };
}

type Conclusion = Pick<GateDecision, 'status' | 'exitCode' | 'reasons' | 'warnings' | 'refusals'>;

/** Precedence: interrupted, then a baseline that is refused, then not met, then could not evaluate, then met. */
function conclude(
  summary: RunSummary,
  findings: BaselineFindings | null,
  notMet: readonly string[],
  unsure: readonly string[],
): Conclusion {
  const warnings = findings?.warnings ?? [];
  const refused = findings?.refusals ?? [];
  const rest = { warnings, refusals: [...new Set(refused.map(({ code }) => code))] };
  if (refused.length > 0 && summary.end.kind !== 'interrupted') {
    const reasons = refused.map(({ code, what }) => `${code}: the baseline cannot be compared with: ${what}`);
    return { status: 'refused', exitCode: 2, reasons, ...rest };
  }
  const reasons = [...notMet, ...unsure];
  if (summary.end.kind === 'interrupted') {
    return { status: 'could_not_evaluate', exitCode: 130, reasons: ['interrupted', ...reasons], ...rest };
  }
  if (notMet.length > 0) return { status: 'not_met', exitCode: 1, reasons, ...rest };
  if (unsure.length > 0) return { status: 'could_not_evaluate', exitCode: 3, reasons, ...rest };
  return { status: warnings.length > 0 ? 'warn' : 'met', exitCode: 0, reasons, ...rest };
}

/** A protected case run is named by its case's id, or by one of its tags as `tag:NAME`. */
function protection(entries: readonly string[]): (result: CaseResult) => boolean {
  const ids = new Set(entries);
  return (result) => ids.has(result.caseId) || result.tags.some((tag) => ids.has(`tag:${tag}`));
}

/** A gate that saw other results than the run counted must not call anything met. */
function findMismatch({ counts }: RunSummary, seen: Readonly<Record<CaseResult['status'], number>>) {
  const sum =
    counts.passed + counts.failed + counts.inconclusive + counts.error + counts.unscored + counts.notRun;
  if (sum !== counts.total) return `the run's counts add up to ${sum}, not to ${counts.total}`;
  const same =
    seen.pass === counts.passed &&
    seen.fail === counts.failed &&
    seen.inconclusive === counts.inconclusive &&
    seen.error === counts.error &&
    seen.unscored === counts.unscored;
  return same ? null : 'the results that were reported are not the ones that were counted';
}

function describeUndecided(undecided: CaseRunNames, notRun: number, share: number, allowed: number): string {
  const parts = [
    undecided.count > 0 ? `${say(undecided, 'case run')} could not be decided` : '',
    notRun > 0 ? `${notRun} not run` : '',
  ].filter(Boolean);
  const limit =
    allowed === 0 ? '' : `; that is ${percent(share)}, and max_unscored_share is ${percent(allowed)}`;
  return `${parts.join(', ')}${limit}`;
}

function say(names: CaseRunNames, noun: string): string {
  return `${names.count} ${noun}${names.count === 1 ? '' : 's'} (${names})`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}
