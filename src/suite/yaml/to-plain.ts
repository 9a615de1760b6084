import { type Document, isMap, isScalar, isSeq, type Node } from 'yaml';
import { cellOfNode } from './cell-of-node.js';
import { resolveAliases } from './resolve-aliases.js';

const maxDepth = 100;

/** Keys of database values, and how many lists stand around each value. */
const listsAroundCells: ReadonlyMap<string, number> = new Map([
  ['rows', 2],
  ['alt_rows', 3],
]);

/** The same within `expectations`. */
const listsWithinExpectations: ReadonlyMap<string, number> = new Map([
  ['values', 1],
  ['min', 0],
  ['max', 0],
]);

/**
 * Turns a YAML document into plain data: safe integers are numbers, larger ones bigints, and what stands in the lists
 * of `rows` and `alt_rows`, and in the values and bounds of `expectations`, is exact cells. `report` hears of what cannot
 * be turned.
 */
export function toPlain(document: Document.Parsed, report: (node: Node, message: string) => void): unknown {
  const tooMuch = 'The file is too large or too deeply nested';
  const resolve = resolveAliases(document, (alias) => report(alias, tooMuch));

  const convert = (given: Node | null, depth: number, cellKeys = listsAroundCells): unknown => {
    const node = resolve(given);
    if (node === null) return null;
    if (depth > maxDepth) return tooDeep(node);
    if (isSeq(node)) return node.items.map((item) => convert(item as Node, depth + 1, cellKeys));
    if (isScalar(node)) return plainScalar(node.value);
    if (!isMap(node)) return null;
    return Object.fromEntries(
      node.items.map(({ key, value }) => {
        if (!isScalar(key)) report(node, 'A key is not a plain text');
        const name = isScalar(key) ? String(key.value) : '';
        const target = resolve(value as Node | null);
        const lists = cellKeys.get(name);
        if (lists !== undefined && (lists === 0 ? isScalar(target) : isSeq(target)))
          return [name, cells(value as Node, lists, depth)];
        const inner = name === 'expectations' ? listsWithinExpectations : listsAroundCells;
        return [name, convert(value as Node | null, depth + 1, inner)];
      }),
    );
  };

  const tooDeep = (node: Node): null => {
    report(node, tooMuch);
    return null;
  };

  const cells = (given: Node | null, lists: number, depth: number): unknown => {
    const node = resolve(given);
    if (lists > 0) {
      if (!isSeq(node)) return convert(node, depth + 1);
      return node.items.map((item) => cells(item as Node, lists - 1, depth + 1));
    }
    const cell = cellOfNode(node, resolve);
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
