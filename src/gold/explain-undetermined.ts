import type { UndeterminedReason } from '../types/index.js';

const explanations: Readonly<Record<UndeterminedReason, string>> = {
  limit_without_order:
    'a LIMIT keeps rows, and no ORDER BY says which: order by something that tells them apart',
  clock: 'it depends on the day it runs: set settings.reference_date, or write the date',
  random: 'it depends on chance: take the random function or the sample out',
  unordered_aggregate: 'an aggregate lists rows in any order: put an ORDER BY inside it',
  tie_at_limit:
    'its LIMIT or OFFSET cuts between rows that are equal on every sort key: add a key that tells them apart, or give the other answers as alt_sql',
  tied_order:
    'rows that are equal on every sort key may come in any order: add a key that tells them apart where their order counts',
};

/** What leaves a gold's result open, and what to do about it: one sentence. */
export function explainUndetermined(reason: UndeterminedReason): string {
  return explanations[reason];
}
