import { nameCaseRun } from '../../gate/index.js';
import type { CaseResult } from '../../types/index.js';
import { statusWords } from '../failure/status-words.js';
import { cutLine } from '../text/cut-text.js';
import { printDuration } from '../text/numbers.js';
import { createStyles } from '../text/styles.js';
import { visibleLine } from '../text/visible-text.js';
import type { ReporterIo } from './reporter-io.js';

/** A case run on one line: status, name, reason where there is one, time. */
export function caseLine(
  result: CaseResult,
  io: Pick<ReporterIo, 'colors' | 'columns'>,
  isKnown = false,
): string {
  const styles = createStyles(io.colors);
  const { word, symbol, paint } = statusWords(result.status, styles);
  const status = `${symbol} ${word}${isKnown ? ' (known)' : ''}`;
  const reason = result.infrastructure?.message ?? result.reason;
  const time = printDuration(result.seconds.total);
  const rest = ` ${nameCaseRun(result)} · ${time}${result.status === 'pass' || reason === null ? '' : ` · ${reason}`}`;
  return paint(status) + cutLine(visibleLine(rest), Math.max(10, io.columns - status.length));
}
