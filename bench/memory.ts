import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childPool } from '../src/platforms/embedded/child-pool.js';
import { executeRun } from '../src/runner/index.js';
import { parserStatistics } from '../src/sql/index.js';
import { replaySuite } from './replay-suite.js';

/**
 * Resident memory over a run of 10,000 replayed cases on SQLite. The parser is a thread, so what it holds (its WebAssembly
 * memory and its heap) is taken from the process's resident memory to give the main thread's share. `uncollected` is
 * measured as the run goes; the other figures after garbage was collected, so that growth means something is kept.
 */
export async function memory(): Promise<Record<string, number>> {
  const { folder, suite } = replaySuite('sqlite', 10_000);
  const samples = new Map<number, Sample>();
  let done = 0;
  try {
    await executeRun({
      suite,
      runsFolder: join(folder, 'runs'),
      reporters: [
        {
          async onCaseEnd() {
            done += 1;
            if (done === 2_000 || done === 10_000) samples.set(done, await sample());
          },
        },
      ],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const [early, late] = [samples.get(2_000)!, samples.get(10_000)!];
  return {
    rss_mb_main_10k: late.main,
    rss_mb_main_growth: late.main - early.main,
    rss_mb_main_10k_uncollected: late.uncollected,
    rss_mb_parser_10k: late.parser,
    rss_mb_children_10k: late.children,
    heap_mb_main_10k: late.heap,
    heap_mb_main_growth: late.heap - early.heap,
  };
}

interface Sample {
  readonly main: number;
  readonly uncollected: number;
  readonly parser: number;
  readonly children: number;
  readonly heap: number;
}

async function sample(): Promise<Sample> {
  const uncollected = mainBytes();
  // Freed pages are given back with a delay.
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await sleep(200);
  }
  const children = childPool.pids().reduce((sum, pid) => sum + residentBytes(pid), 0);
  return {
    main: megabytes(mainBytes()),
    uncollected: megabytes(uncollected),
    parser: megabytes(parserBytes()),
    children: megabytes(children),
    heap: megabytes(process.memoryUsage().heapUsed),
  };
}

function mainBytes(): number {
  return process.memoryUsage().rss - parserBytes();
}

function parserBytes(): number {
  const { external, heap } = parserStatistics().memory;
  return external + heap;
}

function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}
