import type { CaseRunKey } from '../types/index.js';

/** Counts case runs and keeps the names of the first few, to say which without growing with the run. */
export interface CaseRunNames {
  readonly count: number;
  add(key: CaseRunKey): void;
  /** Such as `a (viewer), b, c and 12 more`. */
  toString(): string;
}

const kept = 3;

export function createCaseRunNames(): CaseRunNames {
  const names: string[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(key) {
      count += 1;
      if (names.length < kept) names.push(nameCaseRun(key));
    },
    toString() {
      if (count <= names.length) return names.join(', ');
      return `${names.join(', ')} and ${count - names.length} more`;
    },
  };
}

/** A case run as people read it: the id, and the role and pass where they are not the usual ones. */
export function nameCaseRun({ caseId, role, pass }: CaseRunKey): string {
  const details = [role === 'default' ? '' : role, pass === 1 ? '' : `pass ${pass}`].filter(Boolean);
  return details.length === 0 ? caseId : `${caseId} (${details.join(', ')})`;
}
