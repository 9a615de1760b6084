import type { Beside } from './support.js';

const decrease =
  /\b(?:fell|fall|falls|fallen|falling|down|drop|drops|dropped|dropping|decline|declines|declined|declining|decrease|decreases|decreased|decreasing|loss|losses|lost|lose|loses|minus|negative|below|deficit|shrank|shrink|shrunk|shrinking|reduced|reduction|sank|sunk|slump|slumped|dip|dipped|contracted|contraction|plunged|plummeted|lower|less|gesunken|verlust|weniger)\b/iu;

const rough =
  /(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|over|more than|just under|just over|close to|circa|ca\.?|etwa|rund|knapp|fast|über|environ)|[~≈])\s*[$€£¥]?$/iu;

/** Words before and after a number that still stand beside it. */
const reach = { before: 4, after: 2 } as const;

/** What stands around a number within its clause. */
export function lookBeside(clause: string, start: number, end: number): Beside {
  const before = clause.slice(0, start).split(/\s+/).filter(Boolean).slice(-reach.before).join(' ');
  const after = clause.slice(end).split(/\s+/).filter(Boolean).slice(0, reach.after).join(' ');
  return {
    isDecrease: decrease.test(before) || decrease.test(after),
    isRough: rough.test(clause.slice(Math.max(0, start - 24), start)),
  };
}
