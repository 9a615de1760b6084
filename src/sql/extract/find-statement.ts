import { commonTableExpression, plainWrite } from './statement-words.js';

const opening =
  /(?:^|\n|:)[ \t]{0,40}(?:(?:[-*>]|\d+[.)])[ \t]+)?(?=(?:select|with|insert|update|delete|merge|drop|create|alter|truncate)\s)/gi;

/** The index where the first statement opens in prose: at the start of a line or after a colon; null without one. */
export function findStatement(text: string): number | null {
  opening.lastIndex = 0;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const at = found.index + found[0].length;
    const rest = text.slice(at, at + 2_000);
    if (/^select\s/i.test(rest) || commonTableExpression.test(rest) || plainWrite.test(rest)) return at;
    if (found[0] === '') opening.lastIndex++;
  }
  return null;
}
