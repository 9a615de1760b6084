import { AstEquivalence, PlanEquivalence } from '../../src/equivalence/index.js';
import { planRules } from '../../src/equivalence/rules/index.js';
import type { CheckContext, QueryPair, SemanticVerdict } from '../../src/types/index.js';

/** What is tested: says of a pair whether it is proven. */
export type Judge = (pair: QueryPair, context: CheckContext) => Promise<SemanticVerdict>;

const plan = new PlanEquivalence();
const ast = new AstEquivalence();

/** The proofs as they are; the comparison of syntax, which may use less, has a share of its own. */
export const judgeByProof: Judge = (pair, context) =>
  ((pair.gold.length * 31 + pair.candidate.length) % 7 === 0 ? ast : plan).judge(pair, context);

/** Every rule that can take part in a proof. */
export const ruleNames: readonly string[] = [
  ...new Set([
    ...[...planRules.expressions, ...planRules.blocks, ...planRules.sets].map(({ name }) => name),
    'congruence',
    'isomorphism',
  ]),
].sort();
