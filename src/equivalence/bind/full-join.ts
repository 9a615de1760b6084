import {
  type Block,
  type Expression,
  expressionKey,
  nullLiteral,
  number,
  type Output,
  type Query,
  type Relation,
  unlimited,
  withFreshInstances,
} from '../algebra/index.js';
import { unsupported } from './bind-failure.js';
import { column, columnOfEntry, type ScopeEntry } from './scope.js';
import type { Source } from './source.js';

/**
 * A FULL JOIN as what it is: the rows of the left with those of the right that match or NULLs, and with NULLs the rows of
 * the right that match none.
 */
export function fullJoin(
  left: Source,
  right: Source,
  on: readonly Expression[],
  fresh: () => number,
): Source {
  if (left.merged.size > 0 || right.merged.size > 0)
    return unsupported('full-join', 'a FULL JOIN after USING');
  const entries = [...left.entries, ...right.entries];
  const columns = entries.flatMap((entry, at) => columnsOf(entry, at));
  const isLeft = (at: number): boolean => columns[at]!.entry < left.entries.length;
  const matched: Block = {
    ...emptyBlock,
    from: {
      relations: left.group.relations,
      optional: [...left.group.optional, { group: right.group, on: [...right.where, ...on] }],
    },
    where: left.where,
    outputs: columns.map(({ name, expression }): Output => ({ name, expression })),
  };
  const match: Block = { ...emptyBlock, from: left.group, where: [...left.where, ...on] };
  const unmatched: Block = {
    ...emptyBlock,
    from: right.group,
    where: [...right.where, { kind: 'not', operand: { kind: 'exists', query: match } }],
    outputs: columns.map(
      ({ name, expression }, at): Output => ({ name, expression: isLeft(at) ? nullLiteral : expression }),
    ),
  };
  const query: Query = {
    kind: 'set',
    operator: 'union',
    all: true,
    arms: [matched, withFreshInstances(unmatched, fresh)],
    names: columns.map(({ name }) => name),
    order: [],
    limits: unlimited,
  };
  const relation: Relation = {
    id: fresh(),
    source: { kind: 'query', query },
    columns: columns.map(({ name }) => ({ name, nullable: true, type: null })),
  };
  const joined = new Map(columns.map(({ name, expression }) => [expressionKey(expression), name]));
  return {
    group: { relations: [relation], optional: [] },
    where: [],
    merged: new Map(),
    entries: entries.map(({ name, relation: { columns: names } }, at) => ({
      name,
      relation: { ...relation, columns: names },
      columnName: (one) => joinedName(at, one),
    })),
    columns: [...left.columns, ...right.columns].map(({ name, expression }) => ({
      name,
      expression: column(
        relation,
        joined.get(expressionKey(expression)) ?? unsupported('full-join', 'a column of neither side'),
      ),
    })),
  };
}

const emptyBlock: Block = {
  kind: 'block',
  from: { relations: [], optional: [] },
  where: [],
  groupBy: null,
  having: [],
  outputs: [{ name: null, expression: number(1) }],
  distinct: false,
  order: [],
  limits: unlimited,
};

interface JoinedColumn {
  readonly entry: number;
  readonly name: string;
  readonly expression: Expression;
}

function columnsOf(entry: ScopeEntry, at: number): readonly JoinedColumn[] {
  const { columns } = entry.relation;
  if (columns === null) return unsupported('full-join', 'a FULL JOIN of tables whose columns are not known');
  return columns.map(({ name }) => ({
    entry: at,
    name: joinedName(at, name),
    expression: columnOfEntry(entry, name),
  }));
}

/** A name that no query can write. */
function joinedName(entry: number, name: string): string {
  return `\u0000${entry}.${name}`;
}
