import type { CaseResult, GateSettings, KnownFailure, RunSummary } from '../types/index.js';
import { type CaseRunNames, createCaseRunNames } from './case-run-names.js';
import type { Gate, GateDecision, GateOptions } from './gate-decision.js';
import { renderGateLine } from './gate-line.js';
import { refuseUnsupportedSettings } from './refuse-unsupported-settings.js';

/**
 * The gate of a run: feed it every result, then let it decide.
 *
 * Without `minAccuracy` every scored case run must pass. What was not decided (inconclusive, error, unscored, not run)
 * may be at most `maxUnscoredShare` of the run, default 0. Protected case runs must pass whatever the shares are.
 * Failures that are known and not out of date count neither for nor against.
 *
 * @throws SqlassayError E_GATE_UNSUPPORTED for settings that need a baseline.
 */
export function createGate(settings: GateSettings | null, options: GateOptions): Gate {
  if (settings !== null) refuseUnsupportedSettings(settings);
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

  const knownFailure = (result: CaseResult): KnownFailure | null => {
    const entry = known.get(result.caseId);
    return entry !== undefined && result.status === 'fail' && options.today <= entry.until ? entry : null;
  };

  return {
    knownFailure,

    add(result) {
      seen[result.status] += 1;
      if (result.output.costUsd !== null) costUsd = (costUsd ?? 0) + result.output.costUsd;
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
      const { counts } = summary;
      const decided = seen.pass + failed.count;
      const evaluated = decided + seen.inconclusive + seen.error;
      const accuracy = evaluated === 0 ? null : seen.pass / evaluated;
      const minimum = settings?.minAccuracy;
      const notMet: string[] = [];
      const unsure: string[] = [];

      if (protectedFailed.count > 0) notMet.push(`${say(protectedFailed, 'protected case run')} failed`);
      if (minimum === undefined) {
        if (failed.count > 0) notMet.push(`${say(failed, 'case run')} failed`);
      } else if (accuracy !== null && accuracy < minimum) {
        // What is undecided might have passed: only when even that would not be enough is it known to be too low.
        const atBest = (evaluated - failed.count) / evaluated;
        const text = `accuracy ${percent(accuracy)} is below min_accuracy ${percent(minimum)}`;
        if (atBest < minimum) notMet.push(text);
        else unsure.push(`${text}, but would not be if what is undecided had passed`);
      }

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

      const notes: string[] = [];
      if (outOfDate.count > 0) notes.push(`known failure out of date: ${outOfDate}`);
      if (passesByNow.count > 0) notes.push(`listed under known_failures, but passed: ${passesByNow}`);
      const cannotTell = summary.selfTest?.cannotTell.length ?? 0;
      if (cannotTell > 0)
        notes.push(`the self-test found ${cannotTell} of the suite's own checks unable to tell`);

      const verdict = conclude(summary, notMet, unsure);
      const line = renderGateLine({ ...verdict, counts, knownCount, costUsd, cannotTell });
      return { ...verdict, line, notes, accuracy };
    },
  };
}

/** Precedence: interrupted, then not met, then could not evaluate, then met. */
function conclude(
  summary: RunSummary,
  notMet: readonly string[],
  unsure: readonly string[],
): Pick<GateDecision, 'status' | 'exitCode' | 'reasons'> {
  const reasons = [...notMet, ...unsure];
  if (summary.end.kind === 'interrupted') {
    return { status: 'could_not_evaluate', exitCode: 130, reasons: ['interrupted', ...reasons] };
  }
  if (notMet.length > 0) return { status: 'not_met', exitCode: 1, reasons };
  if (unsure.length > 0) return { status: 'could_not_evaluate', exitCode: 3, reasons };
  return { status: 'met', exitCode: 0, reasons };
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
