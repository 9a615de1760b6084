import { type CST, isMap, isSeq, type Node, Parser } from 'yaml';

/** A comment of a file, with its place. */
export interface PlacedComment {
  readonly offset: number;
  readonly text: string;
}

/** The comments within a value that is written anew, by the row they belong to. */
export interface KeptComments {
  /** On the key's own line. */
  readonly onKey: readonly string[];
  beforeRow(row: number): readonly string[];
  onRow(row: number): readonly string[];
  /** All of this row and the rows behind it, for the last row that is left. */
  fromRow(row: number): readonly string[];
}

/** Every comment of a YAML text, in order. */
export function findComments(text: string): PlacedComment[] {
  const found: PlacedComment[] = [];
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) {
      const token = value as Partial<CST.SourceToken>;
      if (token.type === 'comment') found.push({ offset: token.offset!, text: token.source! });
      else Object.values(value).forEach(collect);
    }
  };
  collect([...new Parser().parse(text)]);
  return found.sort((a, b) => a.offset - b.offset);
}

/** Sorts the comments between `start` and `end` by the rows of the value that stands there. */
export function keepComments(
  text: string,
  comments: readonly PlacedComment[],
  {
    start,
    end,
    value,
    isAlternatives,
  }: {
    readonly start: number;
    readonly end: number;
    readonly value: Node | null;
    /** Whether the value is a list of lists of rows. */
    readonly isAlternatives: boolean;
  },
): KeptComments {
  const rows = isAlternatives ? alternativeRanges(value) : rowRanges(value);
  const onKey: string[] = [];
  const before = new Map<number, string[]>();
  const on = new Map<number, string[]>();
  for (const { offset, text: comment } of comments.filter(
    (item) => item.offset >= start && item.offset < end,
  )) {
    const next = rows.findIndex(([, rowEnd]) => rowEnd > offset);
    const row = next < 0 ? rows.length : next;
    const previousEnd = rows[row - 1]?.[1];
    if (!text.slice(start, offset).includes('\n')) onKey.push(comment);
    else if (previousEnd !== undefined && !text.slice(previousEnd, offset).includes('\n'))
      on.set(row - 1, [...(on.get(row - 1) ?? []), comment]);
    else before.set(row, [...(before.get(row) ?? []), comment]);
  }
  return {
    onKey,
    beforeRow: (row) => before.get(row) ?? [],
    onRow: (row) => on.get(row) ?? [],
    fromRow: (row) =>
      Array.from({ length: Math.max(rows.length - row, 0) + 1 }, (_, index) => [
        ...(before.get(row + index) ?? []),
        ...(on.get(row + index) ?? []),
      ]).flat(),
  };
}

/** Nothing to keep: for a key that is not there yet. */
export const noComments: KeptComments = {
  onKey: [],
  beforeRow: () => [],
  onRow: () => [],
  fromRow: () => [],
};

/** Start and end of every row. */
function rowRanges(value: Node | null): [number, number][] {
  if (!isSeq(value)) return [];
  return value.items.flatMap((item): [number, number][] => {
    const node = item as Node | null;
    return node?.range ? [[node.range[0], contentEnd(node)]] : [];
  });
}

/** The rows of all alternatives; an empty alternative counts as one. */
function alternativeRanges(value: Node | null): [number, number][] {
  if (!isSeq(value)) return [];
  return value.items.flatMap((item) => {
    const node = item as Node | null;
    const rows = rowRanges(node);
    return rows.length > 0 || !node?.range ? rows : [[node.range[0], contentEnd(node)] as [number, number]];
  });
}

/** Where a value ends, without the white space and comments behind it. */
export function contentEnd(node: Node): number {
  return lastOf(node).range?.[1] ?? 0;
}

/** The value that a value in block style ends with; any other value itself. */
export function lastOf(node: Node): Node {
  const last =
    isSeq(node) && !node.flow
      ? node.items.at(-1)
      : isMap(node) && !node.flow
        ? node.items.at(-1)?.value
        : undefined;
  return (last as Node | null | undefined)?.range ? lastOf(last as Node) : node;
}
