import type { ModelTable } from './schema-model.js';

/** A condition; columns are texts such as `q1.a`. */
export type Condition =
  | { readonly kind: 'compare'; readonly operator: string; readonly left: string; readonly right: string }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | { readonly kind: 'null'; readonly of: string; readonly not: boolean }
  | { readonly kind: 'between'; readonly of: string; readonly low: string; readonly high: string }
  | { readonly kind: 'list'; readonly of: string; readonly items: readonly string[]; readonly not: boolean }
  | { readonly kind: 'in'; readonly of: string; readonly query: Select; readonly not: boolean }
  | { readonly kind: 'exists'; readonly query: Select; readonly not: boolean };

/** One table of FROM; a name of the schema or a query in its place. */
export interface Source {
  readonly table: ModelTable;
  readonly alias: string;
  readonly join: 'inner' | 'left' | 'comma';
  readonly on: readonly Condition[];
  /** A query that gives the table's rows, or some of them; null for the table itself. */
  readonly derived: Select | null;
}

export interface Select {
  readonly from: readonly Source[];
  readonly where: readonly Condition[];
  readonly outputs: readonly string[];
  readonly distinct: boolean;
  readonly groupBy: readonly string[];
  readonly having: readonly Condition[];
  readonly order: readonly { readonly output: number; readonly descending: boolean }[];
  readonly limit: number | null;
}

export function printSelect(select: Select): string {
  const { from, where, outputs, distinct, groupBy, having, order, limit } = select;
  const sources = from.map(({ table, alias, join, on, derived }, at) => {
    const source = derived === null ? table.name : `(${printSelect(derived)})`;
    if (at === 0) return `${source} AS ${alias}`;
    const keyword = { inner: ' JOIN ', left: ' LEFT JOIN ', comma: ', ' }[join];
    const condition = join === 'comma' ? '' : ` ON ${printAll(on) || '1 = 1'}`;
    return `${keyword}${source} AS ${alias}${condition}`;
  });
  const filters = [...where, ...from.flatMap(({ join, on }) => (join === 'comma' ? on : []))];
  const keys = order.map(({ output, descending }) => `${outputs[output]}${descending ? ' DESC' : ''}`);
  return [
    `SELECT ${distinct ? 'DISTINCT ' : ''}${outputs.map((one, at) => `${one} AS o${at}`).join(', ')}`,
    ` FROM ${sources.join('')}`,
    filters.length === 0 ? '' : ` WHERE ${printAll(filters)}`,
    groupBy.length === 0 ? '' : ` GROUP BY ${groupBy.join(', ')}`,
    having.length === 0 ? '' : ` HAVING ${printAll(having)}`,
    keys.length === 0 ? '' : ` ORDER BY ${keys.join(', ')}`,
    limit === null ? '' : ` LIMIT ${limit}`,
  ].join('');
}

function printAll(conditions: readonly Condition[]): string {
  return conditions.map(printCondition).join(' AND ');
}

function printCondition(one: Condition): string {
  switch (one.kind) {
    case 'compare':
      return `${one.left} ${one.operator} ${one.right}`;
    case 'and':
    case 'or':
      return `(${one.parts.map(printCondition).join(` ${one.kind.toUpperCase()} `)})`;
    case 'not':
      return `NOT (${printCondition(one.part)})`;
    case 'null':
      return `${one.of} IS ${one.not ? 'NOT ' : ''}NULL`;
    case 'between':
      return `${one.of} BETWEEN ${one.low} AND ${one.high}`;
    case 'list':
      return `${one.of} ${one.not ? 'NOT ' : ''}IN (${one.items.join(', ')})`;
    case 'in':
      return `${one.of} ${one.not ? 'NOT ' : ''}IN (${printSelect(one.query)})`;
    case 'exists':
      return `${one.not ? 'NOT ' : ''}EXISTS (${printSelect(one.query)})`;
  }
}

/** The query with columns and expressions as `change` has them, in its subqueries too. */
export function mapTexts(select: Select, change: (text: string) => string): Select {
  const condition = (one: Condition): Condition => mapCondition(one, change);
  return {
    ...select,
    from: select.from.map((source) => ({
      ...source,
      on: source.on.map(condition),
      derived: source.derived === null ? null : mapTexts(source.derived, change),
    })),
    where: select.where.map(condition),
    outputs: select.outputs.map(change),
    groupBy: select.groupBy.map(change),
    having: select.having.map(condition),
  };
}

export function mapCondition(one: Condition, change: (text: string) => string): Condition {
  switch (one.kind) {
    case 'compare':
      return { ...one, left: change(one.left), right: change(one.right) };
    case 'and':
    case 'or':
      return { ...one, parts: one.parts.map((part) => mapCondition(part, change)) };
    case 'not':
      return { ...one, part: mapCondition(one.part, change) };
    case 'null':
      return { ...one, of: change(one.of) };
    case 'between':
      return { ...one, of: change(one.of), low: change(one.low), high: change(one.high) };
    case 'list':
      return { ...one, of: change(one.of), items: one.items.map(change) };
    case 'in':
      return { ...one, of: change(one.of), query: mapTexts(one.query, change) };
    case 'exists':
      return { ...one, query: mapTexts(one.query, change) };
  }
}
