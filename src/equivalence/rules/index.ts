export { astRules } from './ast-rules.js';
export { type Checkpoint, normalise, type RuleSet, type Trace } from './normalise.js';
export { planRules } from './plan-rules.js';
export type { BlockRule, ExpressionRule, Position, Role, RuleContext } from './rule.js';
