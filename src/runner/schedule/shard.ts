import { SqlassayError } from '../../types/index.js';
import type { PlannedRun } from './schedule.js';

/** Part `index` (from 1) of a run that is split into `of` parts. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/**
 * The case runs of one part: ids are sorted and dealt out in turn, so that parts are of equal size, together are the whole,
 * and do not depend on the order of files. All roles and passes of a case are in the same part.
 *
 * @throws SqlassayError E_SHARD
 */
export function shardOf(runs: readonly PlannedRun[], shard: Shard | undefined): readonly PlannedRun[] {
  if (shard === undefined) return runs;
  const { index, of } = shard;
  if (!Number.isSafeInteger(of) || !Number.isSafeInteger(index) || index < 1 || index > of) {
    throw new SqlassayError('E_SHARD', {
      what: `There is no part ${index} of ${of}`,
      where: 'shard',
      advice: 'Write the part, counted from 1, and how many there are, such as 2/3.',
    });
  }
  const ids = [...new Set(runs.map(({ caseId }) => caseId))].sort();
  const own = new Set(ids.filter((_, at) => at % of === index - 1));
  return runs.filter(({ caseId }) => own.has(caseId));
}
