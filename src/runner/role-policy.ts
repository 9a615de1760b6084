import type { Database } from '../execution/index.js';
import { foldIdentifier } from '../sql/index.js';
import type { SolverOutput, Suite } from '../types/index.js';
import { readsDenied } from './stored-queries.js';

/** What a role's table policy makes of a statement. */
export type PolicyDecision =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'denied'; readonly output: SolverOutput };

/**
 * Refuses a statement that reads a table the role may not read, itself or through a view or macro of the database, with
 * the suite's generic refusal and nothing else. A statement whose tables cannot be read is refused only when a denied
 * name stands in it as a word: what does not name a table cannot read it.
 */
export async function applyRolePolicy(
  suite: Suite,
  role: string,
  sql: string,
  database: Database,
  signal: AbortSignal,
): Promise<PolicyDecision> {
  const { dialect } = database.platform;
  const denied = new Set(
    (suite.roles[role]?.deny ?? []).map((name) => foldIdentifier(lastPart(name), dialect)),
  );
  if (denied.size === 0 || !(await readsDenied(sql, denied, database, signal))) return { kind: 'allowed' };
  return { kind: 'denied', output: genericRefusal(suite) };
}

/** The same words for everything that is refused, so that a refusal tells nothing. */
export function genericRefusal(suite: Suite): SolverOutput {
  const { code, message } = suite.settings.refusal;
  return { status: 'error', errors: [{ code, message }] };
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
