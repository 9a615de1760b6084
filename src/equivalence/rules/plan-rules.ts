import { astRules } from './ast-rules.js';
import { commonFactor } from './logic.js';
import type { RuleSet } from './normalise.js';
import { integerThreshold, isNullOfNonNull, literalAffinity, shareOfRows } from './values.js';

/** The rules of syntax, and those that use types, keys, foreign keys and NOT NULL. */
export const planRules: RuleSet = {
  expressions: [...astRules.expressions, commonFactor, literalAffinity, integerThreshold, isNullOfNonNull, shareOfRows],
  blocks: astRules.blocks,
};
