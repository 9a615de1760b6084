/** The schemas that engines mean when none is named. */
const defaultSchemas = new Set(['main', 'public', 'dbo']);

/**
 * A table's name as it is compared: parts in lower case, without quotes, the default schema left out. `"Main"."Order"` and
 * `order` are one table, `sales.users` and `archive.users` are two.
 */
export function tableKey(name: string): string {
  return keyOf(nameParts(name));
}

/** A column's name as it is compared: its table's key (null where it is not said) and its own name. */
export function columnKey(name: string): { readonly table: string | null; readonly column: string } {
  const parts = nameParts(name);
  const table = parts.slice(0, -1);
  return { table: table.length === 0 ? null : keyOf(table), column: parts.at(-1) ?? '' };
}

/** One key for a column of a table. */
export function pairKey(table: string, column: string): string {
  return JSON.stringify([table, column]);
}

function keyOf(parts: readonly string[]): string {
  const [schema] = parts;
  const named = parts.length > 1 && defaultSchemas.has(schema!) ? parts.slice(1) : parts;
  return JSON.stringify(named);
}

const closing: Readonly<Record<string, string>> = { '"': '"', '`': '`', '[': ']' };

/** Cuts at dots outside of quotes; a quote inside quotes is written twice. */
function nameParts(name: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let until: string | undefined;
  let wasQuoted = false;
  const finish = (): void => {
    parts.push((wasQuoted ? part : part.trim()).toLowerCase());
    part = '';
    wasQuoted = false;
  };
  for (let at = 0; at < name.length; at += 1) {
    const character = name[at]!;
    if (until !== undefined) {
      if (character !== until) part += character;
      else if (name[at + 1] === until) {
        part += character;
        at += 1;
      } else until = undefined;
    } else if (character === '.') finish();
    else if (closing[character] !== undefined && part.trim() === '') {
      until = closing[character];
      wasQuoted = true;
      part = '';
    } else if (!wasQuoted) part += character;
  }
  finish();
  return parts;
}
