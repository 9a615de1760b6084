import type { Scratch } from '../types/index.js';
import { childPool } from './embedded/child-pool.js';
import { EmbeddedScratch } from './embedded/embedded-scratch.js';
import type { EmbeddedKind } from './embedded/protocol.js';
import { engineOptions } from './engine-options.js';
import type { PlatformSettings } from './platform-options.js';

/** Small databases in memory, made and thrown away in a child. Close it when done. */
export function createScratch(engine: EmbeddedKind, settings: PlatformSettings): Scratch {
  childPool.join(settings.concurrency.children);
  return new EmbeddedScratch(engineOptions(engine, settings), () => childPool.leave());
}
