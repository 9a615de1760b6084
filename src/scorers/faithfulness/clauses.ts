import type { NumberClaim } from './claims.js';

/** A stretch of the answer, with the numbers it states. */
export interface Clause {
  readonly text: string;
  readonly start: number;
  readonly numbers: readonly NumberClaim[];
}

/** Where one clause ends and the next begins. A mark between digits, or after a single letter, ends nothing. */
const border =
  /\n|[;!?](?=\s|$)|[.:,](?=\s|$)|\s(?:and|while|whereas|but|with|und|während|y|et)(?=\s)|\s[\u2013\u2014-](?=\s)/giu;

/** Cuts an answer into clauses; a piece that states no number belongs to the one after it. */
export function cutClauses(text: string, numbers: readonly NumberClaim[]): readonly Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  const finish = (end: number, isHard: boolean): void => {
    const inside = numbers.filter((number) => number.start >= start && number.start < end);
    if (inside.length === 0 && !isHard) return;
    clauses.push({ text: text.slice(start, end), start, numbers: inside });
    start = end;
  };
  for (const match of text.matchAll(border)) {
    if (numbers.some((number) => match.index >= number.start && match.index < number.end)) continue;
    finish(match.index + match[0].length, /[\n.!?]/.test(match[0]));
  }
  finish(text.length, true);
  return clauses.filter((clause) => clause.numbers.length > 0);
}
