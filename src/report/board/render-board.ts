import { nameCaseRun } from '../../gate/index.js';
import type { SelfTest, UndeterminedReason } from '../../types/index.js';
import { cutLine, wrapText } from '../text/cut-text.js';
import { printCount, printDuration, printPercent, printUsd } from '../text/numbers.js';
import { createStyles, type Styles } from '../text/styles.js';
import { visibleLine } from '../text/visible-text.js';
import type { Board, DeterminismBoard } from './board.js';
import { renderGroups, renderOverview } from './board-tables.js';
import type { Share } from './share.js';

export interface BoardRendering {
  readonly columns: number;
  readonly colors: boolean;
}

const labelWidth = 16;
const named = 8;

/** The board as text: tables of shares, then one line for each of the rest that this run has. */
export function renderBoard(board: Board, { columns, colors }: BoardRendering): string {
  const styles = createStyles(colors);
  const sections = [
    [title(board, columns, styles)],
    renderOverview(board, columns, styles),
    ...renderGroups(board, columns, styles),
    facts(board).flatMap(([label, text]) => factLines(label, text, columns, styles)),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function title({ run, counts, seconds }: Board, columns: number, styles: Styles): string {
  const parts = [
    `mode ${run.mode}`,
    `solver ${run.solver}`,
    run.passes > 1 ? `${run.passes} passes` : '',
    `${printCount(counts.total, 'case run')} in ${printDuration(seconds)}`,
    run.resumed > 0 ? `${run.resumed} of them from the journal` : '',
  ].filter(Boolean);
  const name = visibleLine(run.suite);
  const rest = cutLine(` · ${visibleLine(parts.join(' · '))}`, Math.max(1, columns - name.length));
  return `${styles.strong(name)}${rest}`;
}

/** What fits on a line each, in the order in which people ask for it. */
function facts(board: Board): readonly (readonly [string, string])[] {
  const lines: [string, string][] = [];
  const { counts, answerability, paraphrases, usage, cost, latency, determinism, selfTest } = board;
  if (counts.unscored > 0) lines.push(['unscored', `${counts.unscored}: no scorer had anything to say`]);
  if (counts.notRun > 0)
    lines.push(['not run', `${counts.notRun}${board.end.kind === 'stopped' ? `: ${board.end.why}` : ''}`]);
  if (board.run.repeatedCalls > 0) {
    lines.push([
      'asked again',
      `${printCount(board.run.repeatedCalls, 'call')} that had no answer when the run died`,
    ]);
  }
  for (const { step, message, caseRuns } of board.infrastructure.slice(0, named)) {
    lines.push(['infrastructure', `${printCount(caseRuns, 'case run')}: ${step}: ${message}`]);
  }
  for (const { caseId, role, pass, until, why } of board.knownFailures.caseRuns.slice(0, named)) {
    lines.push(['known failure', `${nameCaseRun({ caseId, role, pass })} until ${until}: ${why}`]);
  }
  if (board.knownFailures.count > named)
    lines.push(['known failure', `${board.knownFailures.count - named} more`]);
  if (answerability !== null) {
    const { precision, recall } = answerability;
    lines.push(['unanswerable', `precision ${printShare(precision)} · recall ${printShare(recall)}`]);
  }
  lines.push(...engineFacts(board));
  if (paraphrases !== null) {
    const { agreement, disagreeing } = paraphrases;
    lines.push([
      'paraphrases',
      `${printShare(agreement)} of the groups agree${list(disagreeing, '; not: ')}`,
    ]);
  }
  if (determinism !== null) lines.push(...passFacts(determinism));
  if (usage !== null) {
    const { caseRuns, inputTokens, outputTokens, scoring } = usage;
    const judges =
      scoring === null ? '' : ` · scoring: ${scoring.inputTokens} in · ${scoring.outputTokens} out`;
    lines.push([
      'tokens',
      `${inputTokens} in · ${outputTokens} out, of ${printCount(caseRuns, 'case run')}${judges}`,
    ]);
  }
  if (cost !== null) {
    const perCorrect =
      cost.perCorrectUsd === null ? '' : ` · ${printUsd(cost.perCorrectUsd)} per correct answer`;
    const judges = cost.scoringUsd > 0 ? ` · ${printUsd(cost.scoringUsd)} of it for scoring` : '';
    lines.push([
      'cost',
      `${printUsd(cost.totalUsd)} · ${printUsd(cost.perCaseRunUsd)} per case run${perCorrect}${judges}`,
    ]);
  }
  if (board.fromCache > 0)
    lines.push(['cache', `${printCount(board.fromCache, 'answer')} of an earlier run, paid for then`]);
  if (latency.length > 0) {
    const steps = latency.map(
      ({ step, p50, p95 }) => `${step} ${printDuration(p50)} / ${printDuration(p95)}`,
    );
    lines.push(['p50 / p95', steps.join(' · ')]);
  }
  if (board.fragile !== null) {
    const { count, caseRuns } = board.fragile;
    const names = caseRuns.slice(0, named).map(nameCaseRun);
    const more = count > names.length ? `, ${count - names.length} more` : '';
    lines.push([
      'fragile',
      `${count} ${count === 1 ? 'pass' : 'passes'} right here, wrong on a small database: ${names.join(', ')}${more}`,
    ]);
  }
  if (board.flags.length > 0) {
    const shown = board.flags.slice(0, 12).map(({ flag, caseRuns }) => `${flag} ${caseRuns}`);
    const left = board.flags.length - shown.length;
    lines.push(['flags', `${shown.join(' · ')}${left > 0 ? ` · ${left} more` : ''}`]);
  }
  for (const { label, why } of board.run.leftOut) lines.push(['left out', `${label}: ${why}`]);
  if (selfTest !== null) lines.push(...selfTestFacts(selfTest));
  return lines;
}

/** What a whole engine does besides writing SQL. */
function engineFacts({ routing, retrieval, faithfulness }: Board): [string, string][] {
  const lines: [string, string][] = [];
  if (routing !== null) {
    const { top1, shortlist, exact } = routing;
    lines.push([
      'routing',
      `top 1 ${printShare(top1)} · shortlist ${printShare(shortlist)}${exact === null ? '' : ` · exact ${printShare(exact)}`}`,
    ]);
  }
  if (retrieval !== null) {
    const { tableRecall, columnRecall, tablePrecision, tablesSent, columnsSent, caseRuns } = retrieval;
    const recall = (name: string, mean: number | null) =>
      mean === null ? '' : `${name} ${printPercent(mean)}`;
    const sent = (noun: string, mean: number | null) => (mean === null ? '' : `${mean.toFixed(1)} ${noun}`);
    const parts = [
      recall('mean recall of tables', tableRecall),
      recall('of columns', columnRecall),
      recall('precision of tables', tablePrecision),
      [sent('tables', tablesSent), sent('columns', columnsSent)].filter(Boolean).join(' and '),
    ].filter(Boolean);
    lines.push([
      'retrieval',
      `${parts.join(' · ')} sent on average, over ${printCount(caseRuns, 'case run')}`,
    ]);
  }
  if (faithfulness !== null) {
    const { answers, checked, unsupportedNumbers, unsupportedEntities, misattributed } = faithfulness;
    lines.push([
      'faithfulness',
      `${printShare(answers)} of the answers · ${checked} checked: ${unsupportedNumbers} numbers (${misattributed} of another row) and ${unsupportedEntities} names unsupported`,
    ]);
  }
  return lines;
}

function passFacts({ cases, flaky, flakyCases, shares, passAtK }: DeterminismBoard): [string, string][] {
  const estimates = passAtK.map(({ k, estimate }) => `pass@${k} ${printPercent(estimate)}`);
  const facts: [string, string][] = [
    [
      'passes',
      `${printCount(cases, 'case')}: ${printShare(shares.same)} with the same result each time · ${printShare(shares.always)} always pass · ${printShare(shares.once)} pass at least once · ${flaky} flaky`,
    ],
  ];
  if (estimates.length > 0) facts.push(['pass@k', estimates.join(' · ')]);
  const names = flakyCases.map(
    ({ caseId, role, passed, of }) => `${nameCaseRun({ caseId, role, pass: 1 })} ${passed}/${of}`,
  );
  if (flaky > 0) facts.push(['flaky', list(names, '')]);
  return facts;
}

const problems = {
  gold_fails: 'its own gold does not pass',
  mutant_passes: 'a wrong answer passes',
  gold_query_failed: 'the gold query failed',
} as const;

const undeterminedWords: Readonly<Record<UndeterminedReason, string>> = {
  limit_without_order: 'a LIMIT without an order',
  clock: 'the clock',
  random: 'chance',
  unordered_aggregate: 'a list without an order',
  tie_at_limit: 'a tie at the LIMIT',
  tied_order: 'the order of ties',
};

/** Golds that may give something else on the same data, with why. */
function undeterminedFacts({ undetermined = [] }: SelfTest): [string, string][] {
  if (undetermined.length === 0) return [];
  const shown = undetermined
    .slice(0, named)
    .map(
      ({ caseId, reasons }) => `${caseId} (${reasons.map((reason) => undeterminedWords[reason]).join(', ')})`,
    );
  const left = undetermined.length - shown.length;
  return [
    [
      'undetermined',
      `${printCount(undetermined.length, 'gold')} that the data do not determine: ${shown.join(' · ')}${left > 0 ? ` · ${left} more` : ''}`,
    ],
  ];
}

function selfTestFacts(selfTest: SelfTest): [string, string][] {
  return [...toldFacts(selfTest), ...undeterminedFacts(selfTest)];
}

function toldFacts({ checked, cannotTell }: SelfTest): [string, string][] {
  if (checked === 0 && cannotTell.length === 0)
    return [['self-test', 'no case has a gold that could be tested']];
  const bad = new Set(cannotTell.map(({ caseId }) => caseId)).size;
  if (bad === 0)
    return [['self-test', `${printCount(checked, 'gold')} pass as answers, and a mutant of each fails`]];
  return [
    ['self-test', `${bad} of ${printCount(checked, 'case')} cannot tell right from wrong`],
    ...cannotTell
      .slice(0, named)
      .map(({ caseId, label, problem, detail }): [string, string] => [
        'cannot tell',
        `${label === '' ? caseId : `${caseId} · ${label}`}: ${problems[problem]}${detail === '' ? '' : ` (${detail})`}`,
      ]),
    ...(cannotTell.length > named
      ? [['cannot tell', `${cannotTell.length - named} more`] as [string, string]]
      : []),
  ];
}

function printShare({ passed, of, share, interval }: Share): string {
  if (share === null || interval === null) return 'none';
  const [low, high] = [interval.low, interval.high].map((bound) => Math.round(bound * 100));
  return `${passed}/${of} ${printPercent(share)} (${low}-${high}%)`;
}

function list(names: readonly string[], lead: string): string {
  if (names.length === 0) return '';
  const left = names.length - named;
  return `${lead}${names.slice(0, named).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

function factLines(label: string, text: string, columns: number, styles: Styles): string[] {
  const width = Math.max(20, columns - labelWidth - 2);
  const lines = wrapText(visibleLine(text), width);
  return lines.map((line, index) =>
    index === 0 ? `  ${styles.quiet(label.padEnd(labelWidth))}${line}` : `  ${' '.repeat(labelWidth)}${line}`,
  );
}
