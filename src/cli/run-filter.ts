import type { RunFilter } from '../runner/index.js';
import type { Flags } from './flags/resolve-flags.js';

/** The selection that flags make; `only` is for what flags cannot say by themselves. */
export function filterOf({ grep, tag: tags, role: roles }: Flags, only?: ReadonlySet<string>): RunFilter {
  return {
    ...(grep === undefined ? {} : { grep }),
    ...(tags === undefined ? {} : { tags }),
    ...(roles === undefined ? {} : { roles }),
    ...(only === undefined ? {} : { only }),
  };
}
