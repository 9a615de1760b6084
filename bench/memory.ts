import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { childPool } from '../src/platforms/embedded/child-pool.js';
import { executeRun } from '../src/runner/index.js';
import { parserStatistics } from '../src/sql/index.js';
import { replaySuite } from './replay-suite.js';

const megabyte = 2 ** 20;

/**
 * Resident memory over a run of 10,000 replayed cases on SQLite. The parser is a thread, so what it holds (its WebAssembly
 * memory and its heap) is taken from the process's resident memory to give the main thread's share.
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
          onCaseEnd() {
            done += 1;
            if (done === 2_000 || done === 10_000) samples.set(done, sample());
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
    rss_mb_parser_10k: late.parser,
    rss_mb_children_10k: late.children,
    heap_mb_main_10k: late.heap,
    heap_mb_main_growth: late.heap - early.heap,
  };
}

interface Sample {
  readonly main: number;
  readonly parser: number;
  readonly children: number;
  readonly heap: number;
}

function sample(): Sample {
  globalThis.gc?.();
  const { external, heap } = parserStatistics().memory;
  const parser = external + heap;
  const { rss, heapUsed } = process.memoryUsage();
  const children = childPool.pids().reduce((sum, pid) => sum + residentBytes(pid), 0);
  return {
    main: megabytes(rss - parser),
    parser: megabytes(parser),
    children: megabytes(children),
    heap: megabytes(heapUsed),
  };
}

function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function megabytes(bytes: number): number {
  return Math.round(bytes / megabyte);
}
