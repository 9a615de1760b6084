import {
  type Block,
  conjunctionOf,
  distinctExpressions,
  type Expression,
  expressionKey,
  largestInstance,
  mapGroup,
  mapParts,
  type Query,
} from '../algebra/index.js';
import type { DialectSemantics } from '../bind/index.js';
import { Facts } from '../facts/index.js';
import { isTrue } from './logic.js';
import type { BlockRule, ExpressionRule, Position, Role, RuleContext, SetRule, ValuesRule } from './rule.js';

export interface RuleSet {
  readonly expressions: readonly ExpressionRule[];
  readonly blocks: readonly BlockRule[];
  readonly sets: readonly SetRule[];
  readonly values: readonly ValuesRule[];
}

/** What a normalisation used. */
export interface Trace {
  readonly rules: Set<string>;
  readonly uses: Set<string>;
}

/** Called now and result; throws when the time is up. */
export type Checkpoint = () => void;

const maxRounds = 60;

/** Applies the rules until none has anything to say. */
export function normalise(
  query: Query,
  set: RuleSet,
  semantics: DialectSemantics,
  trace: Trace,
  checkpoint: Checkpoint,
): Query {
  let current = query;
  let instances = largestInstance(query);
  const fresh = (): number => ++instances;
  for (let round = 0; round < maxRounds; round++) {
    const pass = new Pass(set, new Facts(current, semantics), trace, fresh, checkpoint);
    const next = pass.query(current, 'top');
    if (!pass.changed) return next;
    current = next;
  }
  return current;
}

class Pass {
  changed = false;
  readonly #context: RuleContext;

  constructor(
    private readonly set: RuleSet,
    facts: Facts,
    private readonly trace: Trace,
    fresh: () => number,
    private readonly checkpoint: Checkpoint,
  ) {
    this.#context = { facts, use: (constraint) => trace.uses.add(constraint), fresh };
  }

  query(query: Query, role: Role): Query {
    this.checkpoint();
    if (query.kind === 'values') {
      const rows = query.rows.map((row) => row.map((one) => this.expression(one, 'value')));
      return this.#selects({ ...query, rows });
    }
    if (query.kind === 'set') {
      // Arms of a set operation without ALL are sets as the operand of IN is.
      const set = { ...query, arms: query.arms.map((arm) => this.query(arm, query.all ? 'arm' : 'in')) };
      for (const rule of this.set.sets) {
        const next = rule.apply(set, role, this.#context);
        if (next === null) continue;
        this.#note(rule.name);
        return next;
      }
      return set;
    }
    let block = this.#parts(query);
    for (const rule of this.set.blocks) {
      const next = rule.apply(block, role, this.#context);
      if (next === null) continue;
      this.#note(rule.name);
      // What a rule changed may make what is known of the columns stale: the next round goes on.
      if (next.kind !== 'block') return next;
      block = next;
      break;
    }
    return block;
  }

  #selects(query: Query): Query {
    for (const rule of this.set.values) {
      const next = rule.apply(query);
      if (next === null) continue;
      this.#note(rule.name);
      return next;
    }
    return query;
  }

  #note(rule: string): void {
    this.changed = true;
    this.trace.rules.add(rule);
  }

  #parts(block: Block): Block {
    const value = (one: Expression): Expression => this.expression(one, 'value');
    return {
      ...block,
      from: this.#group(block.from),
      where: this.#conjuncts(block.where),
      groupBy: block.groupBy === null ? null : distinctExpressions(block.groupBy.map(value)),
      having: this.#conjuncts(block.having),
      outputs: block.outputs.map((output) => ({ ...output, expression: value(output.expression) })),
      order: block.order.map((key) => ({ ...key, expression: value(key.expression) })),
    };
  }

  #group(group: Block['from']): Block['from'] {
    const mapped = mapGroup(
      group,
      (one) => one,
      (query) => this.query(query, 'derived'),
    );
    const conditions = (one: Block['from']): Block['from'] => ({
      ...one,
      optional: one.optional.map((join) => ({ group: conditions(join.group), on: this.#conjuncts(join.on) })),
    });
    return conditions(mapped);
  }

  /** A filter as conjuncts, without those that are always true and those that come twice. */
  #conjuncts(conjuncts: readonly Expression[]): readonly Expression[] {
    const numbersToo = this.#context.facts.semantics.numericConditions;
    if (conjuncts.length === 0) return conjuncts;
    const done = this.expression(conjunctionOf(conjuncts), 'filter');
    return distinctExpressions(done.kind === 'and' ? done.operands : [done]).filter(
      (one) => !isTrue(one, numbersToo),
    );
  }

  expression(expression: Expression, position: Position): Expression {
    let current = this.#mapped(expression, position);
    for (let step = 0; step < maxRounds; step++) {
      const next = this.#step(current, position);
      if (next === null) return current;
      current = this.#mapped(next, position);
    }
    return current;
  }

  #step(expression: Expression, position: Position): Expression | null {
    for (const rule of this.set.expressions) {
      const next = rule.apply(expression, position, this.#context);
      if (next === null || expressionKey(next) === expressionKey(expression)) continue;
      this.#note(rule.name);
      return next;
    }
    return null;
  }

  #mapped(expression: Expression, position: Position): Expression {
    if (expression.kind === 'column' || expression.kind === 'literal') return expression;
    if (expression.kind === 'case') {
      return {
        ...expression,
        branches: expression.branches.map(({ when, result }) => ({
          when: this.expression(when, 'filter'),
          result: this.expression(result, 'value'),
        })),
        otherwise: this.expression(expression.otherwise, 'value'),
      };
    }
    if (expression.kind === 'aggregate') {
      return {
        ...expression,
        operands: expression.operands.map((one) => this.expression(one, 'value')),
        filter: expression.filter === null ? null : this.expression(expression.filter, 'filter'),
      };
    }
    if (expression.kind === 'window' && expression.function.kind === 'aggregate') {
      const { function: called } = expression;
      const inner = { ...called, operands: called.operands.map((one) => this.expression(one, 'value')) };
      return {
        ...expression,
        function: inner,
        partition: expression.partition.map((one) => this.expression(one, 'value')),
        order: expression.order.map((key) => ({
          ...key,
          expression: this.expression(key.expression, 'value'),
        })),
      };
    }
    const part = partPosition(expression, position);
    const role: Role =
      expression.kind === 'in-query' ? 'in' : expression.kind === 'exists' ? 'exists' : 'scalar';
    return mapParts(
      expression,
      (one) => this.expression(one, part),
      (query) => this.query(query, role),
    );
  }
}

/** AND and OR of a filter are filters; under NOT, unknown and false must be told apart; IS TRUE does not tell them apart. */
function partPosition(expression: Expression, position: Position): Position {
  if (expression.kind === 'call' && expression.name === 'is_true') return 'filter';
  if (expression.kind === 'and' || expression.kind === 'or')
    return position === 'value' ? 'logical' : position;
  return expression.kind === 'not' ? 'logical' : 'value';
}
