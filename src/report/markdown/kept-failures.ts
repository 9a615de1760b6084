import type { GateDecision } from '../../gate/index.js';
import { outcomeKey } from '../../outcomes/index.js';
import type { CaseResult, CaseRunKey, KnownFailure, SourceLocation } from '../../types/index.js';

/** What a summary says of a case run that did not pass. */
export interface KeptFailure extends CaseRunKey {
  readonly status: 'fail' | 'inconclusive' | 'error';
  readonly reason: string | null;
  readonly question: string;
  readonly goldSql: string | null;
  readonly modelSql: string | null;
  readonly source: SourceLocation | null;
  readonly known: KnownFailure | null;
}

/** Keeps the first case runs that did not pass, with their texts cut, so that a bad run needs little memory. */
export interface FailureKeeper {
  add(result: CaseResult, known: KnownFailure | null): void;
  /** Regressions first, then in the order in which they came; known failures last. */
  sorted(gate: Pick<GateDecision, 'regressions'>): readonly KeptFailure[];
  /** How many did not pass, kept or not. */
  readonly count: number;
}

const kept = 500;
const longest = 4000;

export function createFailureKeeper(): FailureKeeper {
  const failures: KeptFailure[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    add({ caseId, role, pass, status, reason, question, goldSql, statement, output, source }, known) {
      if (status === 'pass' || status === 'unscored') return;
      count += 1;
      if (failures.length >= kept) return;
      const modelSql = statement?.sql ?? output.sql;
      failures.push({
        ...{ caseId, role, pass, status, source, known },
        reason: cut(reason),
        question: question.slice(0, longest),
        goldSql: cut(goldSql),
        modelSql: cut(modelSql),
      });
    },
    sorted({ regressions }) {
      const regressed = new Set(regressions.map(outcomeKey));
      const rank = (one: KeptFailure) => (one.known !== null ? 2 : regressed.has(outcomeKey(one)) ? 0 : 1);
      return [...failures].sort((a, b) => rank(a) - rank(b));
    },
  };
}

function cut(text: string | null): string | null {
  return text === null ? null : text.slice(0, longest);
}
