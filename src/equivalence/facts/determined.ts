import {
  type Block,
  type ColumnReference,
  type Expression,
  expressionKey,
  hasSubquery,
  mapParts,
  type Relation,
  relationsOf,
} from '../algebra/index.js';
import type { Facts } from './facts.js';

/** Columns whose value follows from some given expressions, within the rows that a block's WHERE keeps. */
export class Determined {
  readonly #columns = new Set<string>();
  readonly #given: ReadonlySet<string>;
  readonly #relations = new Set<number>();
  readonly #usedKeys = new Set<string>();
  readonly #nonNull: ReadonlySet<string>;

  constructor(
    private readonly block: Block,
    given: readonly Expression[],
    private readonly facts: Facts,
  ) {
    this.#given = new Set(given.map(expressionKey));
    this.#nonNull = new Set(block.where.flatMap((conjunct) => rejectedNulls(conjunct)).map(expressionKey));
    for (const one of given) if (one.kind === 'column') this.#columns.add(expressionKey(one));
    this.#close();
  }

  #close(): void {
    for (let size = -1; size !== this.#columns.size + this.#relations.size; ) {
      size = this.#columns.size + this.#relations.size;
      for (const conjunct of this.block.where) this.#useEquality(conjunct);
      for (const relation of this.block.from.relations) this.#useKeys(relation, false);
      for (const join of this.block.from.optional) {
        // A row that is not matched is all NULL, which the equality of the condition's other side decides too.
        const [only] = join.group.relations;
        if (join.group.relations.length === 1 && join.group.optional.length === 0 && only !== undefined)
          this.#useJoin(only, join.on);
      }
    }
  }

  #useEquality(conjunct: Expression): void {
    if (conjunct.kind !== 'comparison' || (conjunct.operator !== '=' && conjunct.operator !== 'is')) return;
    const { left, right } = conjunct;
    this.#useSides(left, right);
    this.#useSides(right, left);
  }

  #useSides(target: Expression, source: Expression): void {
    if (target.kind !== 'column' || this.facts.relation(target.instance) === null) return;
    if (this.facts.isPadded(target.instance) || !equalIsIdentical(target, source, this.facts)) return;
    if (this.has(source)) this.#columns.add(expressionKey(target));
  }

  #useKeys(relation: Relation, padded: boolean): void {
    if (this.#relations.has(relation.id)) return;
    for (const key of this.facts.keysOf(relation)) {
      const columns = key.columns.map(
        (column): ColumnReference => ({ kind: 'column', instance: relation.id, column }),
      );
      const usable = columns.every(
        (column) =>
          this.#columns.has(expressionKey(column)) &&
          (padded || !key.nullable.includes(column.column) || this.#nonNull.has(expressionKey(column))),
      );
      // Values of a key that are equal without being the same do not matter: the key forbids both.
      if (!usable) continue;
      this.#relations.add(relation.id);
      if (key.declared !== '') this.#usedKeys.add(key.declared);
      return;
    }
  }

  /** The right side of a LEFT JOIN on its whole key, when what the key is compared with is determined. */
  #useJoin(relation: Relation, on: readonly Expression[]): void {
    if (this.#relations.has(relation.id)) return;
    const fixed = new Set<string>();
    for (const conjunct of on) {
      if (conjunct.kind !== 'comparison' || conjunct.operator !== '=') continue;
      for (const [target, source] of [
        [conjunct.left, conjunct.right],
        [conjunct.right, conjunct.left],
      ] as const) {
        if (target.kind !== 'column' || target.instance !== relation.id) continue;
        if (equalIsIdentical(target, source, this.facts) && this.has(source)) fixed.add(target.column);
      }
    }
    // Whether the row is matched hangs on every conjunct, so all must be determined but for the row itself.
    const others = on.every((conjunct) => this.#hangsOn(conjunct, relation.id));
    const key = this.facts
      .keysOf(relation)
      .find(({ columns }) => columns.every((column) => fixed.has(column)));
    if (key === undefined || !others) return;
    this.#relations.add(relation.id);
    if (key.declared !== '') this.#usedKeys.add(key.declared);
  }

  #hangsOn(expression: Expression, instance: number): boolean {
    if (expression.kind === 'column' && expression.instance === instance) return true;
    if (expression.kind === 'column' || hasSubquery(expression)) return this.has(expression);
    let all = true;
    mapParts(
      expression,
      (part) => {
        all &&= this.#hangsOn(part, instance);
        return part;
      },
      (query) => query,
    );
    return all && expression.kind !== 'star';
  }

  /** Whether the rows of everything in FROM follow. */
  get hasRows(): boolean {
    return relationsOf(this.block.from).every((one) => this.hasRelation(one));
  }

  hasRelation(relation: Relation): boolean {
    return this.#relations.has(relation.id);
  }

  has(expression: Expression): boolean {
    if (this.#given.has(expressionKey(expression))) return true;
    if (expression.kind === 'column') {
      if (this.#columns.has(expressionKey(expression)) || this.#relations.has(expression.instance))
        return true;
      // A column of a query around this one is the same for all its rows.
      return !this.#isOwn(expression.instance);
    }
    if (expression.kind === 'star') return this.#relations.has(expression.instance);
    if (expression.kind === 'aggregate') return this.block.groupBy !== null && this.#groupsAreDetermined();
    if (expression.kind === 'window') return false;
    if (hasSubquery(expression)) return false;
    let all = true;
    mapParts(
      expression,
      (part) => {
        all &&= this.has(part);
        return part;
      },
      (query) => query,
    );
    return all;
  }

  #groupsAreDetermined(): boolean {
    return this.block.groupBy?.every((key) => key.kind !== 'aggregate' && this.has(key)) ?? false;
  }

  #isOwn(instance: number): boolean {
    const within = (group: Block['from']): boolean =>
      group.relations.some(({ id }) => id === instance) || group.optional.some((join) => within(join.group));
    return within(this.block.from);
  }

  /** The declared keys that took part. */
  get uses(): readonly string[] {
    return [...this.#usedKeys];
  }
}

/** Whether a column that equals the other side is, by that, one value and no other. */
export function equalIsIdentical(column: ColumnReference, other: Expression, facts: Facts): boolean {
  const { identity } = facts.typeOf(column);
  if (identity === null) return false;
  if (other.kind === 'column') return facts.typeOf(other).identity === identity;
  if (other.kind !== 'literal') return identity === 'integer' && facts.isExactInteger(other);
  if (facts.semantics.dynamicTypes) return other.type === 'string' || other.type === 'number';
  return identity === 'text' ? other.type === 'string' : identity === 'integer' && other.type === 'number';
}

/** Expressions that are not NULL wherever a conjunct of a filter holds. */
export function rejectedNulls(conjunct: Expression): readonly Expression[] {
  switch (conjunct.kind) {
    case 'comparison':
      return conjunct.operator === 'is' ? [] : [conjunct.left, conjunct.right].flatMap(strictParts);
    case 'in-list':
      return strictParts(conjunct.operand);
    case 'in-query':
      return conjunct.operands.flatMap(strictParts);
    case 'call':
      return ['like', 'i_like', 'glob', 'is_true', 'is_false'].includes(conjunct.name)
        ? conjunct.operands.flatMap(strictParts)
        : strictParts(conjunct);
    case 'not':
      if (conjunct.operand.kind === 'is-null') return strictParts(conjunct.operand.operand);
      if (conjunct.operand.kind === 'in-query') return [];
      if (conjunct.operand.kind === 'call' && ['is_true', 'is_false'].includes(conjunct.operand.name))
        return [];
      return ['in-list', 'call', 'column'].includes(conjunct.operand.kind)
        ? rejectedNulls(conjunct.operand)
        : [];
    case 'and':
      return conjunct.operands.flatMap(rejectedNulls);
    case 'or': {
      const [first = [], ...others] = conjunct.operands.map((one) => rejectedNulls(one));
      const keys = others.map((one) => new Set(one.map(expressionKey)));
      return first.filter((one) => keys.every((known) => known.has(expressionKey(one))));
    }
    case 'column':
      return [conjunct];
    default:
      return [];
  }
}

/** Operators that give NULL where an operand is NULL. */
const strict = new Set([
  '+',
  '-',
  '*',
  '/',
  '%',
  '||',
  'negative',
  '&',
  '|',
  'length',
  'lower',
  'upper',
  'abs',
  'strftime',
  'substring',
]);

function strictParts(expression: Expression): readonly Expression[] {
  if (expression.kind === 'column') return [expression];
  if (expression.kind === 'call' && strict.has(expression.name.split(' ')[0]!))
    return [expression, ...expression.operands.flatMap(strictParts)];
  if (expression.kind === 'cast') return [expression, ...strictParts(expression.operand)];
  return [expression];
}
