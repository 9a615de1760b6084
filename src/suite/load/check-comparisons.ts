import type { SuiteProblem } from '../problem.js';
import type { SuiteFile } from '../schema/suite.js';
import type { YamlSource } from '../yaml/yaml-source.js';
import type { LocatedCase } from './located-case.js';

/**
 * NULLs that are distinct from each other only mean something where rows are found by a key: without one, no row with a
 * NULL could ever match, the gold's own included. A case's own options come before its scorer's.
 */
export function checkComparisons(
  { scorers }: SuiteFile,
  source: YamlSource,
  cases: readonly LocatedCase[],
): SuiteProblem[] {
  const hasKey = (key: unknown): boolean => Array.isArray(key) && key.length > 0;
  const someScorerHasKey = scorers.some((entry) => hasKey(entry.with.match_key));
  const ofCases = cases.flatMap(({ value: { id, comparison }, at }): SuiteProblem[] => {
    if (comparison?.nullEquality !== 'distinct') return [];
    if (comparison.matchKey === undefined ? someScorerHasKey : hasKey(comparison.matchKey)) return [];
    const message = `Case ${id} has null_equality: distinct without a match_key`;
    return [{ message: `${message}; ${advice}`, location: at(['comparison', 'null_equality']) }];
  });
  const ofScorers = scorers.flatMap((entry, index): SuiteProblem[] => {
    if (entry.with.null_equality !== 'distinct' || hasKey(entry.with.match_key)) return [];
    const keyless = cases.find(
      ({ value: { comparison } }) => comparison?.nullEquality !== 'equal' && !hasKey(comparison?.matchKey),
    );
    if (keyless === undefined) return [];
    const message = `Scorer ${entry.as} has null_equality: distinct without a match_key, and case ${keyless.value.id} has none either`;
    return [
      {
        message: `${message}; ${advice}`,
        location: source.at(['scorers', index, 'with', 'null_equality']),
      },
    ];
  });
  return [...ofCases, ...ofScorers];
}

const advice = 'name the columns that identify a row, or leave null_equality out';
