import { SingleBar } from 'cli-progress';
import type { RunInfo } from '../../types/index.js';
import type { Tally } from '../tally.js';
import { printDuration } from '../text/numbers.js';
import type { ReporterIo } from './reporter-io.js';

/** Tells how far a run is: one line that is updated on a terminal, a line every ten seconds elsewhere. */
export interface Progress {
  start(info: RunInfo): void;
  update(): void;
  /** Writes something else without tearing the line. */
  around(write: () => void): void;
  stop(): void;
}

const plainEverySeconds = 10;

export function createProgress(tally: Tally, io: ReporterIo): Progress {
  return io.isTTY ? createBarProgress(tally, io) : createPlainProgress(tally, io);
}

function createBarProgress(tally: Tally, io: ReporterIo): Progress {
  const now = io.now ?? Date.now;
  let startedAt = 0;
  let total = 0;
  const payload = () => ({ counts: counts(tally), left: timeLeft(tally, total, (now() - startedAt) / 1000) });
  const bar = new SingleBar({
    stream: io.stderr,
    format: '{bar} {value}/{total} · {counts}{left}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: Math.max(5, Math.min(24, io.columns - 70)),
    hideCursor: true,
    clearOnComplete: true,
    fps: 8,
    // It would take over Ctrl-C, which belongs to the run.
    gracefulExit: false,
  });
  const show = () => bar.start(total, tally.total.done, payload());
  return {
    start(info) {
      startedAt = now();
      total = info.total;
      if (total > 0) show();
    },
    update() {
      bar.update(tally.total.done, payload());
    },
    around(write) {
      if (!bar.isActive) return write();
      bar.stop();
      write();
      show();
    },
    stop() {
      if (bar.isActive) bar.stop();
    },
  };
}

function createPlainProgress(tally: Tally, io: ReporterIo): Progress {
  const now = io.now ?? Date.now;
  let last = now();
  let total = 0;
  return {
    start(info) {
      last = now();
      total = info.total;
      io.stderr.write(`running ${total} case runs of ${info.suite}, mode ${info.mode}\n`);
    },
    update() {
      if (now() - last < plainEverySeconds * 1000) return;
      last = now();
      io.stderr.write(`${tally.total.done}/${total} · ${counts(tally)}\n`);
    },
    around: (write) => write(),
    stop() {},
  };
}

function counts({ total }: Tally): string {
  return [
    `${total.pass} passed`,
    `${total.fail} failed`,
    `${total.inconclusive} inconclusive`,
    `${total.error} errored`,
  ].join(' · ');
}

function timeLeft({ total: { done } }: Tally, total: number, elapsed: number): string {
  if (done === 0 || done >= total || elapsed < 2) return '';
  const left = Math.round((elapsed / done) * (total - done));
  return ` · ${left < 60 ? `${left} s` : printDuration(left)} left`;
}
