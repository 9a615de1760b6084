import {
  type Aggregate,
  type Block,
  type Expression,
  expressionKey,
  type Literal,
  number,
  type Query,
  replaceIn,
  unlimited,
} from '../../src/equivalence/algebra/index.js';
import type { BlockRule, ExpressionRule } from '../../src/equivalence/rules/index.js';
import type { SetRule } from '../../src/equivalence/rules/rule.js';

/** A shortcut as a rule that normalises with it; only tests ever hand it to a proof. */
export interface UnsoundRule {
  readonly expressions?: readonly ExpressionRule[];
  readonly blocks?: readonly BlockRule[];
  readonly sets?: readonly SetRule[];
  /** What is done to the text of both queries first. */
  readonly text?: (sql: string) => string;
}

const falsity: Literal = { kind: 'literal', type: 'boolean', value: 'false' };
const truth: Literal = { kind: 'literal', type: 'boolean', value: 'true' };

function expression(apply: (one: Expression) => Expression | null): UnsoundRule {
  return { expressions: [{ name: 'unsound', apply }] };
}

function block(apply: (one: Block) => Query | null): UnsoundRule {
  return { blocks: [{ name: 'unsound', apply }] };
}

/** Something that every two conditions may be that both must hold. */
function conjunction(apply: (left: Expression, right: Expression) => Expression | null): UnsoundRule {
  const merged = (operands: readonly Expression[]): readonly Expression[] | null => {
    for (const left of operands)
      for (const right of operands) {
        const both = left === right ? null : apply(left, right);
        if (both !== null) return [...operands.filter((other) => other !== left && other !== right), both];
      }
    return null;
  };
  const within = expression((one) => {
    const operands = one.kind === 'and' ? merged(one.operands) : null;
    return operands === null ? null : all(operands);
  });
  const filter = block((one) => {
    const where = merged(one.where);
    return where === null ? null : { ...one, where };
  });
  return { ...within, ...filter };
}

function call(one: Expression, name: string): readonly Expression[] | null {
  return one.kind === 'call' && one.name === name ? one.operands : null;
}

function aggregate(one: Expression, name: string): Aggregate | null {
  return one.kind === 'aggregate' && one.name === name ? one : null;
}

/** A literal's number, or null. */
function value(one: Expression | undefined): number | null {
  if (one !== undefined && call(one, 'negative') !== null) {
    const inner = value(call(one, 'negative')![0]);
    return inner === null ? null : -inner;
  }
  return one?.kind === 'literal' && one.type === 'number' ? Number(one.value) : null;
}

function like(one: Expression, other: Expression): boolean {
  return expressionKey(one) === expressionKey(other);
}

/** A comparison of something with a number, as `x < 3` whichever side it was written on. */
function bound(one: Expression): { of: Expression; operator: string; limit: number } | null {
  if (one.kind !== 'comparison') return null;
  const [left, right] = [value(one.left), value(one.right)];
  if (right !== null) return { of: one.left, operator: one.operator, limit: right };
  const turned = { '<': '>', '<=': '>=', '=': '=', '<>': '<>', is: 'is' }[one.operator];
  return left === null ? null : { of: one.right, operator: turned, limit: left };
}

/** `x + 1 = 3` as `x = 2`. */
const movedConstant = expression((one) => {
  const found = bound(one);
  const sum = found === null ? null : call(found.of, '+');
  const added = sum === null ? null : value(sum[1]);
  if (one.kind !== 'comparison' || found === null || added === null) return null;
  // As a decimal would have it.
  const limit = number(Number((found.limit - added).toFixed(6)));
  return value(one.right) !== null
    ? { ...one, left: sum![0]!, right: limit }
    : { ...one, left: limit, right: sum![0]! };
});

const isZeroOne = (one: Expression): boolean => {
  if (one.kind !== 'case' || one.branches.length !== 1) return false;
  return value(one.branches[0]!.result) === 1 && value(one.otherwise) === 0;
};

/** The first or last row as an extreme. */
const extreme = (name: 'min' | 'max'): UnsoundRule =>
  block((one) => {
    const [key] = one.order;
    const [output] = one.outputs;
    if (key === undefined || output === undefined || one.outputs.length !== 1 || one.groupBy !== null)
      return null;
    if (one.limits.limit !== 1 || one.limits.offset !== 0 || key.descending !== (name === 'max')) return null;
    if (!like(key.expression, output.expression)) return null;
    const found: Aggregate = {
      kind: 'aggregate',
      name,
      operands: [output.expression],
      distinct: false,
      filter: null,
    };
    return { ...one, order: [], limits: unlimited, groupBy: [], outputs: [{ ...output, expression: found }] };
  });

/** The arm's conditions in the words of another arm over the same single table. */
function conditionsIn(arm: Query, first: Query): readonly Expression[] | null {
  if (arm.kind !== 'block' || first.kind !== 'block') return null;
  const [own, target] = [arm.from.relations, first.from.relations];
  if (own.length !== 1 || target.length !== 1 || arm.from.optional.length + first.from.optional.length > 0)
    return null;
  const [from, to] = [own[0]!, target[0]!];
  if (from.source.kind !== 'table' || to.source.kind !== 'table' || from.source.name !== to.source.name)
    return null;
  const renamed = (one: Expression): Expression =>
    replaceIn(one, (inner) =>
      inner.kind === 'column' && inner.instance === from.id ? { ...inner, instance: to.id } : null,
    );
  const outputs = arm.outputs.map((one) => expressionKey(renamed(one.expression))).join();
  if (outputs !== first.outputs.map((one) => expressionKey(one.expression)).join()) return null;
  return arm.where.map(renamed);
}

const all = (operands: readonly Expression[]): Expression =>
  operands.length === 1 ? operands[0]! : { kind: 'and', operands };

const unions: UnsoundRule = {
  sets: [
    {
      name: 'unsound',
      apply(set) {
        const [first, second] = set.arms;
        if (set.operator !== 'union' || set.all || set.arms.length !== 2 || first?.kind !== 'block')
          return null;
        const other = conditionsIn(second!, first);
        if (other === null || first.where.length === 0 || other.length === 0) return null;
        return {
          ...first,
          distinct: false,
          where: [{ kind: 'or', operands: [all(first.where), all(other)] }],
        };
      },
    },
  ],
};

const intersections: UnsoundRule = {
  sets: [
    {
      name: 'unsound',
      apply(set) {
        const [first, second] = set.arms;
        if (set.operator !== 'intersect' || set.arms.length !== 2 || first?.kind !== 'block') return null;
        const other = conditionsIn(second!, first);
        return other === null ? null : { ...first, distinct: false, where: [...first.where, ...other] };
      },
    },
  ],
};

/** `x NOT IN (SELECT y ...)` as though no NULL could be among them, and EXCEPT the same way. */
const notIn: UnsoundRule = {
  expressions: [
    {
      name: 'unsound',
      apply(one) {
        if (one.kind !== 'not' || one.operand.kind !== 'in-query' || one.operand.query.kind !== 'block')
          return null;
        const { operands, query } = one.operand;
        const equalities = query.outputs.map(
          (output, at): Expression => ({
            kind: 'comparison',
            operator: '=',
            left: operands[at]!,
            right: output.expression,
          }),
        );
        return {
          kind: 'not',
          operand: { kind: 'exists', query: { ...query, where: [...query.where, ...equalities] } },
        };
      },
    },
  ],
};

const innerJoin = block((one) => {
  const [join, ...optional] = one.from.optional;
  if (join === undefined) return null;
  return {
    ...one,
    from: {
      relations: [...one.from.relations, ...join.group.relations],
      optional: [...optional, ...join.group.optional],
    },
    where: [...one.where, ...join.on],
  };
});

/** A parent of which only the key is read, without a word of the foreign key being NULL. */
const parentJoin = block((one) => {
  for (const parent of one.from.relations) {
    const links = one.where.filter((conjunct) => reads(conjunct, parent.id));
    const [link, ...others] = links;
    if (link === undefined || others.length > 0 || link.kind !== 'comparison' || link.operator !== '=')
      continue;
    if (one.from.relations.length < 2 || one.from.optional.length > 0) continue;
    const elsewhere = [...one.outputs, ...one.order].map((part) => part.expression);
    if ([...elsewhere, ...(one.groupBy ?? []), ...one.having].some((part) => reads(part, parent.id)))
      continue;
    const table = parent.source.kind === 'table' ? parent.source.table : null;
    const own = [link.left, link.right].find((side) => side.kind === 'column' && side.instance === parent.id);
    const isKey =
      own?.kind === 'column' && table?.primaryKey.length === 1 && table.primaryKey[0] === own.column;
    if (!isKey || link.left.kind !== 'column' || link.right.kind !== 'column') continue;
    return {
      ...one,
      from: { ...one.from, relations: one.from.relations.filter((relation) => relation !== parent) },
      where: one.where.filter((conjunct) => conjunct !== link),
    };
  }
  return null;
});

function reads(expression: Expression, instance: number): boolean {
  let found = false;
  replaceIn(expression, (one) => {
    if ((one.kind === 'column' || one.kind === 'star') && one.instance === instance) found = true;
    return null;
  });
  return found;
}

const keysNotShown = block((one) => {
  if (one.groupBy === null || one.groupBy.length < 2) return null;
  const [first, ...rest] = one.groupBy;
  return first?.kind === 'column' && first.column === 'id' ? { ...one, groupBy: rest } : null;
});

/** A limit as a mere condition, so that nobody asks what it cuts through. */
const hiddenLimit = block((one) => {
  if (one.limits.limit === null) return null;
  const keys = one.order.map(({ expression }) => expression);
  const mark: Expression = { kind: 'call', name: `limit ${one.limits.limit}`, operands: keys };
  return { ...one, order: [], limits: unlimited, where: [...one.where, mark] };
});

const days = expression((one) => {
  if (one.kind !== 'comparison' || one.operator !== '=') return null;
  const [year, text] = [one.left, one.right];
  const operands = call(year, 'strftime');
  if (operands === null || text.kind !== 'literal' || text.type !== 'string') return null;
  const [format, column] = operands;
  if (format?.kind !== 'literal' || format.value !== '%Y' || column === undefined) return null;
  const day = (rest: string): Literal => ({ kind: 'literal', type: 'string', value: `${text.value}${rest}` });
  return {
    kind: 'and',
    operands: [
      { kind: 'comparison', operator: '<=', left: day('-01-01'), right: column },
      { kind: 'comparison', operator: '<=', left: column, right: day('-12-31') },
    ],
  };
});

/** The shortcuts by their number in `unsound-shortcuts.ts`. */
export const unsoundRules: ReadonlyMap<number, UnsoundRule> = new Map<number, UnsoundRule>([
  [
    1,
    expression((one) =>
      one.kind === 'literal' && one.type === 'string' ? { ...one, value: one.value.toLowerCase() } : null,
    ),
  ],
  [2, conjunction((left, right) => (isNegation(left, right) ? falsity : null))],
  [
    3,
    conjunction((left, right) => {
      const [one, other] = [bound(left), bound(right)];
      if (one === null || other === null || !like(one.of, other.of)) return null;
      return /</.test(one.operator) && />/.test(other.operator) && one.limit < other.limit ? falsity : null;
    }),
  ],
  [
    4,
    conjunction((left, right) => {
      const [one, other] = [bound(left), bound(right)];
      if (one === null || other === null || !like(one.of, other.of) || one.limit !== other.limit) return null;
      return one.operator === '=' && other.operator === '<>' ? falsity : null;
    }),
  ],
  [
    5,
    expression((one) => {
      const product = call(one, '*');
      const rest = product === null ? null : call(product[0]!, '%');
      const [divisor, factor] = [value(rest?.[1]), value(product?.[1])];
      if (rest === null || divisor === null || factor === null) return null;
      return { kind: 'call', name: '%', operands: [rest[0]!, number(divisor * factor)] };
    }),
  ],
  [
    6,
    expression((one) => {
      const outer = call(one, '+');
      const inner = outer === null ? null : call(outer[0]!, '+');
      if (outer === null || inner === null) return null;
      const right: Expression = { kind: 'call', name: '+', operands: [inner[1]!, outer[1]!] };
      return { kind: 'call', name: '+', operands: [inner[0]!, right] };
    }),
  ],
  [
    7,
    expression((one) => {
      const [left, right] = (call(one, '+') ?? []).map(value);
      if (typeof left !== 'number' || typeof right !== 'number') return null;
      return number(Number((left + right).toFixed(6)));
    }),
  ],
  [8, movedConstant],
  [9, movedConstant],
  [
    10,
    conjunction((left, right) => {
      const [one, other] = [textBound(left), textBound(right)];
      if (one === null || other === null || !like(one.of, other.of)) return null;
      return one.text >= other.text ? left : right;
    }),
  ],
  [
    11,
    expression((one) => {
      const sum = call(one, '+');
      if (sum === null) return null;
      const sorted = [...sum].sort((a, b) => (expressionKey(a) < expressionKey(b) ? -1 : 1));
      return { kind: 'call', name: '+', operands: sorted };
    }),
  ],
  [
    12,
    expression((one) => {
      if (one.kind !== 'comparison' || one.operator !== '=') return null;
      const { left, right } = one;
      if (left.kind !== 'literal' || right.kind !== 'literal' || left.type !== 'string') return null;
      return left.value === right.value ? truth : falsity;
    }),
  ],
  [13, { text: (sql) => sql.replaceAll(/random\(\)/gi, "LENGTH('random')") }],
  [
    14,
    expression((one) =>
      one.kind === 'comparison' && one.operator === '=' && like(one.left, one.right) ? truth : null,
    ),
  ],
  [15, notIn],
  [
    16,
    expression((one) => {
      const count = aggregate(one, 'count');
      return count !== null && !count.distinct && count.operands.length === 1
        ? { ...count, operands: [] }
        : null;
    }),
  ],
  [17, innerJoin],
  [18, extreme('max')],
  [19, extreme('min')],
  [
    20,
    expression((one) => {
      const sum = aggregate(one, 'sum');
      const [operand] = sum?.operands ?? [];
      if (sum === null || operand?.kind !== 'case' || !isZeroOne(operand)) return null;
      return { ...sum, name: 'count', operands: [], filter: operand.branches[0]!.when };
    }),
  ],
  [21, unions],
  [22, intersections],
  [
    23,
    expression((one) => {
      const product = call(one, '*');
      return product !== null && value(product[1]) === 1 ? product[0]! : null;
    }),
  ],
  [
    24,
    expression((one) => {
      const average = aggregate(one, 'avg');
      if (average === null || average.distinct) return null;
      const rows: Aggregate = { ...average, name: 'count', operands: [] };
      return { kind: 'call', name: '/', operands: [{ ...average, name: 'sum' }, rows] };
    }),
  ],
  [25, parentJoin],
  [26, keysNotShown],
  [27, hiddenLimit],
  [
    28,
    expression((one) => {
      const operands = call(one, 'like');
      const [left, right] = operands ?? [];
      if (left === undefined || right?.kind !== 'literal' || /[%_]/.test(right.value)) return null;
      return { kind: 'comparison', operator: '=', left, right };
    }),
  ],
  [29, days],
  [
    30,
    expression((one) => {
      const sum = aggregate(one, 'sum');
      return sum?.distinct ? { ...sum, distinct: false } : null;
    }),
  ],
]);

/** Affinity may have made a number of the text already. */
function textBound(one: Expression): { of: Expression; text: string } | null {
  if (one.kind !== 'comparison' || one.operator !== '<' || one.left.kind !== 'literal') return null;
  return { of: one.right, text: one.left.value };
}

const opposite: Readonly<Record<string, string>> = { '=': '<>', '<>': '=', '<': '<=', '<=': '<' };

/** `x < y` and `y <= x`, or `p` and `NOT p`. */
function isNegation(one: Expression, other: Expression): boolean {
  if (other.kind === 'not') return like(one, other.operand);
  if (one.kind !== 'comparison' || other.kind !== 'comparison') return false;
  return (
    opposite[one.operator] === other.operator && like(one.left, other.right) && like(one.right, other.left)
  );
}
