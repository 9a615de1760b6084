import json5 from 'json5';

export interface FoundObjects {
  readonly objects: readonly object[];
  /** The text without them. */
  readonly rest: string;
  /** True when something began like a JSON object and is none: cut off, or malformed. */
  readonly isBroken: boolean;
}

/** How many openings of braces are tried in one text. */
const mostTries = 200;

/**
 * The JSON objects in a text, fenced or inside prose; comments, single quotes and trailing commas are forgiven. Objects
 * inside of objects are not counted; braces that enclose something else are passed over.
 */
export function findJsonObjects(text: string): FoundObjects {
  const objects: object[] = [];
  let rest = '';
  let isBroken = false;
  let at = 0;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const open = text.indexOf('{', at);
    if (open < 0) return { objects, rest: rest + text.slice(at), isBroken };
    rest += text.slice(at, open);
    const end = closingBrace(text, open);
    const object = end === null ? null : parse(text.slice(open, end));
    if (object !== null && end !== null) {
      objects.push(object);
      at = end;
    } else {
      isBroken ||= /^\{\s*(["'“]|\w+\s*:)/.test(text.slice(open, open + 200));
      rest += '{';
      at = open + 1;
    }
  }
  return { objects, rest: rest + text.slice(at), isBroken: true };
}

/** The index after the brace that closes this one; quotes and comments are respected. */
function closingBrace(text: string, open: number): number | null {
  const token = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[{}]/g;
  token.lastIndex = open;
  let depth = 0;
  for (let found = token.exec(text); found !== null; found = token.exec(text)) {
    if (found[0] === '{') depth += 1;
    if (found[0] === '}') depth -= 1;
    if (depth === 0) return token.lastIndex;
  }
  return null;
}

function parse(text: string): object | null {
  try {
    const value: unknown = json5.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return hasScoreTwice(text) ? null : value;
  } catch {
    return null;
  }
}

/** The last of two equal keys would win without a word. */
function hasScoreTwice(text: string): boolean {
  return (text.match(/(?<!\\)(["'])score\1\s*:|[{,]\s*score\s*:/gi) ?? []).length > 1;
}
