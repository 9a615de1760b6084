import { type Scale, shareOfScale } from './reading.js';

/** A score that a text states, from 0 to 1; null where it is stated but cannot be relied on. */
export type StatedScore = number | null;

const plainNumber = String.raw`[-+]?(?:\d+(?:\.\d+)?|\.\d+)`;
const maximum = String.raw`\s*(?:/|out\s+of)\s*(?<max>${plainNumber})`;
/** What may not follow a number, or it is another one than it seems (0,8 and 1e-1 and 0.8-0.9) or no verdict. */
const complete = String.raw`(?!\d|\s*%|[.,:]\d|[eE][-+]?\d|\s*(?:-|–|to|or)\s*\.?\d|\s+(?:means|indicates|when|if|only|for|would)\b)`;
/** Nor may a maximum that was not read: 1 point out of 5. */
const noMaximum = String.raw`(?!\s*\(?\s*of\b|[^\n;]{0,30}(?:\bout\s+of\b|/\s*\d))`;
const amount = String.raw`(?<value>${plainNumber})(?:${maximum}${complete}|(?<percent>\s*%)${complete}|${complete}${noMaximum})`;
const word = String.raw`\b(?:score|rating|grade)\b`;
const gap = String.raw`["'*_\x60\s]*(?:\([^()\n]{0,30}\)["'*_\x60\s]*)?`;

/** `score: 0.8`, `**Score (0-1):** 8/10`, `the score is 0.8`. */
const labelled = new RegExp(String.raw`${word}${gap}(?:[:=]|\bis\b)${gap}${amount}`, 'gi');
/** `I rate it 9 out of 10`. */
const rated = new RegExp(
  String.raw`\b(?:rate|rated|rating|give|score|grade|mark)\b[^.!?\n\d]{0,40}?(?<![\d./])(?<value>${plainNumber})${maximum}${complete}`,
  'gi',
);
/** `I give it a score of 0.4`. */
const given = new RegExp(
  String.raw`\b(?:give|gives|gave|assign|assigned|award|deserves|earns)\b[^.!?\n\d]{0,40}?${word}\s+of${gap}${amount}`,
  'gi',
);
/** Anything that may be meant as a score: where it is not read by another pattern, nothing is certain. */
const meant = new RegExp(
  String.raw`${word}${gap}(?:[:=]|\bis\b)${gap}(?<value>${plainNumber})|\b(?:rate|rated|give|mark)\b[^.!?\n\d]{0,40}?(?<![\d./])(?<value2>${plainNumber})\s*(?:/|out\s+of)`,
  'gi',
);
/** A line of nothing else than `8/10`. */
const fractionLine = new RegExp(
  String.raw`^[ \t*_\x60]*(?<value>${plainNumber})${maximum}[ \t*_\x60.]*$`,
  'gim',
);
/** A text of nothing else than `0.8` or `85%`. */
const bare = new RegExp(
  String.raw`^[ \t*_\x60]*(?<value>${plainNumber})(?<percent>\s*%)?[ \t*_\x60.]*$`,
  'gi',
);

/** A clause with such a word says what the score is not, or would be. */
const unsure =
  /\b(?:not|never|cannot|unless|if|would|could|should|might|instead|rather|except|threshold|at (?:least|most)|above|below|between|minimum|maximum|e\.g|example)\b|n['’]t\b/i;

/**
 * The scores that a text states, each read once. A number in prose that nothing calls a score is none; one that is denied
 * or outside its scale is null.
 */
export function findStatedScores(text: string, scale: Scale): readonly StatedScore[] {
  const found = new Map<number, StatedScore>();
  for (const pattern of [labelled, given, rated, fractionLine, bare]) {
    for (const match of text.matchAll(pattern)) {
      const place = match.index + match[0].lastIndexOf(match.groups!.value!);
      const read = isUnsure(text, match.index) ? null : scoreOf(match.groups!, scale);
      if (!found.has(place)) found.set(place, read);
    }
  }
  for (const match of text.matchAll(meant)) {
    const place = match.index + match[0].lastIndexOf(match.groups!.value ?? match.groups!.value2!);
    if (!found.has(place)) found.set(place, null);
  }
  return [...found.values()];
}

function scoreOf(groups: Readonly<Record<string, string | undefined>>, scale: Scale): StatedScore {
  const value = Number(groups.value);
  if (groups.percent !== undefined) return shareOfScale(value, { min: 0, max: 100 });
  if (groups.max === undefined) return shareOfScale(value, scale);
  const max = Number(groups.max);
  if (max === scale.max) return shareOfScale(value, scale);
  return max > 0 ? shareOfScale(value, { min: 0, max }) : null;
}

/** Whether the clause up to the score takes it back. */
function isUnsure(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 200), index);
  const clause = before.slice(
    Math.max(...['\n', '. ', '! ', '? ', ';'].map((end) => before.lastIndexOf(end))) + 1,
  );
  return unsure.test(clause);
}
