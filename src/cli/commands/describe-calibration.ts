import type {
  Calibration,
  CalibrationSummary,
  JudgedPair,
  LabelFile,
  Share,
} from '../../calibration/index.js';
import { visibleLine } from '../../report/index.js';
import { alignRows } from '../align-rows.js';

/** What a calibration was of. */
export interface CalibrationReport {
  readonly model: string;
  /** True when the model's price is known. */
  readonly isPriced: boolean;
  readonly file: string;
  readonly labels: LabelFile;
  readonly calibration: Calibration;
}

/** Disagreements that are listed; `--json` has them all. */
const mostListed = 20;

export function describeCalibration(
  { model, isPriced, file, labels, calibration }: CalibrationReport,
  summary: CalibrationSummary,
): string {
  const { pairs, decided, inconclusive, kappa, accuracy, falsePasses, falseFails, disagreements } = summary;
  const missing = labels.pairs.length - pairs;
  const leftOut = Object.entries(labels.leftOut).map(([label, count]) => `${count} ${label}`);
  const rows = [
    ['pairs', `${pairs}${missing === 0 ? '' : ` of ${labels.pairs.length}, the others were not asked`}`],
    ...(leftOut.length === 0 ? [] : [['left out', `${leftOut.join(', ')}: neither right nor wrong`]]),
    ['inconclusive', `${inconclusive}, in none of the shares below`],
    ['accuracy', shareText(accuracy)],
    ['kappa', kappa === null ? `not defined${decided === 0 ? '' : ': all are alike'}` : kappa.toFixed(3)],
    ['false passes', `${shareText(falsePasses)} of what is labelled wrong`],
    ['false fails', `${shareText(falseFails)} of what is labelled right`],
    ['cost', costText(summary, isPriced)],
  ];
  const { stopped } = calibration;
  const listed = disagreements.slice(0, mostListed).map(disagreementText);
  const more = disagreements.length - listed.length;
  return [
    visibleLine(`${model} on ${file}${stopped === null ? '' : ' (not finished)'}`),
    ...alignRows(rows).map((line) => `  ${visibleLine(line)}`),
    ...(listed.length === 0 ? [] : ['', 'disagreements', ...listed]),
    ...(more > 0 ? [`  and ${more} more, in --json`] : []),
    '',
  ].join('\n');
}

function shareText({ count, total, share, interval }: Share): string {
  if (share === null || interval === null) return `none (0 of ${total})`;
  return `${percent(share)} (${count} of ${total}; 95% interval ${percent(interval.low)} to ${percent(interval.high)})`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

function costText({ usage, costUsd }: CalibrationSummary, isPriced: boolean): string {
  const tokens =
    usage === null ? 'tokens were not counted' : `${usage.inputTokens} tokens in, ${usage.outputTokens} out`;
  if (costUsd !== null) return `$${costUsd.toFixed(4)} (${tokens})`;
  return `${isPriced ? 'not known' : "the model's price is not known"} (${tokens})`;
}

function disagreementText({ pair, score }: JudgedPair): string {
  const said = score.verdict === 'pass' ? 'passed, labelled wrong' : 'failed, labelled right';
  return [
    `  ${visibleLine(`${pair.id}: ${said}`)}`,
    `    ${visibleLine(`judge: ${score.reason ?? ''}`)}`,
    `    ${visibleLine(`gold: ${pair.gold}`)}`,
    `    ${visibleLine(`candidate: ${pair.candidate}`)}`,
  ].join('\n');
}

/** The same as JSON, with every pair that was judged. */
export function calibrationJson(
  { model, file, labels, calibration }: CalibrationReport,
  { disagreements, ...summary }: CalibrationSummary,
): unknown {
  return {
    schemaVersion: 1,
    model,
    labels: { file, pairs: labels.pairs.length, leftOut: labels.leftOut },
    finished: calibration.stopped === null,
    stopped: calibration.stopped,
    ...summary,
    disagreements: disagreements.map(({ pair }) => pair.id),
    judged: calibration.judged.map(({ pair, score }) => ({
      id: pair.id,
      labelledRight: pair.isRight,
      verdict: score.verdict,
      value: score.value,
      reason: score.reason,
      flags: score.flags,
      ...(score.costUsd === undefined ? {} : { costUsd: score.costUsd }),
      samples: score.detail.samples ?? [],
    })),
  };
}
