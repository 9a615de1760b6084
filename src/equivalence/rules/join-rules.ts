import type { Block, ColumnReference, Expression, Relation } from '../algebra/index.js';
import { equalIsIdentical, type Facts } from '../facts/index.js';
import { columnsRead } from './columns-read.js';
import { replacedIn } from './derived.js';
import type { BlockRule } from './rule.js';
import { singleRowLeftJoin } from './single-row-left-join.js';

/**
 * A join to the parent of a declared foreign key finds one row for each child, and none where the key is NULL; where nothing
 * else of the parent is read, it says that the key is not NULL.
 */
export const foreignKeyJoin: BlockRule = {
  name: 'foreign-key-join',
  apply(block, _role, { facts, use }) {
    for (const parent of block.from.relations) {
      const read = columnsRead(block, parent.id);
      if (read === null || parent.source.kind !== 'table') continue;
      for (const child of block.from.relations) {
        if (child.id === parent.id) continue;
        const link = linksBetween(child, parent, facts).find((one) =>
          isJoinedBy(block, one, child, parent, facts, read),
        );
        if (link === undefined) continue;
        use(link.declared);
        return withoutParent(block, link, child, parent, facts);
      }
    }
    return null;
  },
};

interface Link {
  readonly columns: readonly string[];
  readonly target: readonly string[];
  readonly declared: string;
}

/** The foreign keys that point from one table to a key of the other. */
export function linksBetween(child: Relation, parent: Relation, facts: Facts): readonly Link[] {
  if (child.source.kind !== 'table' || parent.source.kind !== 'table') return [];
  const [own, other] = [child.source.table, parent.source.table];
  if (own === null || other === null || own.kind === 'view' || other.kind === 'view') return [];
  const name = (relation: Relation, column: string): string =>
    relation.columns?.find((one) => one.name.toLowerCase() === column.toLowerCase())?.name ?? column;
  return own.foreignKeys
    .filter(
      ({ references }) =>
        references.table.toLowerCase() === other.name.toLowerCase() &&
        (references.schema === undefined || references.schema === other.schema),
    )
    .map((key) => {
      const target = key.references.columns.length > 0 ? key.references.columns : other.primaryKey;
      return {
        columns: key.columns.map((column) => name(child, column)),
        target: target.map((column) => name(parent, column)),
        declared: `FOREIGN KEY ${own.name}(${key.columns.join(', ')}) REFERENCES ${other.name}(${target.join(', ')})`,
      };
    })
    .filter(
      ({ columns, target }) =>
        columns.length === target.length && columns.length > 0 && isKey(target, parent, facts),
    );
}

function isKey(columns: readonly string[], relation: Relation, facts: Facts): boolean {
  return facts
    .keysOf(relation)
    .some(
      (key) => key.columns.length === columns.length && key.columns.every((one) => columns.includes(one)),
    );
}

function isJoinedBy(
  block: Block,
  link: Link,
  child: Relation,
  parent: Relation,
  facts: Facts,
  read: ReadonlySet<string>,
): boolean {
  if (![...read].every((column) => link.target.includes(column))) return false;
  return link.columns.every((column, at) => {
    const from: ColumnReference = { kind: 'column', instance: child.id, column };
    const to: ColumnReference = { kind: 'column', instance: parent.id, column: link.target[at]! };
    // Only where equal is the same may the child's column stand for the parent's.
    return equalIsIdentical(to, from, facts) && block.where.some((one) => isEquality(one, from, to));
  });
}

function isEquality(expression: Expression, one: ColumnReference, other: ColumnReference): boolean {
  if (expression.kind !== 'comparison' || expression.operator !== '=') return false;
  const { left, right } = expression;
  return (is(left, one) && is(right, other)) || (is(left, other) && is(right, one));
}

function is(expression: Expression, column: ColumnReference): boolean {
  return (
    expression.kind === 'column' &&
    expression.instance === column.instance &&
    expression.column === column.column
  );
}

function withoutParent(block: Block, link: Link, child: Relation, parent: Relation, facts: Facts): Block {
  const own = (column: string): ColumnReference => ({ kind: 'column', instance: child.id, column });
  const where = block.where.filter(
    (one) =>
      !link.columns.some((column, at) =>
        isEquality(one, own(column), { kind: 'column', instance: parent.id, column: link.target[at]! }),
      ),
  );
  const nonNull = link.columns
    .map(own)
    .filter((column) => facts.isNullable(column))
    .map((operand): Expression => ({ kind: 'not', operand: { kind: 'is-null', operand } }));
  const rest: Block = {
    ...block,
    from: { ...block.from, relations: block.from.relations.filter(({ id }) => id !== parent.id) },
    where: [...where, ...nonNull],
  };
  return replacedIn(rest, (one) => {
    if (one.kind !== 'column' || one.instance !== parent.id) return null;
    return own(link.columns[link.target.indexOf(one.column)]!);
  });
}

/** Two occurrences of a table that agree on a key are one row. */
export const selfJoinOnKey: BlockRule = {
  name: 'self-join-on-key',
  apply(block, _role, { facts, use }) {
    const { relations } = block.from;
    for (const [at, one] of relations.entries()) {
      for (const other of relations.slice(at + 1)) {
        if (one.source.kind !== 'table' || other.source.kind !== 'table' || one.source.table === null)
          continue;
        if (one.source.table !== other.source.table || columnsRead(block, other.id) === null) continue;
        const key = facts
          .keysOf(one)
          .find(({ columns }) =>
            columns.every((column) =>
              block.where.some((conjunct) =>
                isEquality(
                  conjunct,
                  { kind: 'column', instance: one.id, column },
                  { kind: 'column', instance: other.id, column },
                ),
              ),
            ),
          );
        if (key === undefined) continue;
        use(key.declared);
        const rest: Block = {
          ...block,
          from: { ...block.from, relations: relations.filter(({ id }) => id !== other.id) },
        };
        // `k = k` stays and says that the key is not NULL.
        return replacedIn(rest, (inner) =>
          inner.kind === 'column' && inner.instance === other.id ? { ...inner, instance: one.id } : null,
        );
      }
    }
    return null;
  },
};

/** A LEFT JOIN that finds at most one row, of which nothing is read, neither adds nor drops rows. */
export const unusedLeftJoin: BlockRule = {
  name: 'unused-left-join',
  apply(block, _role, context) {
    const single = singleRowLeftJoin(
      block,
      context,
      (rest, relation) => columnsRead(rest, relation.id)?.size === 0,
    );
    return single?.rest ?? null;
  },
};
