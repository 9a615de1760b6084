import { nameCaseRun } from '../../gate/index.js';
import type { CaseResult } from '../../types/index.js';
import type { Board } from './board.js';
import { toShare } from './share.js';

/** Sees whether the case runs of each paraphrase group, in one role and pass, all had the same result. */
export interface ParaphraseTally {
  add(result: CaseResult): void;
  board(): Board['paraphrases'];
}

const named = 20;

export function createParaphraseTally(): ParaphraseTally {
  const groups = new Map<
    string,
    { readonly name: string; members: number; hash: string | null; agrees: boolean }
  >();
  return {
    add(result) {
      // Refusals and the like have no result that could agree.
      if (result.paraphraseGroup === null || result.expected !== 'allowed') return;
      const key = JSON.stringify([result.paraphraseGroup, result.role, result.pass]);
      const group = groups.get(key);
      if (group === undefined) {
        groups.set(key, {
          name: nameCaseRun({ ...result, caseId: result.paraphraseGroup }),
          members: 1,
          hash: result.resultHash,
          agrees: result.resultHash !== null,
        });
        return;
      }
      group.members += 1;
      if (group.hash !== result.resultHash) group.agrees = false;
    },
    board() {
      const compared = [...groups.values()].filter(({ members }) => members > 1);
      if (compared.length === 0) return null;
      const disagreeing = compared.filter(({ agrees }) => !agrees);
      return {
        groups: compared.length,
        agreeing: compared.length - disagreeing.length,
        agreement: toShare(compared.length - disagreeing.length, compared.length),
        disagreeing: disagreeing.slice(0, named).map(({ name }) => name),
      };
    },
  };
}
