import { type SpelledToken, spelledTokens } from '../../tokenizer/index.js';

/** A run of tokens that stand between two commas. */
export type Piece = readonly SpelledToken[];

/** Where the parts of an ordered SELECT or set operation stand in its text. Offsets are JavaScript string indices. */
export interface QueryLayout {
  /** What the first SELECT gives, one piece for each of its outputs. */
  readonly outputs: readonly Piece[];
  /** Where the outputs of the first SELECT end; null where no FROM follows. */
  readonly fromAt: number | null;
  /** One piece for each sort key, with its direction. */
  readonly keys: readonly Piece[];
  /** Where ORDER BY begins. */
  readonly orderAt: number;
  /** What follows the sort keys: LIMIT and its like. */
  readonly tail: Piece;
}

const afterOrder = new Set(['limit', 'offset', 'fetch', 'for']);

/** Finds the parts by the words outside all brackets; null where they do not stand as expected. */
export function layOut(sql: string, dialect: string): QueryLayout | null {
  const tokens = spelledTokens(sql, dialect);
  const depths = depthsOf(tokens);
  if (depths === null) return null;
  const isWord = (at: number, ...words: string[]): boolean =>
    tokens[at]?.kind === 'word' && depths[at] === 0 && words.includes(tokens[at]!.value);
  const find = (from: number, test: (at: number) => boolean): number => {
    for (let at = from; at < tokens.length; at++) if (test(at)) return at;
    return -1;
  };
  const select = find(0, (at) => isWord(at, 'select'));
  if (
    select < 0 ||
    find(0, (at) => isWord(at, 'from')) === -1 ||
    find(0, (at) => isWord(at, 'from')) < select
  )
    return null;
  const isComparison = (at: number): boolean => isWord(at - 1, 'distinct') && isWord(at - 2, 'is', 'not');
  const from = find(select, (at) => isWord(at, 'from') && !isComparison(at));
  const orders = tokens.flatMap((_, at) => (isWord(at, 'order') && isWord(at + 1, 'by') ? [at] : []));
  const [order] = orders;
  if (orders.length !== 1 || order === undefined || from < 0 || from > order) return null;
  const end = find(order + 2, (at) => afterOrder.has(tokens[at]!.value) && isWord(at, tokens[at]!.value));
  const first = isWord(select + 1, 'distinct', 'all') ? select + 2 : select + 1;
  return {
    outputs: split(tokens, depths, first, from),
    fromAt: tokens[from]!.start,
    keys: split(tokens, depths, order + 2, end < 0 ? tokens.length : end),
    orderAt: tokens[order]!.start,
    tail: end < 0 ? [] : tokens.slice(end),
  };
}

/** How many brackets are open around each token; null where they do not match. */
function depthsOf(tokens: readonly SpelledToken[]): readonly number[] | null {
  const depths: number[] = [];
  let depth = 0;
  for (const { kind, value } of tokens) {
    if (kind === 'symbol' && ')]}'.includes(value)) depth--;
    if (depth < 0) return null;
    depths.push(kind === 'symbol' && '([{'.includes(value) ? depth++ : depth);
  }
  return depth === 0 ? depths : null;
}

function split(
  tokens: readonly SpelledToken[],
  depths: readonly number[],
  start: number,
  end: number,
): readonly Piece[] {
  const pieces: SpelledToken[][] = [[]];
  for (let at = start; at < end; at++) {
    const token = tokens[at]!;
    if (token.kind === 'symbol' && token.value === ',' && depths[at] === 0) pieces.push([]);
    else pieces.at(-1)!.push(token);
  }
  return pieces;
}

/** The text of a piece as it is written. */
export function textOf(sql: string, piece: Piece): string {
  return piece.length === 0 ? '' : sql.slice(piece[0]!.start, piece.at(-1)!.end);
}

/** Whether two pieces are the same tokens, the case of words aside. */
export function isSamePiece(one: Piece, other: Piece): boolean {
  return (
    one.length === other.length &&
    one.every(({ kind, value }, at) => kind === other[at]!.kind && value === other[at]!.value)
  );
}
