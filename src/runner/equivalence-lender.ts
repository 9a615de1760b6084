import { dirname, join } from 'node:path';
import { openKeptWitnesses, standInEngine, startScratch } from '../equivalence/index.js';
import { createScratch } from '../platforms/index.js';
import type { EquivalenceTools, Platform, Scratch } from '../types/index.js';
import type { RunOptions } from './run-options.js';

/** Lends checks of equivalence what a run has for them. */
export interface EquivalenceLender {
  toolsFor(platform: Platform | null): EquivalenceTools;
  close(): Promise<void>;
}

/** Nothing is started before it is used; counterexamples are kept in `witnesses` beside the suite file. */
export function createEquivalenceLender({ suite, sqliteDriver }: RunOptions): EquivalenceLender {
  const { limits, concurrency, refutation } = suite.settings;
  const scratches = new Map<string, Promise<Scratch>>();
  const kept = suite.file === null ? null : openKeptWitnesses(join(dirname(suite.file), 'witnesses'));
  let closed = false;

  const scratch = async (dialect: string): Promise<Scratch | null> => {
    const engine = standInEngine(dialect);
    if (engine === null || closed) return null;
    const known = scratches.get(engine);
    if (known !== undefined) return known;
    const settings = { limits, concurrency, sqliteDriver: sqliteDriver ?? ('auto' as const) };
    const made = startScratch(createScratch(engine, settings), new AbortController().signal);
    scratches.set(engine, made);
    return made;
  };

  return {
    toolsFor: (platform) => ({ scratch, platform, failOn: refutation.failOn, kept }),
    async close() {
      closed = true;
      await Promise.all([...scratches.values()].map(async (one) => (await one).close()));
    },
  };
}
