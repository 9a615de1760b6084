import { terms } from './terms.js';

/** The terms of a question, with what the schema calls them where synonyms say so. Each once, so that none counts twice. */
export function questionTerms(
  question: string,
  synonyms: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const asked = terms(question);
  const other = Object.entries(synonyms).flatMap(([phrase, names]) =>
    isAmong(terms(phrase), asked) ? names.flatMap(terms) : [],
  );
  return [...new Set([...asked, ...other])];
}

function isAmong(phrase: readonly string[], asked: readonly string[]): boolean {
  return (
    phrase.length > 0 && asked.some((_, start) => phrase.every((term, at) => asked[start + at] === term))
  );
}
