import { expect, it } from 'vitest';
import { dialects } from './index.js';

it('has one table for every name, and lists that are written as they are compared', () => {
  const names = dialects.flatMap((one) => [one.name, ...one.aliases]);
  expect(new Set(names).size).toBe(names.length);
  for (const one of dialects) {
    const words = [
      ...one.queryWords,
      ...one.reservedWriteWords,
      ...one.refusedFunctions,
      ...one.refusedFunctionPrefixes,
      ...one.allowedFunctions,
      ...one.refusedTables,
      ...one.tablelessFunctions,
      ...one.stringPrefixes,
    ];
    expect(words).toEqual(words.map((word) => word.toLowerCase()));
  }
});

it('lets no function be refused by name and read no table at once', () => {
  for (const one of dialects) {
    const refused = new Set(one.refusedFunctions);
    expect(one.tablelessFunctions.filter((name) => refused.has(name))).toEqual([]);
  }
});
