import { digest } from './run-identity.js';
import type { PlannedRun } from './schedule/schedule.js';

/**
 * A hash of what a case asks and expects of one role. Where it is written and how it is grouped in reports is left out,
 * as are other roles, so that a case is still the same one when a tag or a role is added.
 */
export function caseHash({ case: item, expected }: PlannedRun): string {
  const { source: _, tags: _tags, difficulty: _difficulty, paraphraseGroup: _group, ...asked } = item;
  return digest({ ...asked, expected });
}
