import { ClassInterner } from './class-interner.js';
import type { EncodedColumn } from './encode-column.js';
import type { GroupContext } from './group-search.js';
import { refineClasses } from './refine-classes.js';
import type { RowGroup } from './row-pairing.js';

/** Rows of one side that are exactly equal in the columns that matter, as one node. */
export interface RowNode {
  /** Nodes of the two sides with the same key hold equal rows. */
  readonly key: number;
  readonly rows: number[];
}

/** Collapses the equal rows of each side of a group. */
export function distinctRows(
  group: RowGroup,
  columns: readonly EncodedColumn[],
  context: GroupContext,
): { readonly expected: readonly RowNode[]; readonly actual: readonly RowNode[] } {
  const { expected, actual } = group;
  const keys = new Int32Array(expected.length + actual.length);
  const codes = new Int32Array(keys.length);
  for (const column of columns) {
    const interner = new ClassInterner();
    for (let index = 0; index < expected.length; index++)
      codes[index] = interner.idOf(context.expected[expected[index]!]![column.expectedColumn]!);
    for (let index = 0; index < actual.length; index++)
      codes[expected.length + index] = interner.idOf(context.actual[actual[index]!]![column.actualColumn]!);
    refineClasses(keys, codes);
  }
  return {
    expected: nodesOf(expected, keys.subarray(0, expected.length)),
    actual: nodesOf(actual, keys.subarray(expected.length)),
  };
}

function nodesOf(rows: Int32Array, keys: Int32Array): readonly RowNode[] {
  const nodes = new Map<number, RowNode>();
  for (let index = 0; index < rows.length; index++) {
    const key = keys[index]!;
    const node = nodes.get(key);
    if (node === undefined) nodes.set(key, { key, rows: [rows[index]!] });
    else node.rows.push(rows[index]!);
  }
  return [...nodes.values()];
}
