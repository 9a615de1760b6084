import type { CheckContext, EquivalenceCheck, QueryPair, SemanticVerdict } from '../../types/index.js';
import { judgePair } from '../compare/index.js';
import { planRules } from '../rules/index.js';

/**
 * Compares two queries as relational expressions: derived tables and common table expressions merged, columns that WHERE
 * makes equal taken as one, and declared keys, foreign keys and NOT NULL used, each named in the proof. Never throws.
 */
export class PlanEquivalence implements EquivalenceCheck {
  readonly method = 'plan';

  judge(pair: QueryPair, context: CheckContext): Promise<SemanticVerdict> {
    return judgePair(pair, context, { name: this.method, rules: planRules, congruence: true });
  }
}
