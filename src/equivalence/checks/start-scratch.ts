import type { Scratch } from '../../types/index.js';

const mostMilliseconds = 60_000;

/** Waits until the engine of a scratch answers, so that starting it is not on the time of the first pair. */
export async function startScratch(scratch: Scratch, signal: AbortSignal): Promise<Scratch> {
  const limits = { timeoutMs: mostMilliseconds, maxRows: 1, maxBytes: 1000, signal };
  // An engine that does not start says so again, with its reason, to the check that needs it.
  await scratch.runMany([{ setup: [], queries: ['SELECT 1'] }], limits).catch(() => {});
  return scratch;
}
