import { Worker } from 'node:worker_threads';
import { selfKillSignals } from '../protocol.js';

const deadlineWord = 0;
const memoryWord = 1;
const busyWord = 2;
const generationOffset = 24;

/**
 * Runs beside the engine in a thread of its own, because an engine's native code can hold the main thread for as
 * long as it likes. Plain CommonJS: the thread starts from text, without a file to be found or a loader to wait for.
 */
const source = `
const { workerData, parentPort } = require('node:worker_threads');
const words = new BigInt64Array(workerData.shared, 0, 3);
const generation = new Int32Array(workerData.shared, ${generationOffset}, 1);
const end = (signal) => {
  try { process.kill(process.pid, signal); } catch {}
  process.kill(process.pid, 'SIGKILL');
};
parentPort.postMessage('watching');
for (;;) {
  const seen = Atomics.load(generation, 0);
  if (process.ppid !== workerData.parent) end(workerData.signals.orphan);
  const busy = Atomics.load(words, ${busyWord}) === 1n;
  if (busy) {
    const deadline = Atomics.load(words, ${deadlineWord});
    if (deadline > 0n && process.hrtime.bigint() >= deadline) end(workerData.signals.timeout);
    const limit = Atomics.load(words, ${memoryWord});
    if (limit > 0n && process.memoryUsage.rss() > Number(limit)) end(workerData.signals.memory);
  }
  Atomics.wait(generation, 0, seen, busy ? 10 : 500);
}
`;

/** Ends this process when a query overstays, takes too much memory, or the parent is gone. */
export interface Guardian {
  /** Watches from now on; `killAt` is a time of `process.hrtime.bigint()`, or null for no deadline. */
  watch(killAt: bigint | null, memoryBytes: number): void;
  rest(): void;
}

export async function startGuardian(parent: number): Promise<Guardian> {
  const shared = new SharedArrayBuffer(generationOffset + 8);
  const words = new BigInt64Array(shared, 0, 3);
  const generation = new Int32Array(shared, generationOffset, 1);
  const worker = new Worker(source, {
    eval: true,
    execArgv: [],
    env: {},
    workerData: { shared, parent, signals: selfKillSignals },
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  });
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
  });
  worker.unref();
  // Nothing runs unwatched.
  worker.once('exit', () => process.kill(process.pid, 'SIGKILL'));
  const wake = (): void => {
    Atomics.add(generation, 0, 1);
    Atomics.notify(generation, 0);
  };
  return {
    watch(killAt, memoryBytes) {
      Atomics.store(words, deadlineWord, killAt ?? 0n);
      Atomics.store(words, memoryWord, BigInt(memoryBytes));
      Atomics.store(words, busyWord, 1n);
      wake();
    },
    rest() {
      // Without a wake-up: the thread notices at its next look, and a wake-up costs more than that look.
      Atomics.store(words, busyWord, 0n);
    },
  };
}
