import type { CaseRunKey } from '../types/index.js';

/** A case in a role as people read it: the id, and the role where it is not the usual one. */
export function nameOutcome({ caseId, role }: Pick<CaseRunKey, 'caseId' | 'role'>): string {
  return role === 'default' ? caseId : `${caseId} (${role})`;
}

/** The first few names, and how many more there are. */
export function nameOutcomes(outcomes: readonly Pick<CaseRunKey, 'caseId' | 'role'>[], shown = 3): string {
  const names = outcomes.slice(0, shown).map(nameOutcome).join(', ');
  const left = outcomes.length - shown;
  return left > 0 ? `${names} and ${left} more` : names;
}
