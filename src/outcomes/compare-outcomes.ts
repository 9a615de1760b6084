import {
  type Difference,
  detectableDrop,
  exactMcNemar,
  type Interval,
  type PairedCounts,
  pairedDifference,
  smallestSignificantDrop,
  wilsonInterval,
} from '../statistics/index.js';
import type { Comparability } from './comparability.js';
import type { Flip } from './flips.js';
import { type CaseOutcome, type FoldedVerdict, foldedStatus } from './run-outcomes.js';

/** A share of the cases that are compared, with its 95% Wilson interval. */
export interface SideShare {
  readonly passed: number;
  readonly share: number | null;
  readonly interval: Interval | null;
}

/** What two runs come to by one scorer, over the cases that both have and that it applies to in both. */
export interface LabelComparison {
  /** Null: all scorers together, by the status of the case. */
  readonly label: string | null;
  readonly cases: number;
  /** Cases that at least one side could not decide; they count as not passed. */
  readonly undecided: number;
  /** Cases left out because the scorer applies to them on one side only. */
  readonly onOneSide: number;
  readonly a: SideShare;
  readonly b: SideShare;
  readonly counts: PairedCounts;
  /** The share of B less that of A, with Newcombe's paired 95% interval. */
  readonly difference: Difference | null;
  /** Two-sided, by the exact McNemar test. */
  readonly pValue: number;
  /** The smallest difference that would have had p < 0.05, had as many cases changed as did. */
  readonly smallestSignificant: number | null;
  /** The smallest true difference that is found (p < 0.05) four times out of five. */
  readonly detectable: number | null;
  /** Passed in A and not in B. */
  readonly regressions: readonly Flip[];
  /** Passed in B and not in A. */
  readonly improvements: readonly Flip[];
}

type Verdict = FoldedVerdict | null;

/** Compares all scorers together, then each that both runs have. */
export function compareOutcomes({
  common,
  labels,
}: Pick<Comparability, 'common' | 'labels'>): readonly LabelComparison[] {
  const within = ({ scores }: CaseOutcome) => ({
    scores: Object.fromEntries(Object.entries(scores).filter(([label]) => labels.includes(label))),
  });
  const all = compareBy(null, common, (outcome) => foldedStatus(within(outcome)));
  const each = labels.map((label) =>
    compareBy(label, common, ({ scores }) => scores[label]?.verdict ?? null),
  );
  return [all, ...each];
}

function compareBy(
  label: string | null,
  common: Comparability['common'],
  verdictOf: (outcome: CaseOutcome) => Verdict,
): LabelComparison {
  const counts = { both: 0, onlyA: 0, onlyB: 0, neither: 0 };
  const regressions: Flip[] = [];
  const improvements: Flip[] = [];
  let undecided = 0;
  let onOneSide = 0;
  for (const { a, b } of common) {
    const from = verdictOf(a);
    const to = verdictOf(b);
    if (from === null || to === null) {
      if (from !== to) onOneSide += 1;
      continue;
    }
    if (isUndecided(from) || isUndecided(to)) undecided += 1;
    const flip = { caseId: a.caseId, role: a.role, label: label ?? 'all scorers', from, to };
    if (from === 'pass' && to === 'pass') counts.both += 1;
    else if (from === 'pass') {
      counts.onlyA += 1;
      regressions.push(flip);
    } else if (to === 'pass') {
      counts.onlyB += 1;
      improvements.push(flip);
    } else counts.neither += 1;
  }
  const cases = counts.both + counts.onlyA + counts.onlyB + counts.neither;
  const discordance = { total: cases, discordant: counts.onlyA + counts.onlyB };
  return {
    label,
    cases,
    undecided,
    onOneSide,
    a: sideShare(counts.both + counts.onlyA, cases),
    b: sideShare(counts.both + counts.onlyB, cases),
    counts,
    difference: pairedDifference({ ...counts, onlyA: counts.onlyB, onlyB: counts.onlyA }),
    pValue: exactMcNemar(counts.onlyA, counts.onlyB),
    smallestSignificant: smallestSignificantDrop(discordance),
    detectable: detectableDrop(discordance),
    regressions,
    improvements,
  };
}

function isUndecided(verdict: FoldedVerdict): boolean {
  return verdict === 'inconclusive' || verdict === 'error';
}

function sideShare(passed: number, of: number): SideShare {
  return { passed, share: of === 0 ? null : passed / of, interval: wilsonInterval(passed, of) };
}
