import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { executeRun } from '../src/runner/index.js';
import { replaySuite } from './replay-suite.js';

/**
 * What a case costs beyond its two queries: the median, over 1,000 replayed cases done one after the other, of the time
 * from one journalled result to the next, less the time the two queries took inside the engine.
 */
export async function overhead(): Promise<Record<string, number>> {
  return {
    overhead_ms_duckdb: await overheadOf('duckdb'),
    overhead_ms_sqlite: await overheadOf('sqlite'),
  };
}

async function overheadOf(kind: 'duckdb' | 'sqlite'): Promise<number> {
  const { folder, suite } = replaySuite(kind, 1_000, { cases: 1, sessions: 1, children: 2 });
  const costs: number[] = [];
  let last: number | undefined;
  try {
    await executeRun({
      suite,
      selfTest: false,
      runsFolder: join(folder, 'runs'),
      reporters: [
        {
          onCaseEnd({ seconds }) {
            const now = performance.now();
            if (last !== undefined) costs.push(now - last - seconds.database * 1000);
            last = now;
          },
        },
      ],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return round(median(costs));
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
