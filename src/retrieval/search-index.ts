import MiniSearch from 'minisearch';
import { terms } from './terms.js';

/** The texts of what is searched for, by how much a word found in them says. */
export interface IndexedTexts {
  readonly id: string;
  readonly name: string;
  readonly parts: string;
  readonly comment: string;
  readonly values: string;
}

const boost = { name: 4, parts: 2, comment: 1.5, values: 4 } satisfies Record<
  Exclude<keyof IndexedTexts, 'id'>,
  number
>;

/** Scores of what a question's words are found in, by id; what none is found in is absent. */
export type SearchIndex = (question: readonly string[]) => ReadonlyMap<string, number>;

export function createSearchIndex(documents: readonly IndexedTexts[]): SearchIndex {
  const index = new MiniSearch<IndexedTexts>({
    fields: Object.keys(boost),
    tokenize: terms,
    processTerm: (term) => term,
  });
  index.addAll(documents);
  return (question) =>
    new Map(
      index
        .search(question.join(' '), {
          tokenize: (text) => text.split(' '),
          combineWith: 'OR',
          boost,
          // A short word is the beginning of too many others.
          prefix: (term) => term.length >= 3,
          weights: { prefix: 0.3, fuzzy: 0.2 },
        })
        .map(({ id, score }) => [id as string, score]),
    );
}
