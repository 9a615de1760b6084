import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { terms, words } from './terms.js';

describe('words', () => {
  it.each([
    ['citySize', ['city', 'size']],
    ['Song_release_year', ['song', 'release', 'year']],
    ['HTTPStatus', ['http', 'status']],
    ['address2line', ['address', '2', 'line']],
    ['SELECT_ALL', ['select', 'all']],
    ["l'éte à Orléans", ['l', 'ete', 'a', 'orleans']],
    ['顧客_id', ['顧客', 'id']],
    ['', []],
    ['--', []],
  ])('of %j', (text, expected) => expect(words(text)).toEqual(expected));

  it('are the same however they are put together', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (all) => {
        const camel = all.map((one) => one.slice(0, 1).toUpperCase() + one.slice(1));
        // Single capitals in a row read as an abbreviation.
        if (all.some((one) => one.length === 1)) return;
        expect(words(all.join('_'))).toEqual(all);
        expect(words(camel.join(''))).toEqual(all);
      }),
    );
  });
});

describe('terms', () => {
  it('are stems without the words that only ask', () => {
    expect(terms('What are the names of all cities?')).toEqual(terms('name city'));
  });

  it('keep words that may name a column', () => {
    expect(terms('number of orders')).toEqual(['number', 'order']);
  });
});
