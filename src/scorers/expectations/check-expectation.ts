import type { Expectation } from '../../types/index.js';
import type { Finding } from './finding.js';
import { checkAcceptedValues } from './kinds/accepted-values.js';
import { checkBetween } from './kinds/between.js';
import { checkColumnPresence } from './kinds/column-presence.js';
import { checkColumnType } from './kinds/column-type.js';
import { checkExpression } from './kinds/expression.js';
import { checkMatches } from './kinds/matches.js';
import { checkMeanBetween } from './kinds/mean-between.js';
import { checkNotNull } from './kinds/not-null.js';
import { checkRowCount } from './kinds/row-count.js';
import { checkUnique } from './kinds/unique.js';
import { checkValuesInOrder } from './kinds/values-in-order.js';
import type { ResultFacts } from './result-facts.js';

/** Tells whether one expectation holds of a result. */
export async function checkExpectation(expectation: Expectation, facts: ResultFacts): Promise<Finding> {
  switch (expectation.kind) {
    case 'row_count':
      return checkRowCount(expectation, facts);
    case 'column_presence':
      return checkColumnPresence(expectation, facts);
    case 'column_type':
      return checkColumnType(expectation, facts);
    case 'not_null':
      return checkNotNull(expectation, facts);
    case 'unique':
      return checkUnique(expectation, facts);
    case 'accepted_values':
    case 'in_set':
      return checkAcceptedValues(expectation, facts);
    case 'between':
      return checkBetween(expectation, facts);
    case 'mean_between':
      return checkMeanBetween(expectation, facts);
    case 'matches':
      return checkMatches(expectation, facts);
    case 'values_in_order':
      return checkValuesInOrder(expectation, facts);
    case 'expression':
      return checkExpression(expectation, facts);
  }
}
