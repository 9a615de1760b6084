import type { EquivalenceCheck } from '../../types/index.js';
import { AstEquivalence, TextEquivalence } from '../ast/index.js';
import { PlanEquivalence } from '../plan/index.js';

/** The checks that prove queries equal, the cheapest first: identical text, syntax, and relational form. */
export function defaultEquivalenceChecks(): readonly EquivalenceCheck[] {
  return [new TextEquivalence(), new AstEquivalence(), new PlanEquivalence()];
}
