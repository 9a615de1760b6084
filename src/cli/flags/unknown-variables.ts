import { closestName } from '../../registry/index.js';
import { commands } from '../command-table.js';
import { variableOf } from './flag.js';

/** Variables that are read elsewhere than as flags. */
const others = ['SQLASSAY_DEBUG', 'SQLASSAY_BETTER_SQLITE3', 'SQLASSAY_ENTRIES'];

/**
 * A line for each variable that looks like one of ours and is none, most likely a misspelt one. It is no error: a
 * project may name variables of its own like that.
 */
export function unknownVariables(environment: NodeJS.ProcessEnv): readonly string[] {
  const known = [...new Set(commands.flatMap(({ flags }) => flags.map(variableOf))), ...others];
  return Object.keys(environment)
    .filter(
      (name) => name.startsWith('SQLASSAY_') && !name.startsWith('SQLASSAY_TEST_') && !known.includes(name),
    )
    .flatMap((name) => {
      const suggestion = closest(name, known);
      return suggestion === undefined
        ? []
        : [`warning: sqlassay has no variable ${name}, so it is ignored; did you mean ${suggestion}?`];
    });
}

/** The common beginning would make every name look like every other. */
function closest(name: string, known: readonly string[]): string | undefined {
  const bare = (one: string): string => one.slice('SQLASSAY_'.length).toLowerCase();
  const found = closestName(bare(name), known.map(bare));
  return known.find((one) => bare(one) === found);
}
