import { distinctJoinAsExists, existsOfChild, groupJoinAsExists } from './asked-relations.js';
import { astRules } from './ast-rules.js';
import { redundantCast } from './casts.js';
import { caseAsConditions, comparedCase, constantBranch, truthCase } from './conditional-values.js';
import {
  complement,
  constantCondition,
  constantWindowKey,
  isNullOfNonNull,
  knownOperand,
  literalArithmetic,
  literalComparison,
  nullOperand,
  nullSafeComparison,
} from './constants.js';
import { derivedColumnOrder, repeatedColumn } from './derived-columns.js';
import { distinctJoinedAsExists } from './distinct-joins.js';
import { distinctInDerived, distinctOutside } from './distinct-rules.js';
import { certainRow, emptyArms, emptyLeftJoin, emptySubquery, noRows } from './empty.js';
import { constantKey, equalColumnsAreOne, fixedColumn } from './equalities.js';
import { foreignKeyExists } from './foreign-key-exists.js';
import { foreignKeyJoin, selfJoinOnKey, unusedLeftJoin } from './join-rules.js';
import { joinedGroups } from './joined-groups.js';
import {
  countOfKey,
  countOfNonNull,
  distinctOverKey,
  groupByKey,
  havingOnKeys,
  redundantNotNull,
  sumOfConditions,
} from './key-rules.js';
import { leftJoinedGroups } from './left-joined-groups.js';
import { commonFactor } from './logic.js';
import { mergeDerived, mergeOptionalDerived, mergeOuterSelect, passThrough } from './merge-rules.js';
import { groupsOfGroups } from './nested-groups.js';
import type { RuleSet } from './normalise.js';
import { aggregateOfKey, oneRowGroups } from './one-row-groups.js';
import { outerToInner } from './outer-join-rules.js';
import { unusedOutputs } from './output-rules.js';
import { valueRanges } from './ranges.js';
import { existsAsJoin, inAsExists, scalarAsJoin } from './semijoin-rules.js';
import { exceptAsNotExists, intersectAsExists } from './set-rules.js';
import {
  inGroupsAsExists,
  leftJoinAsExists,
  nestedInAsExists,
  outerCondition,
  ownRowExists,
  repeatedRelation,
} from './subquery-joins.js';
import { existsOverUnion, selectOverUnionAll, singleArm, unionAsOr, valuesAsSelects } from './union-rules.js';
import { groupsOfUnitedGroups } from './united-groups.js';
import { integerThreshold, inUnion, likeIgnoresCase, literalAffinity, shareOfRows } from './values.js';

/** The rules of syntax, and those that use types, keys, foreign keys and NOT NULL. */
export const planRules: RuleSet = {
  expressions: [
    ...astRules.expressions,
    commonFactor,
    truthCase,
    redundantCast,
    nestedInAsExists,
    inGroupsAsExists,
    outerCondition,
    inUnion,
    existsOverUnion,
    literalAffinity,
    likeIgnoresCase,
    integerThreshold,
    isNullOfNonNull,
    constantCondition,
    literalComparison,
    literalArithmetic,
    nullOperand,
    knownOperand,
    constantBranch,
    constantWindowKey,
    complement,
    nullSafeComparison,
    comparedCase,
    caseAsConditions,
    valueRanges,
    foreignKeyExists,
    emptySubquery,
    certainRow,
    shareOfRows,
  ],
  blocks: [
    noRows,
    emptyLeftJoin,
    ...astRules.blocks,
    mergeDerived,
    mergeOptionalDerived,
    mergeOuterSelect,
    passThrough,
    selectOverUnionAll,
    distinctJoinedAsExists,
    leftJoinAsExists,
    distinctInDerived,
    distinctOutside,
    unusedOutputs,
    repeatedColumn,
    derivedColumnOrder,
    groupsOfGroups,
    groupsOfUnitedGroups,
    joinedGroups,
    leftJoinedGroups,
    oneRowGroups,
    aggregateOfKey,
    outerToInner,
    equalColumnsAreOne,
    fixedColumn,
    constantKey,
    inAsExists,
    ownRowExists,
    repeatedRelation,
    selfJoinOnKey,
    existsOfChild,
    foreignKeyJoin,
    distinctOverKey,
    distinctJoinAsExists,
    groupJoinAsExists,
    existsAsJoin,
    scalarAsJoin,
    unusedLeftJoin,
    redundantNotNull,
    havingOnKeys,
    countOfKey,
    countOfNonNull,
    sumOfConditions,
    groupByKey,
  ],
  sets: [emptyArms, singleArm, ...astRules.sets, exceptAsNotExists, intersectAsExists, unionAsOr],
  values: [valuesAsSelects],
};
