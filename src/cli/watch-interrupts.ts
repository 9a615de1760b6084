import type { CliIo } from './cli-io.js';

/** Turns Ctrl-C into a signal. */
export interface Interrupts {
  readonly signal: AbortSignal;
  dispose(): void;
}

/** The first Ctrl-C (or SIGTERM) asks the run to stop, the second ends the process at once. */
export function watchInterrupts({ stderr }: CliIo): Interrupts {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(130);
    stderr.write('\nstopping; what is finished is kept. Press Ctrl-C again to end at once.\n');
    controller.abort();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    dispose() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
