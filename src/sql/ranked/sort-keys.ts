import { type Fields, isFields, nodeOf } from '../analysis/nodes.js';
import { isSamePiece, type Piece, type QueryLayout } from './query-layout.js';

/** What a query is sorted by: one of its outputs, or an expression of its own. */
export type SortKey =
  | { readonly kind: 'output'; readonly position: number; readonly expression: Piece; readonly suffix: Piece }
  | { readonly kind: 'expression'; readonly expression: Piece; readonly suffix: Piece };

interface Output {
  readonly expression: Piece;
  /** Its alias, in lower case. */
  readonly alias: string | null;
  /** The name of a plain column without an alias, in lower case. */
  readonly column: string | null;
  readonly isStar: boolean;
}

/**
 * Says what each sort key stands for, as SQL resolves it: a number is an output, a bare name is an output's alias before
 * it is anything else.
 *
 * @param items the parser's nodes of the first SELECT's outputs
 * @param names the result's column names
 * @param onlyOutputs keys can be nothing but outputs, as in a set operation
 * @returns a sentence where a key could mean several things
 */
export function sortKeys(
  layout: QueryLayout,
  items: readonly unknown[],
  names: readonly string[],
  onlyOutputs: boolean,
): readonly SortKey[] | string {
  if (layout.outputs.length !== items.length) return 'its outputs could not be told apart';
  const outputs: Output[] = [];
  for (const [at, item] of items.entries()) {
    const output = readOutput(item, layout.outputs[at]!);
    if (output === null) return 'an output could not be read';
    outputs.push(output);
  }
  const expands = layout.outputs.some((piece) => piece.some(isExpanding));
  if (expands || (outputs.every(({ isStar }) => !isStar) && outputs.length !== names.length))
    return 'an output stands for several columns';
  const keys: SortKey[] = [];
  for (const piece of layout.keys) {
    const { expression, suffix } = splitDirection(piece);
    if (expression.length === 0) return 'a sort key could not be read';
    const found = resolve(expression, outputs, names, onlyOutputs);
    if (typeof found === 'string') return found;
    keys.push({ ...found, suffix });
  }
  return keys;
}

/** DuckDB makes several columns of these. */
function isExpanding({ kind, value }: Piece[number], at: number, piece: Piece): boolean {
  return kind === 'word' && (value === 'columns' || value === 'unnest') && piece[at + 1]?.value === '(';
}

type Resolved =
  | { readonly kind: 'output'; readonly position: number; readonly expression: Piece }
  | { readonly kind: 'expression'; readonly expression: Piece };

function resolve(
  expression: Piece,
  outputs: readonly Output[],
  names: readonly string[],
  onlyOutputs: boolean,
): Resolved | string {
  const [first] = expression;
  const isSingle = expression.length === 1;
  if (isSingle && first!.kind === 'number') {
    const position = Number(first!.value) - 1;
    const output = outputs.findIndex((_, index) => positionOf(index, outputs, names.length) === position);
    if (!Number.isInteger(position) || position < 0 || position >= names.length)
      return 'a sort key is no output';
    return { kind: 'output', position, expression: output < 0 ? [] : outputs[output]!.expression };
  }
  if (isSingle && (first!.kind === 'word' || first!.kind === 'name')) {
    const name = first!.value.toLowerCase();
    if (name === 'all' && first!.kind === 'word') return 'ORDER BY ALL is not read';
    if (onlyOutputs) {
      const same = names.flatMap((one, at) => (one.toLowerCase() === name ? [at] : []));
      if (same.length !== 1) return 'a sort key does not name exactly one output';
      return { kind: 'output', position: same[0]!, expression: [] };
    }
    // Engines differ in whether an alias or a column behind a star is meant.
    const isHidden =
      outputs.some(({ isStar }) => isStar) && names.filter((one) => one.toLowerCase() === name).length > 1;
    const found = isHidden ? 'ambiguous' : named(name, outputs);
    if (found === 'ambiguous') return 'a sort key names several outputs';
    if (found !== null) return outputAt(found, outputs, names.length);
    return { kind: 'expression', expression };
  }
  if (onlyOutputs) return 'a sort key of a set operation is no plain output';
  const same = outputs.findIndex((output) => !output.isStar && isSamePiece(output.expression, expression));
  if (same >= 0) return outputAt(same, outputs, names.length);
  const isAlias = expression.some(
    ({ kind, value }, at) =>
      (kind === 'word' || kind === 'name') &&
      expression[at - 1]?.value !== '.' &&
      expression[at + 1]?.value !== '(' &&
      outputs.some(
        ({ alias, expression: own }) => alias === value.toLowerCase() && !isColumnNamed(own, alias),
      ),
  );
  return isAlias ? 'a sort key computes with the alias of an output' : { kind: 'expression', expression };
}

function outputAt(index: number, outputs: readonly Output[], width: number): Resolved {
  const position = positionOf(index, outputs, width);
  const { expression } = outputs[index]!;
  return position === null ? { kind: 'expression', expression } : { kind: 'output', position, expression };
}

/** The output that a bare name means: an alias first, else a plain column of that name. */
function named(name: string, outputs: readonly Output[]): number | 'ambiguous' | null {
  for (const property of ['alias', 'column'] as const) {
    const same = outputs.flatMap((output, at) => (output[property] === name ? [at] : []));
    const [only] = same;
    if (only === undefined) continue;
    const isOne = same.every((at) => isSamePiece(outputs[at]!.expression, outputs[only]!.expression));
    return isOne ? only : 'ambiguous';
  }
  return null;
}

/** Where an output stands among the columns; null where stars on both sides leave that open. */
function positionOf(index: number, outputs: readonly Output[], width: number): number | null {
  if (outputs[index]!.isStar) return null;
  if (!outputs.slice(0, index).some(({ isStar }) => isStar)) return index;
  if (!outputs.slice(index).some(({ isStar }) => isStar)) return width - (outputs.length - index);
  return null;
}

function isColumnNamed(expression: Piece, name: string): boolean {
  return (
    expression.at(-1)?.value.toLowerCase() === name &&
    (expression.length === 1 || expression.at(-2)?.value === '.')
  );
}

function readOutput(item: unknown, piece: Piece): Output | null {
  const node = nodeOf(item);
  if (node === null) return null;
  const data: Fields = isFields(node.data) ? node.data : {};
  if (node.type === 'star') return { expression: piece, alias: null, column: null, isStar: true };
  if (node.type === 'column') {
    const name = isFields(data.name) ? String(data.name.name).toLowerCase() : null;
    const isStar = piece.at(-1)?.value === '*';
    return { expression: piece, alias: null, column: isStar ? null : name, isStar };
  }
  if (node.type !== 'alias')
    return { expression: piece, alias: null, column: null, isStar: piece.at(-1)?.value === '*' };
  const alias = isFields(data.alias) ? String(data.alias.name).toLowerCase() : null;
  const last = piece.at(-1);
  if (alias === null || last === undefined || last.value.toLowerCase() !== alias) return null;
  const isAs = piece.at(-2)?.kind === 'word' && piece.at(-2)?.value === 'as';
  return { expression: piece.slice(0, isAs ? -2 : -1), alias, column: null, isStar: false };
}

/** Parts a sort key into what is sorted by and `DESC NULLS LAST`. */
function splitDirection(piece: Piece): { readonly expression: Piece; readonly suffix: Piece } {
  let end = piece.length;
  const isWord = (at: number, ...words: string[]): boolean =>
    piece[at]?.kind === 'word' && words.includes(piece[at]!.value);
  if (isWord(end - 1, 'first', 'last') && isWord(end - 2, 'nulls')) end -= 2;
  if (isWord(end - 1, 'asc', 'desc') && end > 1) end -= 1;
  return { expression: piece.slice(0, end), suffix: piece.slice(end) };
}
