import { createScratch, type PlatformSettings } from '../../src/platforms/index.js';
import type { Judge } from './judge.js';
import { makeRound } from './make-round.js';
import { Random } from './random.js';
import { type Engines, type FoundDifference, runBatch } from './run-batch.js';
import type { Templates } from './templates.js';

export interface FuzzOptions {
  readonly seed: number;
  /** Rounds are numbered from 0; this many workers share them, and this one takes every so-manieth. */
  readonly first: number;
  readonly step: number;
  /** Asked after each batch with what was done so far: whether to go on. */
  readonly goOn: (done: FuzzReport) => boolean;
}

/** What was done so far. */
export interface FuzzReport {
  rounds: number;
  judged: number;
  proven: number;
  executions: number;
  failed: number;
  readonly byRule: Map<string, number>;
  difference: (FoundDifference & { readonly seed: number; readonly round: number }) | null;
}

/** Every so-manieth round has the templates as they are. */
const plainEvery = 5;

const settings: PlatformSettings = {
  limits: { rows: 100_000, bytes: 256_000_000, memoryBytes: 1_000_000_000 },
  concurrency: { cases: 1, sessions: 1, children: 2, modelCalls: 1 },
};

export function openEngines(): Engines {
  return { sqlite: createScratch('sqlite', settings), duckdb: createScratch('duckdb', settings) };
}

export async function closeEngines({ sqlite, duckdb }: Engines): Promise<void> {
  await sqlite.close();
  await duckdb.close();
}

export function emptyReport(): FuzzReport {
  return { rounds: 0, judged: 0, proven: 0, executions: 0, failed: 0, byRule: new Map(), difference: null };
}

/** Rounds of pairs until it is told to stop, or two results of a proven pair are not the same. */
export async function fuzz(
  templates: readonly Templates[],
  judge: Judge,
  engines: Engines,
  { seed, first, step, goOn }: FuzzOptions,
): Promise<FuzzReport> {
  const report = emptyReport();
  for (let round = first; ; round += step) {
    const batches = makeRound(templates, seedOf(seed, round), round % plainEvery === 0);
    for (const [at, batch] of batches.entries()) {
      const random = new Random(seedOf(seed, round) + at + 1);
      const done = await runBatch(batch, judge, engines, random);
      report.judged += done.judged;
      report.proven += done.proven;
      report.executions += done.executions;
      report.failed += done.failed;
      for (const [rule, count] of done.byRule)
        report.byRule.set(rule, (report.byRule.get(rule) ?? 0) + count);
      if (done.difference !== null) report.difference = { ...done.difference, seed, round };
      if (report.difference !== null || !goOn(report)) return report;
    }
    report.rounds += 1;
  }
}

function seedOf(seed: number, round: number): number {
  return (Math.imul(seed, 7919) + Math.imul(round, 104729)) >>> 0;
}
