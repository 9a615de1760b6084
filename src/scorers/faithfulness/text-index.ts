/** The distinct texts of a result, so that those an answer names are found without reading all. */
export interface TextIndex {
  /** The rows of each text. */
  readonly rows: ReadonlyMap<string, ReadonlySet<number>>;
  /** Texts that a stretch of the answer names as whole words; a text within a longer one that is named is not. */
  namedIn(stretch: string): readonly string[];
  /** Whether some text contains this, whatever its case. */
  isWithinOne(part: string): boolean;
  /** Whether this contains some text of three characters or more, whatever its case. */
  containsOne(whole: string): boolean;
}

export function createTextIndex(rows: ReadonlyMap<string, ReadonlySet<number>>): TextIndex {
  const byFirstWord = new Map<string, string[]>();
  for (const text of rows.keys()) {
    const first = words(text.toLowerCase())[0];
    if (first === undefined || !/\p{L}/u.test(text)) continue;
    const known = byFirstWord.get(first);
    if (known === undefined) byFirstWord.set(first, [text]);
    else known.push(text);
  }
  let all: string | null = null;
  const candidates = (stretch: string): readonly string[] =>
    [...new Set(words(stretch.toLowerCase()))].flatMap((word) => byFirstWord.get(word) ?? []);
  return {
    rows,
    namedIn: (stretch) => outermost(candidates(stretch).flatMap((text) => find(text, stretch))),
    isWithinOne(part) {
      all ??= [...rows.keys()].join('\u0000').toLowerCase();
      return all.includes(part.toLowerCase());
    },
    containsOne(whole) {
      const lower = whole.toLowerCase();
      for (const text of rows.keys())
        if (text.length >= 3 && text.length <= whole.length && lower.includes(text.toLowerCase()))
          return true;
      return false;
    },
  };
}

interface Found {
  readonly text: string;
  readonly at: number;
  readonly end: number;
}

function words(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Where a text stands as whole words. A short one such as "in" is only itself when it is written the same way. */
function find(text: string, stretch: string): readonly Found[] {
  if (text.length < 2) return [];
  const [where, what] = text.length < 4 ? [stretch, text] : [stretch.toLowerCase(), text.toLowerCase()];
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + 1)) {
    const end = at + what.length;
    if (!isWordCharacter(where[at - 1]) && !isWordCharacter(where[end])) return [{ text, at, end }];
  }
  return [];
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

function outermost(found: readonly Found[]): readonly string[] {
  const isInside = (one: Found, other: Found): boolean =>
    other.at <= one.at && one.end <= other.end && other.end - other.at > one.end - one.at;
  return found.filter((one) => !found.some((other) => isInside(one, other))).map(({ text }) => text);
}
