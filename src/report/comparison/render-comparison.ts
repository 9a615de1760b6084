import { describeFlip, type Flip, type LabelComparison, nameOutcome } from '../../outcomes/index.js';
import { significance } from '../../statistics/index.js';
import { alignTable } from '../text/align-table.js';
import { cutLine } from '../text/cut-text.js';
import { printCount, printPercent, printUsd } from '../text/numbers.js';
import { createStyles, type Styles } from '../text/styles.js';
import { visibleLine } from '../text/visible-text.js';
import type { ComparedRun, RunComparison } from './run-comparison.js';

interface Rendering {
  readonly columns: number;
  readonly colors: boolean;
}

const shownFlips = 50;

/** Two runs side by side, for people: shares and their difference, what changed, and what the numbers can show. */
export function renderComparison(comparison: RunComparison, { columns, colors }: Rendering): string {
  const styles = createStyles(colors);
  const { a, b, comparisons } = comparison;
  const [all, ...each] = comparisons;
  const sections = [
    [runLine('A', a, styles), runLine('B', b, styles)].map((line) => cutLine(line, columns)),
    alignTable([heads, ...comparisons.map(shareRow)], columns, styles),
    alignTable([splitHeads, ...comparisons.map(splitRow)], columns, styles),
    ...(each.length === 1 ? each : comparisons)
      .filter(({ cases }) => cases > 0)
      .map((one) => [conclusion(one, styles)]),
    ...flipSections(each, columns, styles),
    remarks(comparison, all, columns),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function runLine(name: string, run: ComparedRun, styles: Styles): string {
  const parts = [
    run.suite,
    `solver ${run.solver}`,
    `mode ${run.mode}`,
    run.passes > 1 ? `${run.passes} passes` : '',
    run.costPerCaseRunUsd === null ? '' : `${printUsd(run.costPerCaseRunUsd)} per case run`,
    run.runId,
  ];
  return `${styles.strong(name)}  ${visibleLine(parts.filter(Boolean).join(' · '))}`;
}

const heads = ['', 'A', 'B', 'B - A', '95% interval', 'p'];

function shareRow({ label, cases, a, b, difference, pValue }: LabelComparison): readonly string[] {
  const share = ({ passed, share: of }: LabelComparison['a']) =>
    of === null ? '-' : `${passed}/${cases} ${printPercent(of)}`;
  if (difference === null) return [label ?? 'all scorers', '-', '-', '-', '-', '-'];
  return [
    label ?? 'all scorers',
    share(a),
    share(b),
    points(difference.difference),
    `${points(difference.low)} to ${points(difference.high)}`,
    printP(pValue),
  ];
}

const splitHeads = ['', 'both', 'only A', 'only B', 'neither', 'undecided'];

function splitRow({ label, counts, undecided }: LabelComparison): readonly string[] {
  const { both, onlyA, onlyB, neither } = counts;
  return [label ?? 'all scorers', ...[both, onlyA, onlyB, neither, undecided].map(String)];
}

function conclusion(
  { label, cases, counts, pValue, smallestSignificant, detectable }: LabelComparison,
  styles: Styles,
) {
  const name = visibleLine(label ?? 'all scorers');
  if (pValue < significance) {
    const better = counts.onlyB > counts.onlyA ? 'B' : 'A';
    return `${name}: ${styles.strong(`${better} is better`)} (exact McNemar p ${printP(pValue, '= ')})`;
  }
  const could =
    smallestSignificant === null
      ? `${printCount(cases, 'case')} are too few to show any difference`
      : `with as many changes, ${printCount(cases, 'case')} could have shown a difference of ${size(smallestSignificant)}`;
  const power =
    detectable === null ? '' : `, and find a true one of ${size(detectable)} four times out of five`;
  return `${name}: no difference shown (exact McNemar p ${printP(pValue, '= ')}); ${could}${power}`;
}

function flipSections(each: readonly LabelComparison[], columns: number, styles: Styles): string[][] {
  const regressions = each.flatMap((one) => one.regressions);
  const improvements = each.flatMap((one) => one.improvements);
  return [
    flipLines('passed in A and not in B', regressions, columns, (line) => styles.fail(line), '-'),
    flipLines('passed in B and not in A', improvements, columns, (line) => styles.pass(line), '+'),
  ];
}

function flipLines(
  title: string,
  flips: readonly Flip[],
  columns: number,
  paint: (text: string) => string,
  mark: string,
): string[] {
  if (flips.length === 0) return [];
  const left = flips.length - shownFlips;
  return [
    `${title} (${flips.length})`,
    ...flips
      .slice(0, shownFlips)
      .map((flip) =>
        paint(cutLine(visibleLine(`  ${mark} ${nameOutcome(flip)}  ${describeFlip(flip)}`), columns)),
      ),
    ...(left > 0 ? [`  … ${left} more; --json has all of them`] : []),
  ];
}

function remarks(
  { cases, onlyA, onlyB, mismatches }: RunComparison,
  all: LabelComparison | undefined,
  columns: number,
) {
  return [
    `${printCount(cases, 'case')} compared`,
    ...(onlyA.length > 0 ? [`${printCount(onlyA.length, 'case')} only in A, left out`] : []),
    ...(onlyB.length > 0 ? [`${printCount(onlyB.length, 'case')} only in B, left out`] : []),
    ...(all !== undefined && all.onOneSide > 0
      ? [`${printCount(all.onOneSide, 'case')} scored on one side only, left out`]
      : []),
    ...mismatches.map(({ what }) => `note: ${what}`),
  ].map((line) => cutLine(visibleLine(line), Math.max(columns, 40)));
}

/** `+4.4`, in percentage points. */
function points(difference: number): string {
  const text = (difference * 100).toFixed(1);
  return difference > 0 ? `+${text}` : text;
}

function size(difference: number): string {
  return `${(difference * 100).toFixed(1)} points`;
}

function printP(p: number, equals = ''): string {
  if (p < 0.0001) return '< 0.0001';
  return `${equals}${p >= 0.01 ? p.toFixed(3) : p.toPrecision(2)}`;
}
