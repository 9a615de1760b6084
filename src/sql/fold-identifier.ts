import { dialectOf } from '../dialects/index.js';

/**
 * A name as the engine looks it up, so that two spellings of one name become equal. Only ASCII letters are folded, as
 * the engines do.
 *
 * @param quoted whether the name stood in quotes; the name itself is given without them
 */
export function foldIdentifier(name: string, dialect: string, quoted = false): string {
  const table = dialectOf(dialect);
  const folding = quoted ? table.quotedNames : table.unquotedNames;
  if (folding === 'kept') return name;
  return folding === 'upper'
    ? name.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
    : name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
