import { relative } from 'node:path';
import { type GateDecision, nameCaseRun } from '../../gate/index.js';
import { describeFlip, type Flip, nameOutcome } from '../../outcomes/index.js';
import type { Board } from '../board/board.js';
import type { Share } from '../board/share.js';
import type { Outcome } from '../tally.js';
import { printCount, printPercent, printUsd } from '../text/numbers.js';
import type { KeptFailure } from './kept-failures.js';
import { codeBlock, codeSpan, htmlCode } from './markdown-text.js';

export interface MarkdownOptions {
  /** Case runs that did not pass, in the order to show them. */
  readonly failures: readonly KeptFailure[];
  /** How many did not pass, shown or not. */
  readonly failureCount: number;
  /** Paths are shown relative to this folder. */
  readonly folder?: string;
  /** Failures are left out, and counted, once the text is this long. */
  readonly longest?: number;
}

const shownFlips = 50;

/**
 * A run in Markdown: the gate, what got worse, the shares, and every case run that did not pass. Text of the suite, the
 * model and the database stands in code only, where no mark-up, HTML or mention in it has an effect.
 */
export function renderMarkdown({ board, gate }: Outcome, options: MarkdownOptions): string {
  const head = [
    `## ${icon(gate)} sqlassay: ${codeSpan(board.run.suite)}, mode ${board.run.mode}`,
    codeSpan(gate.line, 1000),
    ...reasons(gate),
    ...flips('Passed in the baseline and does not any more', gate.regressions),
    shares(board),
    facts(board),
  ].filter((part) => part !== '');
  const parts = [...head];
  let length = head.join('\n\n').length;
  let shown = 0;
  for (const failure of options.failures) {
    const text = failureBlock(failure, options);
    if (length + text.length > (options.longest ?? Number.POSITIVE_INFINITY)) break;
    if (shown === 0) parts.push('### Did not pass');
    parts.push(text);
    length += text.length + 2;
    shown += 1;
  }
  const left = options.failureCount - shown;
  if (left > 0)
    parts.push(`${printCount(left, 'more case run')} that did not pass; the JSON report has all.`);
  parts.push(...flips('Did not pass in the baseline and does now', gate.improvements));
  return `${parts.join('\n\n')}\n`;
}

function icon({ status }: GateDecision): string {
  return { met: '✅', warn: '⚠️', not_met: '❌', could_not_evaluate: '❔', refused: '⛔' }[status];
}

function reasons({ reasons: why, warnings, notes }: GateDecision): string[] {
  const lines = [
    ...why.map((text) => `- ${codeSpan(text, 1000)}`),
    ...warnings.map((text) => `- warning: ${codeSpan(text, 1000)}`),
    ...notes.slice(0, 20).map((text) => `- note: ${codeSpan(text, 1000)}`),
  ];
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function flips(title: string, list: readonly Flip[]): string[] {
  if (list.length === 0) return [];
  const lines = list
    .slice(0, shownFlips)
    .map((flip) => `- ${codeSpan(nameOutcome(flip))} ${codeSpan(describeFlip(flip))}`);
  const left = list.length - lines.length;
  return [`### ${title}`, [...lines, ...(left > 0 ? [`- ${left} more`] : [])].join('\n')];
}

function shares(board: Board): string {
  const row = (name: string, share: Share) =>
    share.interval === null || share.share === null
      ? `| ${name} | 0/0 | - | - |`
      : `| ${name} | ${share.passed}/${share.of} | ${printPercent(share.share)} | ${percent(share.interval.low)} to ${percent(share.interval.high)} |`;
  return [
    '| | passed | share | 95% interval |',
    '|---|---:|---:|---:|',
    row('case runs', board.caseRuns),
    ...board.scorers.flatMap(({ label, share, lenient }) => [
      row(codeSpan(label), share),
      ...(lenient === null ? [] : [row(`${codeSpan(label)} lenient`, lenient)]),
    ]),
  ].join('\n');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

function facts({ counts, cost, run, determinism }: Board): string {
  return [
    `${counts.failed} failed`,
    `${counts.inconclusive} inconclusive`,
    `${counts.error} errored`,
    counts.unscored > 0 ? `${counts.unscored} unscored` : '',
    counts.notRun > 0 ? `${counts.notRun} not run` : '',
    determinism === null ? '' : `${determinism.flaky} flaky over ${run.passes} passes`,
    cost === null ? '' : `${printUsd(cost.totalUsd)}, ${printUsd(cost.perCaseRunUsd)} per case run`,
    `solver ${codeSpan(run.solver)}`,
    `run ${codeSpan(run.runId)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function failureBlock(failure: KeptFailure, { folder }: MarkdownOptions): string {
  const { status, reason, question, goldSql, modelSql, source, known } = failure;
  const place =
    source === null
      ? ''
      : `${folder === undefined ? source.file : relative(folder, source.file)}:${source.line}`;
  const word = { fail: 'failed', inconclusive: 'inconclusive', error: 'errored' }[status];
  const head = [
    `${word}${known === null ? '' : ` (known until ${known.until})`}`,
    htmlCode(nameCaseRun(failure)),
  ];
  return [
    `<details><summary>${head.join(' ')}${reason === null ? '' : ` ${htmlCode(reason)}`}</summary>`,
    '',
    codeBlock(question, 'text'),
    ...(reason === null ? [] : ['', 'reason', '', codeBlock(reason, 'text')]),
    ...(goldSql === null ? [] : ['', 'gold query', '', codeBlock(goldSql, 'sql')]),
    ...(modelSql === null ? [] : ['', "model's query", '', codeBlock(modelSql, 'sql')]),
    ...(place === '' ? [] : ['', codeSpan(place)]),
    '',
    '</details>',
  ].join('\n');
}
