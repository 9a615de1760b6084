import type { Cell } from '../types/index.js';
import { ClassInterner } from './class-interner.js';
import type { EncodedColumn } from './encode-column.js';
import type { GroupContext, Side } from './group-search.js';
import { identityKey } from './identical-cells.js';
import { refineClasses } from './refine-classes.js';
import type { RowGroup } from './row-pairing.js';

/** Rows of one side that are the same in the columns that matter, as one node: what matches one matches all. */
export interface RowNode {
  /** Nodes of the two sides with the same key hold the same rows. */
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
  const collapse = (codeOf: (side: Side, row: number) => number): void => {
    for (let index = 0; index < expected.length; index++) codes[index] = codeOf('expected', expected[index]!);
    for (let index = 0; index < actual.length; index++)
      codes[expected.length + index] = codeOf('actual', actual[index]!);
    refineClasses(keys, codes);
  };
  for (const column of columns) {
    const interner = new ClassInterner();
    const cellOf = (side: Side, row: number): Cell =>
      context[side][row]![side === 'expected' ? column.expectedColumn : column.actualColumn]!;
    const { numbers } = column;
    if (numbers === null) {
      collapse((side, row) => interner.idOfKey(identityKey(cellOf(side, row))));
      continue;
    }
    // Equal numbers of two flavours are two nodes: they do not match the same numbers.
    const offset = context.expected.length;
    collapse((side, row) => interner.idOf(cellOf(side, row)));
    collapse((side, row) => numbers.flavour[side === 'expected' ? row : offset + row]!);
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
