import { lastBranch } from './conditional-values.js';
import { orOfEqualities, singleItemList } from './lists.js';
import {
  absorption,
  associativity,
  deMorgan,
  doubleNegation,
  negatedComparison,
  repeatedOperand,
  trueConjunct,
} from './logic.js';
import type { RuleSet } from './normalise.js';
import { orderOfSet, unionOfUnions } from './set-rules.js';
import {
  distinctInSubquery,
  distinctOverGroups,
  existsOutputs,
  groupByAllOutputs,
  orderInSubquery,
  singleRow,
} from './subqueries.js';
import {
  conditionalCount,
  countOfLiteral,
  equalsItself,
  extremesIgnoreDistinct,
  filterAsCase,
  negatedConstant,
  nestedCase,
} from './values.js';

/** What the comparison of syntax may use: no key, no type, no foreign key. */
export const astRules: RuleSet = {
  expressions: [
    associativity,
    repeatedOperand,
    absorption,
    deMorgan,
    doubleNegation,
    negatedComparison,
    negatedConstant,
    trueConjunct,
    singleItemList,
    orOfEqualities,
    equalsItself,
    countOfLiteral,
    extremesIgnoreDistinct,
    conditionalCount,
    filterAsCase,
    nestedCase,
    lastBranch,
  ],
  blocks: [
    orderInSubquery,
    distinctInSubquery,
    existsOutputs,
    singleRow,
    groupByAllOutputs,
    distinctOverGroups,
  ],
  sets: [unionOfUnions, orderOfSet],
  values: [],
};
