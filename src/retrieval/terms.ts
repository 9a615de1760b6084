import { stemmer } from 'stemmer';

/** Words that ask, and say nothing of what is asked for. */
const stopWords: ReadonlySet<string> = new Set(
  (
    'a all an and any are as at be been but by can could did do does each every find for from get give had has have how i ' +
    'in into is it its list many me much my of off on or our out per please show so some tell than that the their them ' +
    'there these they this those to us was we were what when where which who whom whose why will with would you your'
  ).split(' '),
);

/**
 * The words of a name or a sentence, in lower case and without accents: split where the case changes (`citySize`,
 * `HTTPStatus`), between letters and digits, and at everything that is neither.
 */
export function words(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu) ?? []
  ).map((word) => word.toLowerCase());
}

/** What is looked up: stems of the words, without those that only ask. */
export function terms(text: string): string[] {
  return words(text)
    .filter((word) => !stopWords.has(word))
    .map(stemmer);
}
