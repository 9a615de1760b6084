import type { CaseRunKey } from '../types/index.js';

/** One text per case run, unique within a run. */
export function caseRunId({ caseId, role, pass }: CaseRunKey): string {
  return JSON.stringify([caseId, role, pass]);
}
