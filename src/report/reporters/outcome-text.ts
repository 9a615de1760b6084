import { relative } from 'node:path';
import type { GateDecision } from '../../gate/index.js';
import { describeFlip, nameOutcome } from '../../outcomes/index.js';
import type { Board } from '../board/board.js';
import { renderBoard } from '../board/render-board.js';
import type { Outcome } from '../tally.js';
import { createStyles } from '../text/styles.js';
import { visibleLine } from '../text/visible-text.js';
import type { ReporterIo } from './reporter-io.js';

/** The board, remarks, where the journal is, and the gate's line last. */
export function outcomeText({ board, gate }: Outcome, io: ReporterIo): string {
  return [
    renderBoard(board, io),
    '',
    ...gateRemarks(gate, io),
    ...whereabouts(board, io),
    gateLine(gate, io),
    '',
  ].join('\n');
}

/** Where the journal of a run is, and how to go on with a run that is not complete. */
export function whereabouts(
  { run, counts, end }: Board,
  { folder }: Pick<ReporterIo, 'folder'>,
): readonly string[] {
  if (run.journalPath === null) return [];
  const shown = (path: string) => visibleLine(folder === undefined ? path : relative(folder, path));
  const journal = `journal: ${shown(run.journalPath)}`;
  if (end.kind === 'finished' || counts.notRun === 0) return [journal];
  const suite = run.suiteFile === null ? '' : ` ${shown(run.suiteFile)}`;
  return [journal, `${counts.notRun} not run; to go on: sqlassay run${suite} --resume ${run.runId}`];
}

/** The gate's one line; never cut, because its end says why. */
export function gateLine(gate: GateDecision, { colors }: Pick<ReporterIo, 'colors'>): string {
  const styles = createStyles(colors);
  const paint = {
    met: styles.pass,
    warn: styles.unsure,
    not_met: styles.fail,
    could_not_evaluate: styles.unsure,
    refused: styles.fail,
  }[gate.status];
  const [outcome = '', ...rest] = visibleLine(gate.line).split(' · ');
  return [paint(styles.strong(outcome)), ...rest].join(' · ');
}

const shownFlips = 20;

/** What got worse, case by case; reasons beyond the first, which the line has; warnings and notes. */
export function gateRemarks(
  { reasons, warnings, notes, regressions }: GateDecision,
  { colors }: Pick<ReporterIo, 'colors'>,
): string[] {
  const styles = createStyles(colors);
  const said = reasons.filter((reason) => reason !== 'interrupted');
  const left = regressions.length - shownFlips;
  return [
    ...regressions
      .slice(0, shownFlips)
      .map((flip) => styles.fail(visibleLine(`regressed: ${nameOutcome(flip)} · ${describeFlip(flip)}`))),
    ...(left > 0 ? [`regressed: ${left} more`] : []),
    ...[
      ...said.slice(1).map((reason) => `also: ${reason}`),
      ...warnings.slice(said.length === 0 ? 1 : 0).map((warning) => `warning: ${warning}`),
      ...notes.map((note) => `note: ${note}`),
    ].map(visibleLine),
  ];
}
