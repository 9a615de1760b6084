import type { NameClaim } from './claims.js';

const patterns: readonly RegExp[] = [
  /"([^"\n]{1,80})"/g,
  /\u201c([^\u201d\n]{1,80})\u201d/g,
  /(?<![\p{L}\p{N}])'([^'\n]{1,80})'(?![\p{L}\p{N}])/gu,
  /\u2018([^\u2019\n]{1,80})\u2019(?![\p{L}\p{N}])/gu,
  /\*\*([^*\n]{1,80})\*\*/g,
  /(?<![\p{L}\p{N}_])__([^_\n][^\n]{0,78}?)__(?![\p{L}\p{N}_])/gu,
];

/**
 * Names that an answer puts in quotes or in bold: 2 to 60 characters, at most six words, no digit, not ending in a colon.
 * Other quoted text is speech or a heading.
 */
export function readNames(answer: string): readonly NameClaim[] {
  const names = new Set<string>();
  for (const pattern of patterns) {
    for (const [, inner = ''] of answer.matchAll(pattern)) {
      const text = inner.replace(/^[\s*_"'\u201c\u2018]+|[\s*_"'\u201d\u2019.,;!?]+$/gu, '');
      if (isName(text)) names.add(text);
    }
  }
  return [...names].map((text) => ({ text }));
}

function isName(text: string): boolean {
  const { length } = [...text];
  return (
    length >= 2 &&
    length <= 60 &&
    text.split(/\s+/).length <= 6 &&
    !/\p{N}/u.test(text) &&
    /\p{L}/u.test(text) &&
    !text.endsWith(':')
  );
}
