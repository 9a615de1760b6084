import { closestName } from '../registry/index.js';
import type { RunFilter } from '../runner/index.js';
import type { Suite } from '../types/index.js';
import { usage } from './flags/read-flag.js';
import type { Flags } from './flags/resolve-flags.js';

/**
 * The selection that flags make of a suite; `only` is for what flags cannot say by themselves.
 *
 * @throws SqlassayError E_CLI_USAGE for a role that no case has
 */
export function filterOf(
  { grep, tag: tags, role: roles }: Flags,
  suite: Suite,
  only?: ReadonlySet<string>,
): RunFilter {
  for (const role of roles ?? []) requireRole(role, suite);
  return {
    ...(grep === undefined ? {} : { grep }),
    ...(tags === undefined ? {} : { tags }),
    ...(roles === undefined ? {} : { roles }),
    ...(only === undefined ? {} : { only }),
  };
}

function requireRole(role: string, { roles, cases }: Suite): void {
  const expected = cases.flatMap((item) => Object.keys(item.expected ?? { default: 'allowed' }));
  const names = [...new Set([...Object.keys(roles), ...expected])];
  if (names.includes(role)) return;
  const suggestion = closestName(role, names);
  const hint = suggestion === undefined ? '' : `Did you mean "${suggestion}"? `;
  throw usage('--role', `The suite has no role "${role}"`, `${hint}The roles are ${names.join(', ')}.`);
}
