import type { CaseResult, Reporter } from '../../types/index.js';
import { renderFailure } from '../failure/render-failure.js';
import { statusWords } from '../failure/status-words.js';
import { witnessOf } from '../failure/witness-block.js';
import type { Tally } from '../tally.js';
import { createStyles } from '../text/styles.js';
import { caseLine } from './case-line.js';
import { gateLine, outcomeText, whereabouts } from './outcome-text.js';
import { createProgress } from './progress.js';
import type { ReporterIo } from './reporter-io.js';

/** A reporter that holds something, such as the terminal's cursor, to be let go also when the run breaks off. */
export interface ClosableReporter extends Reporter {
  close?(): void;
}

/** So many failures are shown whole; the others get a line each, so that a bad run stays readable. */
const shownWhole = 20;

/** Failures as they come, then the board; progress on stderr. */
export function createDefaultReporter(tally: Tally, io: ReporterIo): ClosableReporter {
  const progress = createProgress(tally, io);
  let shown = 0;
  return {
    onRunStart: (info) => progress.start(info),
    onCaseEnd(result) {
      if (isWorthShowing(result)) {
        const text =
          shown < shownWhole ? `${failureText(result, tally, io)}\n` : shortFailure(result, tally, io);
        shown += 1;
        progress.around(() => io.stdout.write(`${text}\n`));
      }
      progress.update();
    },
    onRunEnd(summary) {
      progress.stop();
      io.stdout.write(outcomeText(tally.finish(summary), io));
    },
    close: () => progress.stop(),
  };
}

/** A line for every case run, and every failure whole. */
export function createVerboseReporter(tally: Tally, io: ReporterIo): Reporter {
  return {
    onCaseEnd(result) {
      const text = isWorthShowing(result)
        ? `\n${failureText(result, tally, io)}\n`
        : caseLine(result, io, tally.gate.knownFailure(result) !== null);
      io.stdout.write(`${text}\n`);
    },
    onRunEnd(summary) {
      io.stdout.write(`\n${outcomeText(tally.finish(summary), io)}`);
    },
  };
}

/** A character for every case run, the first failures whole at the end, then the board. */
export function createDotReporter(tally: Tally, io: ReporterIo): Reporter {
  const styles = createStyles(io.colors);
  const failures: string[] = [];
  let column = 0;
  let left = 0;
  return {
    onCaseEnd(result) {
      const { letter, paint } = statusWords(result.status, styles);
      column += 1;
      const isFull = column >= io.columns;
      if (isFull) column = 0;
      io.stdout.write(`${paint(letter)}${isFull ? '\n' : ''}`);
      if (!isWorthShowing(result)) return;
      if (failures.length < shownWhole) failures.push(failureText(result, tally, io));
      else left += 1;
    },
    onRunEnd(summary) {
      const more = left > 0 ? [`… ${left} more that did not pass; the verbose reporter shows all`] : [];
      const blocks = [...failures, ...more].map((text) => `${text}\n\n`).join('');
      io.stdout.write(`${column > 0 ? '\n' : ''}\n${blocks}${outcomeText(tally.finish(summary), io)}`);
    },
  };
}

/** A line for every case run that did not pass, and the gate's line. */
export function createMinimalReporter(tally: Tally, io: ReporterIo): Reporter {
  return {
    onCaseEnd(result) {
      if (didNotPass(result)) io.stdout.write(`${shortFailure(result, tally, io)}\n`);
    },
    onRunEnd(summary) {
      const { board, gate } = tally.finish(summary);
      const lines = summary.counts.notRun > 0 ? whereabouts(board, io) : [];
      io.stdout.write(`${[...lines, gateLine(gate, io)].join('\n')}\n`);
    },
  };
}

/** What did not pass, and passes that a counterexample makes fragile. */
function isWorthShowing(result: CaseResult): boolean {
  return didNotPass(result) || witnessOf(result) !== null;
}

function didNotPass({ status }: CaseResult): boolean {
  return status !== 'pass' && status !== 'unscored';
}

function failureText(result: CaseResult, tally: Tally, io: ReporterIo): string {
  const { columns, colors, folder } = io;
  const known = tally.gate.knownFailure(result);
  return renderFailure(result, { columns, colors, known, ...(folder === undefined ? {} : { folder }) });
}

function shortFailure(result: CaseResult, tally: Tally, io: ReporterIo): string {
  return caseLine(result, io, tally.gate.knownFailure(result) !== null);
}
