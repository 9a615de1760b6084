import { type Document, isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import { cellOfNode } from './cell-of-node.js';

const maxNodes = 5_000_000;
const maxDepth = 100;

/** Keys of database values, and how many lists stand around each value. */
const listsAroundCells: ReadonlyMap<string, number> = new Map([
  ['rows', 2],
  ['alt_rows', 3],
]);

/**
 * Turns a YAML document into plain data: safe integers are numbers, larger ones bigints, and what stands in the lists
 * of `rows` and `alt_rows` is exact cells. `report` hears of what cannot be turned.
 */
export function toPlain(document: Document.Parsed, report: (node: Node, message: string) => void): unknown {
  let nodes = 0;

  const resolved = (node: Node | null): Node | null =>
    isAlias(node) ? (node.resolve(document) ?? null) : node;

  /** Aliases can make a small file endlessly large or deep; one report is enough. */
  const isTooMuch = (node: Node, depth: number): boolean => {
    if (nodes === Number.POSITIVE_INFINITY) return true;
    nodes += 1;
    if (nodes <= maxNodes && depth <= maxDepth) return false;
    report(node, 'The file is too large or too deeply nested');
    nodes = Number.POSITIVE_INFINITY;
    return true;
  };

  const convert = (given: Node | null, depth: number): unknown => {
    const node = resolved(given);
    if (node === null || isTooMuch(node, depth)) return null;
    if (isSeq(node)) return node.items.map((item) => convert(item as Node, depth + 1));
    if (isScalar(node)) return plainScalar(node.value);
    if (!isMap(node)) return null;
    return Object.fromEntries(
      node.items.map(({ key, value }) => {
        if (!isScalar(key)) report(node, 'A key is not a plain text');
        const name = isScalar(key) ? String(key.value) : '';
        const lists = isSeq(resolved(value as Node | null)) ? listsAroundCells.get(name) : undefined;
        return [
          name,
          lists === undefined ? convert(value as Node | null, depth + 1) : cells(value as Node, lists, depth),
        ];
      }),
    );
  };

  const cells = (given: Node | null, lists: number, depth: number): unknown => {
    const node = resolved(given);
    if (lists > 0) {
      if (!isSeq(node)) return convert(node, depth + 1);
      return isTooMuch(node, depth)
        ? []
        : node.items.map((item) => cells(item as Node, lists - 1, depth + 1));
    }
    const cell = cellOfNode(node, document);
    if (cell !== undefined) return cell;
    report(node ?? document.contents ?? given!, 'This is not a value of a database');
    return null;
  };

  return convert(document.contents as Node | null, 0);
}

function plainScalar(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
