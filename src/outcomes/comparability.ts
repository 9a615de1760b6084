import type { DatasourceInfo } from '../types/index.js';
import { nameOutcomes } from './name-outcomes.js';
import { type CaseOutcome, outcomeKey, type RunOutcomes } from './run-outcomes.js';

/** What two runs differ in. */
export type MismatchKind =
  | 'suite'
  | 'mode'
  | 'contract'
  | 'cases_changed'
  | 'golds_changed'
  | 'data_changed'
  | 'engine_changed'
  | 'schema_changed'
  | 'version_changed'
  | 'passes';

/** One way in which two runs are not alike. `forbids`: verdicts of the two do not mean the same. */
export interface Mismatch {
  readonly kind: MismatchKind;
  readonly forbids: boolean;
  /** One sentence without its full stop. */
  readonly what: string;
}

/** How two runs relate: what is not alike, and which cases each has. */
export interface Comparability {
  readonly mismatches: readonly Mismatch[];
  /** Cases of both that ask and expect the same, on golds with the same rows. */
  readonly common: readonly { readonly a: CaseOutcome; readonly b: CaseOutcome }[];
  readonly onlyA: readonly CaseOutcome[];
  readonly onlyB: readonly CaseOutcome[];
  /** Labels of scorers that compare in the same way in both. */
  readonly labels: readonly string[];
}

/**
 * Says whether the verdicts of two runs mean the same: the same suite, mode and scorers, cases that did not change, on
 * the same data. Systems may differ, of course, and so may the cases that each has.
 */
export function relate(a: RunOutcomes, b: RunOutcomes): Comparability {
  const ofB = new Map(b.cases.map((outcome) => [outcomeKey(outcome), outcome]));
  const inA = new Set(a.cases.map(outcomeKey));
  const pairs = a.cases.flatMap((outcome) => {
    const other = ofB.get(outcomeKey(outcome));
    return other === undefined ? [] : [{ a: outcome, b: other }];
  });
  const changed = pairs.filter((pair) => pair.a.caseHash !== pair.b.caseHash);
  const same = pairs.filter((pair) => pair.a.caseHash === pair.b.caseHash);
  const otherGold = same.filter((pair) => differs(pair.a.goldHash, pair.b.goldHash));
  const common = same.filter((pair) => !differs(pair.a.goldHash, pair.b.goldHash));
  const scorers = relateScorers(a, b);
  return {
    mismatches: [
      ...unlike('suite', a.suite, b.suite, (one, other) => `the suites are ${one} and ${other}`),
      ...unlike('mode', a.mode, b.mode, (one, other) => `the modes are ${one} and ${other}`),
      ...scorers.mismatches,
      ...about('cases_changed', changed, 'changed what they ask or expect'),
      ...about(
        'golds_changed',
        otherGold,
        'have a gold query whose result changed, so the data are not the same',
      ),
      ...relateDatasources(a, b, common),
      ...(a.passes === b.passes
        ? []
        : [
            {
              kind: 'passes' as const,
              forbids: false,
              what: `the runs have ${a.passes} and ${b.passes} passes`,
            },
          ]),
    ],
    common,
    onlyA: a.cases.filter((outcome) => !ofB.has(outcomeKey(outcome))),
    onlyB: b.cases.filter((outcome) => !inA.has(outcomeKey(outcome))),
    labels: scorers.labels,
  };
}

function differs(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b;
}

function unlike(
  kind: MismatchKind,
  a: string,
  b: string,
  say: (one: string, other: string) => string,
): readonly Mismatch[] {
  return a === b ? [] : [{ kind, forbids: true, what: say(a, b) }];
}

function about(kind: MismatchKind, pairs: readonly { readonly a: CaseOutcome }[], what: string): Mismatch[] {
  if (pairs.length === 0) return [];
  const noun = pairs.length === 1 ? 'case' : 'cases';
  return [
    {
      kind,
      forbids: true,
      what: `${pairs.length} ${noun} (${nameOutcomes(pairs.map(({ a }) => a))}) ${what}`,
    },
  ];
}

function relateScorers(a: RunOutcomes, b: RunOutcomes): { mismatches: Mismatch[]; labels: string[] } {
  const labelsOf = ({ cases, contract }: RunOutcomes) =>
    new Set([...Object.keys(contract?.scorers ?? {}), ...cases.flatMap(({ scores }) => Object.keys(scores))]);
  const inB = labelsOf(b);
  const shared = [...labelsOf(a)].filter((label) => inB.has(label));
  const before = a.contract?.scorers ?? {};
  const now = b.contract?.scorers ?? {};
  const changed = shared.filter((label) => before[label] !== now[label]);
  const gone = [...labelsOf(a)].filter((label) => !inB.has(label));
  const settings = a.contract?.settings !== b.contract?.settings;
  const mismatch = (what: string): Mismatch => ({ kind: 'contract', forbids: true, what });
  return {
    mismatches: [
      ...(changed.length > 0 ? [mismatch(`the scorers ${changed.join(', ')} have other options`)] : []),
      ...(gone.length > 0 ? [mismatch(`the scorers ${gone.join(', ')} are only in the first`)] : []),
      ...(settings ? [mismatch("the suite's settings that scorers read changed")] : []),
    ],
    labels: shared.filter((label) => !changed.includes(label)),
  };
}

/** Only datasources that both used; a run of some cases opens only what they need. */
function relateDatasources(
  a: RunOutcomes,
  b: RunOutcomes,
  common: Comparability['common'],
): readonly Mismatch[] {
  return a.datasources.flatMap((before) => {
    const now = b.datasources.find(({ name }) => name === before.name);
    return now === undefined ? [] : relateDatasource(before, now, common);
  });
}

function relateDatasource(
  before: DatasourceInfo,
  now: DatasourceInfo,
  common: Comparability['common'],
): readonly Mismatch[] {
  const { name } = before;
  if (before.dialect !== now.dialect) {
    const what = `the datasource ${name} is ${before.dialect} in one and ${now.dialect} in the other`;
    return [{ kind: 'engine_changed', forbids: true, what }];
  }
  const found: Mismatch[] = [];
  if (before.version !== now.version || before.engine !== now.engine) {
    const versions = [before, now].map(({ engine, version }) => `${engine} ${version}`);
    const what = `the engines of ${name} are ${versions.join(' and ')}`;
    found.push({ kind: 'version_changed', forbids: false, what });
  }
  if (before.fingerprint.hash === now.fingerprint.hash) return found;
  const isContent = before.fingerprint.strength === 'content' && now.fingerprint.strength === 'content';
  if (!isContent) {
    const what = `the ${weaker(before, now)} fingerprints of ${name} differ`;
    found.push({ kind: 'schema_changed', forbids: false, what });
    return found;
  }
  // The same rows in a file that was written anew are the same data, as far as the golds can tell.
  const isVouched =
    common.length > 0 && common.every(({ a, b }) => a.goldHash !== null && a.goldHash === b.goldHash);
  const what = isVouched
    ? `the data of ${name} changed, but no gold's result did`
    : `the data of ${name} changed`;
  found.push({ kind: 'data_changed', forbids: !isVouched, what });
  return found;
}

function weaker(a: DatasourceInfo, b: DatasourceInfo): string {
  return a.fingerprint.strength === 'content' ? b.fingerprint.strength : a.fingerprint.strength;
}
