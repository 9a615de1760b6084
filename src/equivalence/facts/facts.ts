import {
  type Block,
  type ColumnReference,
  type ColumnType,
  type Expression,
  expressionKey,
  mapQuery,
  type Query,
  type Relation,
  type RelationGroup,
  resultsOf,
  visitIn,
} from '../algebra/index.js';
import type { DialectSemantics } from '../bind/index.js';

interface Known {
  readonly relation: Relation;
  /** On the right of a LEFT JOIN, so that all its columns may be NULL. */
  readonly padded: boolean;
}

/** A key of a relation: no two rows agree on its columns, unless one of `nullable` is NULL. */
export interface Key {
  readonly columns: readonly string[];
  readonly nullable: readonly string[];
  /** How it was declared; empty where the query itself makes it. */
  readonly declared: string;
}

const nothing: ColumnType = { name: null, identity: null, numeric: false, integer: false, affinity: null };

/** What is known of the columns and expressions of one bound query. */
export class Facts {
  readonly #known = new Map<number, Known>();

  constructor(
    query: Query,
    readonly semantics: DialectSemantics,
  ) {
    this.#readQuery(query);
  }

  #readQuery(query: Query): void {
    if (query.kind === 'block') this.#readGroup(query.from, false);
    const part = (one: Expression): Expression => {
      visitIn(one, (inner) => {
        if (inner.kind === 'exists' || inner.kind === 'scalar' || inner.kind === 'in-query')
          this.#readQuery(inner.query);
        return inner.kind !== 'exists' && inner.kind !== 'scalar';
      });
      return one;
    };
    mapQuery(query, part, (inner) => {
      this.#readQuery(inner);
      return inner;
    });
  }

  #readGroup(group: RelationGroup, padded: boolean): void {
    for (const relation of group.relations) this.#known.set(relation.id, { relation, padded });
    for (const join of group.optional) this.#readGroup(join.group, true);
  }

  /** The same within the rows that a LEFT JOIN to the relation matches. */
  matched(relation: Relation): Facts {
    const facts = new Facts({ kind: 'values', rows: [], names: [] }, this.semantics);
    for (const [id, known] of this.#known) facts.#known.set(id, known);
    facts.#known.set(relation.id, { relation, padded: false });
    return facts;
  }

  relation(instance: number): Relation | null {
    return this.#known.get(instance)?.relation ?? null;
  }

  isPadded(instance: number): boolean {
    return this.#known.get(instance)?.padded ?? true;
  }

  /** Whether the stored column itself can be NULL, whatever joins do to it. */
  isStoredNullable({ instance, column }: ColumnReference): boolean {
    const known = this.#known.get(instance);
    if (known === undefined) return true;
    const outputs = outputsOf(known.relation, column);
    if (outputs !== null) return outputs.some((one) => this.isNullable(one));
    return known.relation.columns?.find(({ name }) => name === column)?.nullable ?? true;
  }

  isNullable(expression: Expression): boolean {
    switch (expression.kind) {
      case 'literal':
        return expression.type === 'null';
      case 'column':
        return this.isPadded(expression.instance) || this.isStoredNullable(expression);
      case 'is-null':
      case 'exists':
        return false;
      case 'comparison':
        return (
          expression.operator !== 'is' &&
          (this.isNullable(expression.left) || this.isNullable(expression.right))
        );
      case 'and':
      case 'or':
        return expression.operands.some((one) => this.isNullable(one));
      case 'not':
        return this.isNullable(expression.operand);
      case 'in-list':
        return [expression.operand, ...expression.items].some((one) => this.isNullable(one));
      case 'aggregate':
        return expression.name !== 'count';
      case 'case':
        return resultsOf(expression).some((one) => this.isNullable(one));
      default:
        return true;
    }
  }

  typeOf(expression: Expression): ColumnType {
    switch (expression.kind) {
      case 'column': {
        const relation = this.relation(expression.instance);
        if (relation === null) return nothing;
        const output = outputOf(relation, expression.column);
        if (output !== null) return this.typeOf(output);
        return relation.columns?.find(({ name }) => name === expression.column)?.type ?? nothing;
      }
      case 'literal':
        return expression.type === 'number'
          ? { ...nothing, numeric: true, integer: /^-?\d+$/.test(expression.value) }
          : nothing;
      case 'aggregate':
        if (expression.name === 'count') return { ...nothing, numeric: true, integer: true };
        if (expression.name === 'min' || expression.name === 'max') {
          // The result has its operand's values, but it is compared as an expression is, not as a column.
          const [operand] = expression.operands;
          return operand === undefined ? nothing : { ...this.typeOf(operand), affinity: null };
        }
        return {
          ...nothing,
          numeric: this.semantics.dynamicTypes || this.isNumeric(expression.operands),
          integer: expression.name === 'sum' && expression.operands.every((one) => this.isExactInteger(one)),
        };
      case 'call':
        if (expression.name === 'length') return { ...nothing, numeric: true, integer: true };
        if (['+', '-', '*', '/', '%', 'negative', 'round', 'abs'].includes(expression.name)) {
          const { dynamicTypes } = this.semantics;
          const whole = !dynamicTypes && ['+', '-', '*'].includes(expression.name);
          return {
            ...nothing,
            numeric: dynamicTypes || this.isNumeric(expression.operands),
            integer: whole && expression.operands.every((one) => this.typeOf(one).integer),
          };
        }
        return nothing;
      case 'cast':
        return {
          ...nothing,
          numeric: /^(integer|real|numeric)$|"(int|integer|big_int|float|double|decimal)"/.test(
            expression.type,
          ),
        };
      case 'case': {
        const types = resultsOf(expression)
          .filter((one) => !(one.kind === 'literal' && one.type === 'null'))
          .map((one) => this.typeOf(one));
        return {
          ...nothing,
          numeric: types.every((one) => one.numeric),
          integer: types.every((one) => one.integer),
        };
      }
      default:
        return nothing;
    }
  }

  /** Whether an expression gives whole numbers of one kind, so that equal ones are the same. */
  isExactInteger(expression: Expression): boolean {
    return !this.semantics.dynamicTypes && this.typeOf(expression).integer;
  }

  isNumeric(expressions: readonly Expression[]): boolean {
    return expressions.every((one) => this.typeOf(one).numeric);
  }

  /** How a column is written where a proof names it. */
  nameOf({ instance, column }: ColumnReference): string {
    const source = this.relation(instance)?.source;
    return source?.kind === 'table' ? `${source.table?.name ?? source.name}.${column}` : column;
  }

  keysOf(relation: Relation): readonly Key[] {
    if (relation.source.kind === 'query') return this.#keysOfQuery(relation, relation.source.query);
    const { table } = relation.source;
    if (table === null || table.kind === 'view') return [];
    const fold = (names: readonly string[]): readonly string[] =>
      names.map(
        (name) =>
          relation.columns?.[table.columns.findIndex((one) => one.name.toLowerCase() === name.toLowerCase())]
            ?.name ?? name,
      );
    const declared = [
      ...(table.primaryKey.length > 0 ? [{ columns: fold(table.primaryKey), word: 'PRIMARY KEY' }] : []),
      ...table.unique.map((columns) => ({ columns: fold(columns), word: 'UNIQUE' })),
    ];
    return declared.map(({ columns, word }) => ({
      columns,
      nullable: columns.filter((column) =>
        this.isStoredNullable({ kind: 'column', instance: relation.id, column }),
      ),
      declared: `${word} ${table.name}(${columns.join(', ')})`,
    }));
  }

  /** Keys that a derived table has by what it is, or by the one table it reads. */
  #keysOfQuery(relation: Relation, query: Query): readonly Key[] {
    const own = (columns: readonly string[]): Key => ({ columns, nullable: [], declared: '' });
    const names = relation.columns?.map(({ name }) => name) ?? null;
    if (query.kind !== 'block' || names === null || query.outputs.length !== names.length) {
      return query.kind === 'set' && !query.all && names !== null ? [own(names)] : [];
    }
    // Grouping and DISTINCT tell NULLs from values, so that these keys hold for NULLs too.
    const varying = names.filter((_, at) => query.outputs[at]!.expression.kind !== 'literal');
    const keys = [...(query.distinct ? [own(varying)] : []), ...this.#keysOfOnlyTable(query, names)];
    if (query.groupBy === null) return keys;
    const columns = query.groupBy.map((key) => {
      const at = query.outputs.findIndex(
        ({ expression }) => expressionKey(expression) === expressionKey(key),
      );
      return at < 0 ? null : names[at]!;
    });
    const found = columns.filter((one) => one !== null);
    return found.length === columns.length ? [...keys, own(found)] : keys;
  }

  #keysOfOnlyTable(query: Block, names: readonly string[]): readonly Key[] {
    const [only, ...others] = query.from.relations;
    if (only === undefined || others.length > 0 || query.from.optional.length > 0 || query.groupBy !== null)
      return [];
    return this.keysOf(only).flatMap((key) => {
      const columns = key.columns.map((column) => {
        const at = query.outputs.findIndex(
          ({ expression }) =>
            expression.kind === 'column' && expression.instance === only.id && expression.column === column,
        );
        return at < 0 ? null : names[at]!;
      });
      const found = columns.filter((one) => one !== null);
      if (found.length < columns.length) return [];
      const nullable = found.filter((_, at) => key.nullable.includes(key.columns[at]!));
      return [{ columns: found, nullable, declared: key.declared }];
    });
  }
}

/** The expression a column of a derived table stands for. */
function outputOf(relation: Relation, column: string): Expression | null {
  if (relation.source.kind !== 'query' || relation.source.query.kind !== 'block') return null;
  const at = relation.columns?.findIndex(({ name }) => name === column) ?? -1;
  return at < 0 ? null : (relation.source.query.outputs[at]?.expression ?? null);
}

/** The expressions a column of a derived table or of a UNION stands for. */
function outputsOf(relation: Relation, column: string): readonly Expression[] | null {
  if (relation.source.kind !== 'query') return null;
  const at = relation.columns?.findIndex(({ name }) => name === column) ?? -1;
  return at < 0 ? null : outputsAt(relation.source.query, at);
}

function outputsAt(query: Query, at: number): readonly Expression[] | null {
  if (query.kind === 'values') return query.rows.map((row) => row[at]!);
  if (query.kind === 'block') {
    const output = query.outputs[at]?.expression;
    return output === undefined || output.kind === 'star' ? null : [output];
  }
  const arms = query.arms.map((arm) => outputsAt(arm, at));
  if (query.operator === 'except') return arms[0] ?? null;
  return arms.every((one) => one !== null) ? arms.flat() : null;
}

/** Whether a block gives one row whatever the tables hold: it aggregates over all rows. */
export function isSingleRow(query: Query): boolean {
  if (query.kind === 'values') return query.rows.length === 1;
  return (
    query.kind === 'block' &&
    query.groupBy !== null &&
    query.groupBy.length === 0 &&
    query.having.length === 0
  );
}
