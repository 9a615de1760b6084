import { judgePair } from '../../src/equivalence/compare/index.js';
import { planRules } from '../../src/equivalence/rules/index.js';
import type { CheckContext, QueryPair, SemanticVerdict } from '../../src/types/index.js';
import { unsoundRules } from './unsound-rules.js';

/** The proof with one unsound shortcut more, taken before any of its own rules. */
export function judgeWithShortcut(
  number: number,
): (pair: QueryPair, context: CheckContext) => Promise<SemanticVerdict> {
  const { expressions = [], blocks = [], sets = [], text = same } = unsoundRules.get(number)!;
  const rules = {
    ...planRules,
    expressions: [...expressions, ...planRules.expressions],
    blocks: [...blocks, ...planRules.blocks],
    sets: [...sets, ...planRules.sets],
  };
  return (pair, context) =>
    judgePair({ ...pair, gold: text(pair.gold), candidate: text(pair.candidate) }, context, {
      name: 'unsound',
      rules,
      congruence: true,
    });
}

function same(sql: string): string {
  return sql;
}
