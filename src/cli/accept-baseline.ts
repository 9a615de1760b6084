import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writing } from '../modules/index.js';
import {
  type Baseline,
  foldedStatus,
  formatBaseline,
  nameOutcomes,
  outcomeKey,
  type RunOutcomes,
  readBaseline,
  regressionsOf,
  relate,
} from '../outcomes/index.js';
import { caseHash, schedule } from '../runner/index.js';
import { type RunSummary, SqlassayError, type Suite } from '../types/index.js';

/** What is accepted, where it is written, and what says that no person is there. */
export interface Acceptance {
  readonly suite: Suite;
  readonly summary: RunSummary;
  readonly outcomes: RunOutcomes;
  /** The file; null where the suite's gate names none for the run's mode. */
  readonly path: string | null;
  readonly isCi: boolean;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

/** What was accepted, and how it differs from what was accepted before; null where nothing was. */
export interface Accepted {
  readonly path: string;
  readonly baseline: Baseline;
  readonly cases: number;
  readonly passed: number;
  readonly changes: { readonly worse: readonly string[]; readonly better: readonly string[] } | null;
}

/**
 * Writes a run as the baseline of its mode.
 *
 * @throws SqlassayError E_BASELINE_CI where a machine asks for it, E_BASELINE_RUN for a run that is none to hold others
 * against
 */
export async function acceptBaseline(acceptance: Acceptance): Promise<Accepted> {
  const { outcomes, today } = acceptance;
  const path = requireAcceptable(acceptance);
  const baseline = { acceptedAt: today, outcomes };
  const before = await readBaseline(path).catch(() => null);
  await writing(path, async () => {
    await mkdir(dirname(path), { recursive: true });
    const draft = `${path}.${process.pid}.tmp`;
    await writeFile(draft, formatBaseline(baseline));
    await rename(draft, path);
  });
  return {
    path,
    baseline,
    cases: outcomes.cases.length,
    passed: outcomes.cases.filter((outcome) => foldedStatus(outcome) === 'pass').length,
    changes: before === null ? null : changesSince(before, outcomes),
  };
}

function changesSince({ outcomes: before }: Baseline, now: RunOutcomes): NonNullable<Accepted['changes']> {
  const { common, onlyA } = relate(before, now);
  const worse = [
    ...common.filter(({ a, b }) => regressionsOf(a, b).length > 0).map(({ a }) => a),
    ...onlyA.filter((outcome) => regressionsOf(outcome, 'missing').length > 0),
  ];
  const better = common.filter(({ a, b }) => regressionsOf(b, a).length > 0).map(({ a }) => a);
  const name = (outcomes: typeof worse) => outcomes.map((outcome) => nameOutcomes([outcome]));
  return { worse: name(worse), better: name(better) };
}

/** The file to write, after everything that speaks against it. */
function requireAcceptable({ suite, summary, outcomes, path, isCi }: Acceptance): string {
  const { info, counts, end } = summary;
  if (isCi) {
    throw new SqlassayError('E_BASELINE_CI', {
      what: 'A baseline is not accepted under CI',
      where: '--accept',
      advice: 'Look at the run, accept it on your machine, and commit the file.',
    });
  }
  const refuse = (what: string, advice: string) =>
    new SqlassayError('E_BASELINE_RUN', {
      what: `The run cannot be accepted: ${what}`,
      where: info.runId,
      advice,
    });
  if (path === null) {
    throw refuse(
      `the suite's gate names no baseline for mode ${info.mode}`,
      `Add \`gate: { baseline: { ${info.mode}: ${info.mode}.json } }\` to the suite.`,
    );
  }
  if (info.suite !== suite.name)
    throw refuse(`it is of the suite ${info.suite}, not ${suite.name}`, 'Name a run of this suite.');
  if (info.shard !== null) throw refuse('it is one part of several', 'Merge the parts first.');
  if (counts.total === 0) throw refuse('it has no case', 'Run the suite.');
  if (end.kind !== 'finished' || counts.notRun > 0) {
    throw refuse('it did not finish', 'Go on with it: `sqlassay run --resume`.');
  }
  if (counts.error > 0) {
    throw refuse(
      `${counts.error} of its case runs ended in an error, so nothing is known of them`,
      'Do them again: `sqlassay run --resume --retry-errors`.',
    );
  }
  requireWholeSuite(suite, outcomes, refuse);
  return path;
}

/** A run of a selection, or of the suite as it was, would make the baseline forget cases. */
function requireWholeSuite(
  suite: Suite,
  outcomes: RunOutcomes,
  refuse: (what: string, advice: string) => SqlassayError,
): void {
  const planned = new Map(
    schedule(suite, outcomes.mode, 1).map((run) => [outcomeKey(run), { run, hash: caseHash(run) }]),
  );
  const seen = new Map(outcomes.cases.map((outcome) => [outcomeKey(outcome), outcome]));
  const left = [...planned].filter(([key]) => !seen.has(key)).map(([, { run }]) => run);
  if (left.length > 0) {
    throw refuse(
      `it does not have ${left.length} of the suite's cases (${nameOutcomes(left)})`,
      'Run the whole suite, without a filter.',
    );
  }
  const changed = outcomes.cases.filter(
    (outcome) => planned.get(outcomeKey(outcome))?.hash !== outcome.caseHash,
  );
  if (changed.length > 0) {
    throw refuse(`${nameOutcomes(changed)} changed since, or is gone from the suite`, 'Run the suite again.');
  }
}
