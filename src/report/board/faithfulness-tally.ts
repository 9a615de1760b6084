import type { CaseResult } from '../../types/index.js';
import type { FaithfulnessBoard } from './board.js';
import { toShare } from './share.js';

/** Counts what written answers state, and what of it their results do not support. */
export interface FaithfulnessTally {
  add(result: CaseResult): void;
  board(): FaithfulnessBoard | null;
}

export function createFaithfulnessTally(): FaithfulnessTally {
  let passed = 0;
  let applied = 0;
  const counts = { checked: 0, unsupportedNumbers: 0, unsupportedEntities: 0, misattributed: 0 };
  return {
    add({ scores }) {
      for (const { score } of scores) {
        if (score.scorer !== 'faithfulness' || score.verdict === 'not_applicable') continue;
        applied += 1;
        if (score.verdict === 'pass') passed += 1;
        const { checked, unsupported_numbers, unsupported_entities, misattributed } = score.detail;
        if (typeof checked === 'number') counts.checked += checked;
        counts.unsupportedNumbers += lengthOf(unsupported_numbers);
        counts.unsupportedEntities += lengthOf(unsupported_entities);
        counts.misattributed += lengthOf(misattributed);
      }
    },
    board: () => (applied === 0 ? null : { answers: toShare(passed, applied), ...counts }),
  };
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
