import type { GateDecision } from '../../gate/index.js';
import { renderBoard } from '../board/render-board.js';
import type { Outcome } from '../tally.js';
import { createStyles } from '../text/styles.js';
import { visibleLine } from '../text/visible-text.js';
import type { ReporterIo } from './reporter-io.js';

/** The board, the gate's remarks, and the gate's line last. */
export function outcomeText({ board, gate }: Outcome, io: ReporterIo): string {
  return [renderBoard(board, io), '', ...remarks(gate), gateLine(gate, io), ''].join('\n');
}

/** The gate's one line; never cut, because its end says why. */
export function gateLine(gate: GateDecision, { colors }: Pick<ReporterIo, 'colors'>): string {
  const styles = createStyles(colors);
  const paint = { met: styles.pass, not_met: styles.fail, could_not_evaluate: styles.unsure }[gate.status];
  const [outcome = '', ...rest] = visibleLine(gate.line).split(' · ');
  return [paint(styles.strong(outcome)), ...rest].join(' · ');
}

/** Reasons beyond the first, which the line has, and notes. */
function remarks({ reasons, notes }: GateDecision): string[] {
  const more = reasons.filter((reason) => reason !== 'interrupted').slice(1);
  return [...more.map((reason) => `also: ${reason}`), ...notes.map((note) => `note: ${note}`)].map(
    visibleLine,
  );
}
