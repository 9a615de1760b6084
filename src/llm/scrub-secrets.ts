/** Shorter ones stand in every second word: taking them out would change what was answered. */
const shortest = 4;

/** A value without secrets: `***` stands in the place of each, in all its texts and keys. */
export function scrubSecrets<T>(value: T, secrets: Iterable<string>): T {
  // A longer secret may have a shorter one in it.
  const sorted = [...new Set([...secrets].flatMap(spellings))]
    .filter(({ length }) => length >= shortest)
    .sort((a, b) => b.length - a.length);
  if (sorted.length === 0) return value;
  const scrubText = (text: string): string =>
    sorted.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
  const scrub = (item: unknown): unknown => {
    if (typeof item === 'string') return scrubText(item);
    if (Array.isArray(item)) return item.map(scrub);
    if (typeof item !== 'object' || item === null || ArrayBuffer.isView(item)) return item;
    return Object.fromEntries(Object.entries(item).map(([key, inner]) => [scrubText(key), scrub(inner)]));
  };
  return scrub(value) as T;
}

/** A service that repeats an address repeats what is in it as it is encoded there. */
function spellings(secret: string): string[] {
  return [secret, encodeURIComponent(secret)];
}
