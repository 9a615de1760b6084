import type { CheckContext, EquivalenceCheck, QueryPair, SemanticVerdict } from '../../types/index.js';
import { judgePair } from '../compare/index.js';
import { astRules } from '../rules/index.js';

/**
 * Compares two queries by a canonical form of their syntax: names resolved, relations numbered by their part in the query,
 * conditions in one shape. It proves no more than that, and uses no key, type or foreign key; the catalogue helps it to
 * resolve names. Never throws.
 */
export class AstEquivalence implements EquivalenceCheck {
  readonly method = 'ast';

  judge(pair: QueryPair, context: CheckContext): Promise<SemanticVerdict> {
    return judgePair(pair, context, { name: this.method, rules: astRules, congruence: false });
  }
}
