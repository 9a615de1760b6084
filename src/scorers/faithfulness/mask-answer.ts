/**
 * The answer with what is neither a stated number nor a name of the result blanked out by spaces of the same length, so
 * that positions stay: code, addresses, list and citation markers, ordinals, identifiers such as `MPEG-4`, `#7` or
 * `inv_001`, versions.
 */
export function maskAnswer(answer: string): string {
  return patterns.reduce((text, pattern) => text.replace(pattern, blanks), answer);
}

/** A part of a text, the end left out. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The text with some stretches of it blanked out. */
export function blankOut(text: string, stretches: readonly Stretch[]): string {
  return stretches.reduce(
    (rest, { start, end }) => rest.slice(0, start) + blanks(rest.slice(start, end)) + rest.slice(end),
    text,
  );
}

function blanks(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

const patterns: readonly RegExp[] = [
  // A fenced block that is a query; other blocks may hold the answer's table.
  /```[ \t]*(?:sql|sqlite|postgres|postgresql|mysql|duckdb)\b[\s\S]*?(?:```|$)/gi,
  /```\s*(?:select|with)\b[\s\S]*?(?:```|$)/gi,
  /\bhttps?:\/\/\S+/gi,
  /[\w.+-]+@[\w-]+\.[\w.-]+/g,
  // List markers: `1.`, `2)`, `(3)` at the beginning of a line, with a blank after them.
  /^[ \t]*(?:[>*+-][ \t]+)?(?:\(\d{1,3}\)|\d{1,3}[.)])(?=[ \t]+\D)/gm,
  /\[\^?\d{1,3}\]/g,
  /(?<![\p{L}\p{N}])\d+(?:st|nd|rd|th)\b/giu,
  /\b24\/7\b/g,
  // Letters, digits and marks in one word that begins with a letter, an underscore or a number sign.
  /(?<![\p{L}\p{N}_$€£¥])(?:#[\p{L}\p{N}_]*\d[\p{L}\p{N}_-]*|\p{L}[\p{L}\p{N}]*[_-]\d[\p{L}\p{N}_-]*|[\p{L}_][\p{L}\p{N}_]*\d[\p{L}\p{N}_-]*(?:\.\d+)*)/gu,
  // Digits that an underscore or a second hyphen joins to more of it, and versions of three parts that are no date.
  /(?<![\p{L}\p{N}.,-])\d+_[\p{L}\p{N}_-]+/gu,
  /(?<![\d.,])\d{1,4}(?:\.\d{1,2}){3,}(?![\d.,]*\d)/g,
  /\bv?\d+\.\d+\.\d+(?:-[\w.]+)?(?=[\s,;:!?)]|\.?$)(?<!\b\d{1,3}(?:\.\d{3})+)(?<!\b\d{1,2}\.\d{1,2}\.\d{4})/gm,
];
