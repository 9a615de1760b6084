/** Pairs whose label is wrong, so that a verdict against it is no mistake; each with the reason. */
export const labelExceptions: ReadonlyMap<string, string> = new Map([
  ['llmss-semantic_inequivalent-063', 'the two texts differ only in white space'],
  ['llmss-semantic_inequivalent-064', 'the two texts differ only in white space'],
]);
