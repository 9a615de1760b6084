import { astRules } from './ast-rules.js';
import { distinctJoinAsExists, distinctJoinedAsExists } from './distinct-rules.js';
import { foreignKeyJoin, selfJoinOnKey, unusedLeftJoin } from './join-rules.js';
import {
  countOfKey,
  countOfNonNull,
  distinctOverKey,
  groupByKey,
  havingOnKeys,
  redundantNotNull,
  sumOfConditions,
} from './key-rules.js';
import { commonFactor } from './logic.js';
import { mergeDerived, mergeOptionalDerived, mergeOuterSelect, passThrough } from './merge-rules.js';
import type { RuleSet } from './normalise.js';
import { outerToInner } from './outer-join-rules.js';
import { unusedOutputs } from './output-rules.js';
import { existsAsJoin, inAsExists, scalarAsJoin } from './semijoin-rules.js';
import { exceptAsNotExists, intersectAsExists } from './set-rules.js';
import { selectOverUnionAll } from './union-rules.js';
import {
  integerThreshold,
  inUnion,
  isNullOfNonNull,
  likeIgnoresCase,
  literalAffinity,
  shareOfRows,
  truthCase,
} from './values.js';

/** The rules of syntax, and those that use types, keys, foreign keys and NOT NULL. */
export const planRules: RuleSet = {
  expressions: [
    ...astRules.expressions,
    commonFactor,
    truthCase,
    inUnion,
    literalAffinity,
    likeIgnoresCase,
    integerThreshold,
    isNullOfNonNull,
    shareOfRows,
  ],
  blocks: [
    ...astRules.blocks,
    mergeDerived,
    mergeOptionalDerived,
    mergeOuterSelect,
    passThrough,
    selectOverUnionAll,
    distinctJoinedAsExists,
    unusedOutputs,
    outerToInner,
    inAsExists,
    distinctOverKey,
    distinctJoinAsExists,
    existsAsJoin,
    scalarAsJoin,
    selfJoinOnKey,
    foreignKeyJoin,
    unusedLeftJoin,
    redundantNotNull,
    havingOnKeys,
    countOfKey,
    countOfNonNull,
    sumOfConditions,
    groupByKey,
  ],
  sets: [...astRules.sets, exceptAsNotExists, intersectAsExists],
};
