import { closest, distance } from 'fastest-levenshtein';

/** The known name that a misspelt one is most likely meant to be, if any is near enough. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const candidate = closest(name.toLowerCase(), known as string[]);
  const allowed = Math.floor(candidate.length / 2.5);
  return distance(name.toLowerCase(), candidate.toLowerCase()) <= allowed ? candidate : undefined;
}
