import { dialectOf } from '../../dialects/index.js';
import { hasEscapedName, lowerText, type Token, tokenize } from '../../tokenizer/index.js';
import { foldIdentifier } from '../fold-identifier.js';
import type { ColumnName, TableName, TablesRead } from './inspection.js';
import { type Fields, isFields, nodeOf } from './nodes.js';
import { tableWords } from './table-words.js';

/** Names that are not base tables: what stands for them, innermost first. */
interface Scope {
  readonly parent: Scope | null;
  /** Common table expressions of this level. */
  readonly expressions: ReadonlySet<string>;
  /** What each name in FROM stands for; null for a derived table. */
  readonly sources: ReadonlyMap<string, TableName | null>;
}

/** Things in FROM that hold rows without being a table; what they hold is visited like anything else. */
const sourceTypes = new Set(
  `table subquery joined_table paren alias lateral lateral_view pivot unpivot values unnest explode explode_outer
  table_sample generate_series match_recognize`.split(/\s+/),
);

/** Nodes whose meaning for tables is not known well enough to vouch for. */
const opaqueTypes = new Set(
  'command raw show query_transform pipe_operator stage_reference connect'.split(' '),
);

/** The base tables and columns of one parsed query. Whenever a part could hide a table, the answer is unknown. */
export function readTablesOf(query: unknown, sql: string, dialect: string): TablesRead {
  const table = dialectOf(dialect);
  const tables = new Map<string, TableName>();
  const columns = new Map<string, ColumnName>();
  const seen = new Set<string>();
  let unknown: string | null = null;
  const giveUp = (reason: string): void => {
    unknown ??= reason;
  };
  const fold = (id: Fields): string => foldIdentifier(String(id.name ?? ''), dialect, id.quoted === true);

  function tableName(data: Fields): TableName {
    const { catalog, schema, name } = data;
    if (table.quotedPaths && isFields(name) && name.quoted === true && String(name.name).includes('.')) {
      const parts = String(name.name)
        .split('.')
        .map((part) => foldIdentifier(part, dialect, true));
      seen.add(String(name.name).toLowerCase());
      const [last = '', inner, outer] = parts.reverse();
      return {
        ...(outer === undefined ? {} : { catalog: outer }),
        ...(inner === undefined ? {} : { schema: inner }),
        name: last,
      };
    }
    return {
      ...(isFields(catalog) ? { catalog: fold(catalog) } : {}),
      ...(isFields(schema) ? { schema: fold(schema) } : {}),
      name: isFields(name) ? fold(name) : '',
    };
  }

  function addTable(name: TableName, scope: Scope | null): TableName | null {
    seen.add(name.name.toLowerCase());
    if (name.schema === undefined && isExpression(name.name, scope)) return null;
    if (name.name === '') giveUp('a table has no name');
    tables.set(JSON.stringify(name), name);
    return name;
  }

  /** A source of rows in FROM or a JOIN; returns the names it is known by. */
  function source(value: unknown, scope: Scope | null, into: Map<string, TableName | null>): void {
    const node = nodeOf(value);
    if (node === null || !isFields(node.data)) return;
    const { type, data } = node;
    if (type === 'function') {
      const name = String(isFields(data.name) ? data.name.name : data.name).toLowerCase();
      seen.add(name);
      if (!table.tablelessFunctions.includes(name)) giveUp(`the function ${name} may read any table`);
    } else if (!sourceTypes.has(type)) giveUp(`${type} in FROM is not known`);
    const alias = isFields(data.alias) ? fold(data.alias) : null;
    if (type === 'table') {
      const name = tableName(data);
      const base = name.schema === undefined && isExpression(name.name, scope) ? null : name;
      const known = alias ?? name.name;
      // Two tables of one name: a column of that name belongs to either.
      if (into.has(known)) into.set(`#${into.size}`, null);
      into.set(known, into.has(known) ? null : base);
    } else if (type === 'joined_table') {
      source(data.left, scope, into);
      for (const join of list(data.joins)) if (isFields(join)) source(join.this, scope, into);
    } else if (type === 'paren' || type === 'pivot' || type === 'unpivot' || type === 'table_sample') {
      if (type !== 'paren') into.set(alias ?? `#${into.size}`, null);
      source(data.this, scope, into);
    } else into.set(alias ?? `#${into.size}`, null);
    if (type === 'alias') source(data.this, scope, new Map());
  }

  function visit(value: unknown, scope: Scope | null): void {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, scope);
      return;
    }
    if (!isFields(value)) return;
    const node = nodeOf(value);
    if (node !== null && isFields(node.data)) {
      if (opaqueTypes.has(node.type)) giveUp(`${node.type} is not known`);
      if (node.type === 'table') addTable(tableName(node.data), scope);
      else if (node.type === 'column') addColumn(node.data, scope);
      else if (node.type === 'in' && node.data.is_field === true && table.inNameIsTable) {
        for (const one of list(node.data.expressions)) statementTable(one, scope);
      } else if (
        (node.type === 'pivot' || node.type === 'unpivot') &&
        nodeOf(node.data.this)?.type === 'column'
      ) {
        statementTable(node.data.this, withExpressions(node.data.with, scope));
      } else if (node.type === 'alias' && isBareTable(node.data)) giveUp('TABLE is read as a column');
    }
    const level = withExpressions(value.with, scope);
    const sources = new Map<string, TableName | null>();
    if (isFields(value.from)) for (const one of list(value.from.expressions)) source(one, level, sources);
    for (const join of list(value.joins)) if (isFields(join)) source(join.this, level, sources);
    const inner = sources.size > 0 ? { parent: level, expressions: new Set<string>(), sources } : level;
    for (const [key, child] of Object.entries(value)) if (key !== 'with') visit(child, inner);
  }

  /** Visits the common table expressions and returns the scope that knows them. */
  function withExpressions(value: unknown, scope: Scope | null): Scope | null {
    if (!isFields(value)) return scope;
    let level = scope;
    for (const one of list(value.ctes)) {
      if (!isFields(one) || !isFields(one.alias)) {
        giveUp('a common table expression has no name');
        continue;
      }
      const name = fold(one.alias);
      const body = nodeOf(one.this);
      const own: Scope = { parent: level, expressions: new Set([name]), sources: new Map() };
      // Only the later part of a recursive union sees the expression itself; anywhere else the name is a table.
      if (value.recursive === true && body?.type === 'union' && isFields(body.data)) {
        const { right, ...rest } = body.data;
        visit({ union: rest }, level);
        visit(right, rest.with === undefined ? own : withExpressions(rest.with, own));
      } else visit(one.this, level);
      level = own;
    }
    return level;
  }

  /** A name that stands where a column would, but is a table. */
  function statementTable(value: unknown, scope: Scope | null): void {
    const node = nodeOf(value);
    if (node?.type !== 'column' || !isFields(node.data) || !isFields(node.data.name)) {
      giveUp('a table is written as an expression');
      return;
    }
    const schema = node.data.table;
    addTable({ ...(isFields(schema) ? { schema: fold(schema) } : {}), name: fold(node.data.name) }, scope);
  }

  function addColumn(data: Fields, scope: Scope | null): void {
    if (!isFields(data.name)) return;
    const name = fold(data.name);
    if (!isFields(data.table)) {
      const sources = everySource(scope);
      const [only] = sources;
      if (sources.length === 1 && only) remember({ table: only.name, name });
      else if (sources.length === 0 || sources.some((source) => source !== null)) remember({ name });
      return;
    }
    const qualifier = fold(data.table);
    for (let level = scope; level !== null; level = level.parent) {
      const base = level.sources.get(qualifier);
      if (base === undefined) continue;
      if (base !== null) remember({ table: base.name, name });
      return;
    }
    remember({ table: qualifier, name });
  }

  function remember(column: ColumnName): void {
    columns.set(JSON.stringify(column), column);
  }

  const tokens = tokenize(sql, dialect).filter((token) => token.kind !== 'comment');
  if (hasEscapedName(sql, tokens)) giveUp('a name is written in Unicode escapes');
  if (tokens.some((token, at) => sql[token.start] === '(' && isWord(sql, tokens[at + 1], 'show'))) {
    giveUp('SHOW in brackets is read as a table');
  }
  visit(query, null);
  const missed = unknown === null ? tableWords(sql, dialect).find((name) => !seen.has(name)) : undefined;
  if (missed !== undefined) giveUp(`${missed} stands where a table does, but was not read as one`);
  if (unknown !== null) return { kind: 'unknown', reason: unknown };
  return { kind: 'read', tables: [...tables.values()], columns: [...columns.values()] };
}

function isExpression(name: string, scope: Scope | null): boolean {
  for (let level = scope; level !== null; level = level.parent) if (level.expressions.has(name)) return true;
  return false;
}

function isWord(sql: string, token: Token | undefined, word: string): boolean {
  return token?.kind === 'word' && lowerText(sql, token) === word;
}

function everySource(scope: Scope | null): readonly (TableName | null)[] {
  const found: (TableName | null)[] = [];
  for (let level = scope; level !== null; level = level.parent) found.push(...level.sources.values());
  return found;
}

function isBareTable(data: Fields): boolean {
  const inner = nodeOf(data.this);
  return (
    inner?.type === 'column' &&
    isFields(inner.data) &&
    isFields(inner.data.name) &&
    String(inner.data.name.name).toLowerCase() === 'table'
  );
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
