import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { SourceLocation } from '../../types/index.js';
import type { SuiteProblem } from '../problem.js';
import { toPlain } from './to-plain.js';

export type Path = readonly PropertyKey[];

/** A YAML file as plain data that remembers where each part of it was written. */
export interface YamlSource {
  readonly file: string;
  /** Null where the text is no YAML. */
  readonly value: unknown;
  /** Where the value at a path is; where it is not there, its nearest ancestor. */
  at(path: Path): SourceLocation;
  /** Where a key of the mapping at a path is. */
  keyAt(path: Path, key: string): SourceLocation;
}

/** How files are read: exact integers, no duplicate keys. `intAsBigInt` is undone for safe integers by `toPlain`. */
export const parseOptions = { intAsBigInt: true, uniqueKeys: true, prettyErrors: false } as const;

/** Reads YAML; syntax errors are problems. */
export function readYaml(file: string, text: string): { source: YamlSource; problems: SuiteProblem[] } {
  const lines = new LineCounter();
  const document = parseDocument(text, { ...parseOptions, lineCounter: lines });
  const locate = (offset: number): SourceLocation => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const problems = document.errors.map(({ message, pos }) => ({ message, location: locate(pos[0]) }));
  const plain =
    problems.length > 0
      ? null
      : toPlain(document, (node, message) =>
          problems.push({ message, location: locate(node.range?.[0] ?? 0) }),
        );
  const source: YamlSource = {
    file,
    value: problems.length > 0 ? null : plain,
    at: (path) => locate(offsetOf(document, path)),
    keyAt(path, key) {
      const parent = nodeAt(document, path);
      const pair = isMap(parent)
        ? parent.items.find((item) => isScalar(item.key) && String(item.key.value) === key)
        : undefined;
      return isScalar(pair?.key) ? locate(pair.key.range?.[0] ?? 0) : locate(offsetOf(document, path));
    },
  };
  return { source, problems };
}

function offsetOf(document: Document.Parsed, path: Path): number {
  for (let length = path.length; length >= 0; length--) {
    const range = nodeAt(document, path.slice(0, length))?.range;
    if (range !== undefined && range !== null) return range[0];
  }
  return 0;
}

function nodeAt(document: Document.Parsed, path: Path): Node | null | undefined {
  let node: Node | null | undefined = document.contents;
  for (const part of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isSeq(node)) node = node.items[Number(part)] as Node | undefined;
    else if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(part));
      node = pair?.value as Node | null | undefined;
    } else return undefined;
  }
  return node;
}
