import { dialectOf } from '../../dialects/index.js';
import type { QueryPair } from '../../types/index.js';
import type { SearchPair } from './check-stability.js';
import { pinClock, readsClock } from './randomness.js';
import type { ScratchEngine } from './scratch-engine.js';
import { ordersRows, withRandomTies } from './tie-variants.js';

/** Text of no one engine may mean engines whose averages and quotients of integers are integers. */
const wholeAverages = new Set(['generic']);

/** Both queries as they are written, with the variants that show what hangs on ties. */
export function searchedQueries(
  { dialect, order }: QueryPair,
  gold: string,
  candidate: string,
  engine: ScratchEngine,
): SearchPair {
  return {
    gold,
    candidate,
    goldTies: withRandomTies(gold, dialect, engine.randomNumber),
    candidateTies: withRandomTies(candidate, dialect, engine.randomNumber),
    ordered: order !== 'ignored' && ordersRows(gold, dialect) && ordersRows(candidate, dialect),
    whole: wholeAverages.has(dialectOf(dialect).name),
  };
}

/**
 * The queries a search tries, then those that must confirm what it finds: queries that read the clock are searched with at
 * one instant and confirmed as they are written. Null where the clock cannot be held still.
 */
export function queriesToSearch(pair: QueryPair, engine: ScratchEngine): readonly SearchPair[] | null {
  const { gold, candidate, dialect } = pair;
  const written = searchedQueries(pair, gold, candidate, engine);
  if (!readsClock(gold, dialect) && !readsClock(candidate, dialect)) return [written];
  const goldPinned = pinClock(gold, dialect, engine.strictTypes);
  const candidatePinned = pinClock(candidate, dialect, engine.strictTypes);
  if (goldPinned === null || candidatePinned === null) return null;
  return [searchedQueries(pair, goldPinned, candidatePinned, engine), written];
}
