import type { SourceLocation } from '../../types/index.js';
import { benchmarkError } from './benchmark-error.js';

/** One element of a JSON array, and where it starts in its file. */
export interface JsonElement {
  readonly value: unknown;
  readonly location: SourceLocation;
}

/** Reads a file that is one JSON array. */
export function readJsonElements(file: string, text: string): JsonElement[] {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (cause) {
    throw benchmarkError(file, `The file is not JSON: ${(cause as Error).message}`, cause);
  }
  if (!Array.isArray(values)) throw benchmarkError(file, 'The file is not a JSON list');
  const locations = elementLocations(file, text);
  return values.map((value: unknown, index) => ({
    value,
    location: locations[index] ?? { file, line: 1, column: 1 },
  }));
}

/** Positions of the top-level elements; the text is known to be valid JSON. */
function elementLocations(file: string, text: string): SourceLocation[] {
  const locations: SourceLocation[] = [];
  let depth = 0;
  let line = 1;
  let lineStart = 0;
  let expectsElement = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index]!;
    if (character === '\n') {
      line += 1;
      lineStart = index + 1;
    }
    if (/\s/.test(character)) continue;
    if (expectsElement && character !== ']') {
      locations.push({ file, line, column: index - lineStart + 1 });
      expectsElement = false;
    }
    if (character === '"') index = endOfString(text, index);
    else if (character === '[' || character === '{') {
      depth += 1;
      expectsElement = depth === 1;
    } else if (character === ']' || character === '}') depth -= 1;
    else if (character === ',' && depth === 1) expectsElement = true;
  }
  return locations;
}

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}
