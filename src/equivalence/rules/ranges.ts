import { type Expression, expressionKey, type Literal } from '../algebra/index.js';
import type { Facts } from '../facts/index.js';
import { useNotNull } from './non-null.js';
import type { ExpressionRule, Position, RuleContext } from './rule.js';

/**
 * Which values of one expression satisfy a condition on it: a flag for each part that some literals cut the line of values
 * into, at `2 * i + 1` the i-th literal itself and at the others what lies between.
 */
type Parts = readonly boolean[];

/** A condition that compares one expression with literals, and is unknown exactly where that is NULL. */
interface Test {
  readonly source: Expression;
  readonly operand: Expression;
  readonly literals: readonly Literal[];
  /** Whether a value satisfies it that lies to one side of a literal, or is it. */
  readonly holds: (side: (literal: Literal) => -1 | 0 | 1) => boolean;
}

/**
 * Conditions on one expression by literals: what no value satisfies, what every value does, a list of values in place of
 * other forms, and what the other conditions say already.
 */
export const valueRanges: ExpressionRule = {
  name: 'value-ranges',
  apply(expression, position, context) {
    if (expression.kind !== 'and' && expression.kind !== 'or') return null;
    const groups = new Map<string, Test[]>();
    for (const one of expression.operands) {
      const test = testOf(one);
      if (test === null) continue;
      const key = expressionKey(test.operand);
      groups.set(key, [...(groups.get(key) ?? []), test]);
    }
    for (const tests of groups.values()) {
      const simpler = tests.length < 2 ? null : simplified(tests, expression.kind, position, context);
      if (simpler === null) continue;
      const sources = new Set(tests.map(({ source }) => source));
      const operands = [...expression.operands.filter((one) => !sources.has(one)), ...simpler];
      return operands.length === 1 ? operands[0]! : { ...expression, operands };
    }
    return null;
  },
};

function simplified(
  tests: readonly Test[],
  kind: 'and' | 'or',
  position: Position,
  context: RuleContext,
): readonly Expression[] | null {
  const [{ operand }] = tests as [Test];
  const literals = orderedLiterals(tests, context.facts);
  if (literals === null) return null;
  const integers = context.facts.typeOf(operand).integer;
  const parts = (all: readonly Test[]): Parts => partsOf(all, kind, literals, integers);
  const whole = parts(tests);
  const possible = possibleParts(literals, integers);
  const constant = whole.every((flag, at) => !flag || !possible[at])
    ? false
    : whole.every((flag, at) => flag || !possible[at])
      ? true
      : null;
  if (constant !== null) return constantTest(operand, constant, position, context);
  const list = listTest(operand, literals, whole);
  if (list !== null && tests.length > 1) return [list];
  const redundant = tests.find((test) => {
    const others = parts(tests.filter((one) => one !== test));
    return others.every((flag, at) => flag === whole[at] || !possible[at]);
  });
  return redundant === undefined
    ? null
    : tests.filter((one) => one !== redundant).map(({ source }) => source);
}

/** A condition that no value, or every value, satisfies is unknown where the value is NULL. */
function constantTest(
  operand: Expression,
  value: boolean,
  position: Position,
  context: RuleContext,
): readonly Expression[] | null {
  const nullable = context.facts.isNullable(operand);
  const truth: Literal = { kind: 'literal', type: 'boolean', value: value ? 'true' : 'false' };
  if (!nullable) {
    useNotNull(operand, context);
    return [truth];
  }
  if (position !== 'filter') return null;
  return value ? [{ kind: 'not', operand: { kind: 'is-null', operand } }] : [truth];
}

/** `x IN (..)` or `x NOT IN (..)` where that is what the conditions come to. */
function listTest(operand: Expression, literals: readonly Literal[], parts: Parts): Expression | null {
  const between = parts.filter((_, at) => at % 2 === 0);
  const inside = between.every((flag) => !flag);
  if (!inside && !between.every((flag) => flag)) return null;
  const items = literals.filter((_, at) => parts[2 * at + 1] === inside);
  if (items.length === 0) return null;
  if (items.length === 1)
    return { kind: 'comparison', operator: inside ? '=' : '<>', left: operand, right: items[0]! };
  const list: Expression = { kind: 'in-list', operand, items };
  return inside ? list : { kind: 'not', operand: list };
}

function partsOf(
  tests: readonly Test[],
  kind: 'and' | 'or',
  literals: readonly Literal[],
  integers: boolean,
): Parts {
  const possible = possibleParts(literals, integers);
  return possible.map((can, part) => {
    if (!can) return false;
    const side = (literal: Literal): -1 | 0 | 1 => {
      const own = 2 * literals.findIndex((one) => one.value === literal.value) + 1;
      return part === own ? 0 : part < own ? -1 : 1;
    };
    return kind === 'and' ? tests.every((one) => one.holds(side)) : tests.some((one) => one.holds(side));
  });
}

/** Between a whole number and the next there is no other. */
function possibleParts(literals: readonly Literal[], integers: boolean): Parts {
  return Array.from({ length: 2 * literals.length + 1 }, (_, at) => {
    if (!integers || at % 2 === 1 || at === 0 || at === 2 * literals.length) return true;
    return Number(literals[at / 2]!.value) - Number(literals[at / 2 - 1]!.value) > 1;
  });
}

/**
 * The literals in the order of the values, or null where that is not known: numbers beside what holds whole numbers, or
 * beside anything in an engine that orders values of all types; texts where one is compared only, or none by size.
 */
function orderedLiterals(tests: readonly Test[], facts: Facts): readonly Literal[] | null {
  const { semantics } = facts;
  if (!semantics.totalOrder) return null;
  const all = tests.flatMap(({ literals }) => literals);
  const distinct = [...new Map(all.map((one) => [one.value, one])).values()];
  const [{ operand, literals }] = tests as [Test];
  const type = facts.typeOf(operand);
  if (all.every((one) => one.type === 'number')) {
    if (!distinct.every(({ value }) => /^-?(0|[1-9]\d{0,14})$/.test(value))) return null;
    const ordered = semantics.dynamicTypes
      ? type.numeric || type.affinity === 'numeric' || type.affinity === 'none'
      : type.integer;
    return ordered ? distinct.sort((one, other) => Number(one.value) - Number(other.value)) : null;
  }
  if (literals[0]?.type !== 'string' || !all.every((one) => one.type === 'string')) return null;
  if (type.identity !== 'text' || !semantics.exactText) return null;
  return distinct.length > 1 && tests.some(({ source }) => isBySize(source)) ? null : distinct;
}

function isBySize(source: Expression): boolean {
  return source.kind === 'comparison' && (source.operator === '<' || source.operator === '<=');
}

function testOf(source: Expression): Test | null {
  if (source.kind === 'comparison') return comparisonTest(source);
  const list = source.kind === 'not' ? source.operand : source;
  if (list.kind !== 'in-list' || list.operand.kind === 'literal') return null;
  const literals = list.items.filter(isComparable);
  if (literals.length < list.items.length) return null;
  const inside = source.kind === 'in-list';
  return {
    source,
    operand: list.operand,
    literals,
    holds: (side) => literals.some((one) => side(one) === 0) === inside,
  };
}

function comparisonTest(source: Expression & { readonly kind: 'comparison' }): Test | null {
  const { operator, left, right } = source;
  if (operator === 'is') return null;
  const flipped = isComparable(left);
  const literal = flipped ? left : right;
  const operand = flipped ? right : left;
  if (!isComparable(literal) || operand.kind === 'literal') return null;
  return {
    source,
    operand,
    literals: [literal],
    holds: (side) => {
      const at = side(literal);
      if (operator === '=') return at === 0;
      if (operator === '<>') return at !== 0;
      return (operator === '<=' && at === 0) || (flipped ? at === 1 : at === -1);
    },
  };
}

function isComparable(expression: Expression): expression is Literal {
  return expression.kind === 'literal' && (expression.type === 'number' || expression.type === 'string');
}
