import { refusedFunctions } from './sqlite-refusals.js';

const allow = 0;
const deny = 1;
const actions = { pragma: 19, read: 20, select: 21, function: 31, recursive: 33 } as const;

/** SQLite's authorizer, closed unless a query needs it: reading, functions that stay inside, recursion. */
export function mayCall(action: unknown, first: unknown, second: unknown): number {
  switch (action) {
    case actions.select:
    case actions.read:
    case actions.recursive:
      return allow;
    case actions.function:
      return refusedFunctions.has(String(second).toLowerCase()) ? deny : allow;
    case actions.pragma:
      // Full-text tables ask this one about themselves while they are read.
      return first === 'data_version' && second === null ? allow : deny;
    default:
      return deny;
  }
}
