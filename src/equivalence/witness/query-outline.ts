import { type SpelledToken, spelledTokens } from '../../tokenizer/index.js';
import type { Catalog, CatalogTable } from '../../types/index.js';

/** A column as a query writes it. */
export interface ColumnMention {
  readonly qualifier: string | null;
  readonly name: string;
}

/** A piece of a query between two keywords such as AND, WHERE or THEN. */
export interface Segment {
  /** The keyword it stands after, in lower case. */
  readonly after: string;
  readonly columns: readonly ColumnMention[];
  readonly strings: readonly string[];
  readonly numbers: readonly number[];
  /** Functions, operators and other words, in lower case. */
  readonly words: ReadonlySet<string>;
  /** Brackets open at its start. */
  readonly depth: number;
  /** It ends with an opening bracket after IN or a comparison, so that a subquery is compared with its columns. */
  readonly opensSubquery: boolean;
}

/** What the search needs to know of a query's text; read from its tokens, so that no text is too strange for it. */
export interface QueryOutline {
  /** Names of tables of the catalogue that it may read, in lower case. */
  readonly tables: ReadonlySet<string>;
  /** Every word and name in it, in lower case. */
  readonly words: ReadonlySet<string>;
  /** What the tables are called in it, in lower case. */
  readonly aliases: ReadonlyMap<string, ReadonlySet<string>>;
  /** It takes all columns of some table. */
  readonly takesAllColumns: boolean;
  readonly segments: readonly Segment[];
}

const boundaries = new Set(
  (
    'select from where on having and or when then else union intersect except limit offset order group join using ' +
    'over set values with'
  ).split(' '),
);
const noCalls = new Set(
  (
    'in and or select from where on having when then else as values over using exists not case by join union except ' +
    'intersect all any some distinct between like is limit with'
  ).split(' '),
);
const noAliases = new Set([
  ...boundaries,
  ...(
    'as left right inner outer cross natural full asc desc by window fetch for lateral tablesample qualify case end not ' +
    'is in between like all distinct straight_join'
  ).split(' '),
]);

export function outlineQuery(sql: string, dialect: string, catalog: Catalog): QueryOutline {
  const tokens = spelledTokens(sql, dialect);
  const known = new Map(catalog.tables.map((table) => [table.name.toLowerCase(), table]));
  const tables = new Set<string>();
  const aliases = new Map<string, Set<string>>();
  tokens.forEach((token, at) => {
    const name = token.value.toLowerCase();
    if (!isName(token) && token.kind !== 'string') return;
    if (!known.has(name) || !opensTable(tokens, at)) return;
    tables.add(name);
    addAlias(aliases, name, name);
    const next = tokens[at + 1]?.value === 'as' ? tokens[at + 2] : tokens[at + 1];
    if (next !== undefined && isName(next) && !(next.kind === 'word' && noAliases.has(next.value)))
      addAlias(aliases, next.value.toLowerCase(), name);
  });
  const columns = new Set(
    [...tables].flatMap((name) => known.get(name)!.columns.map((column) => column.name.toLowerCase())),
  );
  return {
    tables,
    words: new Set(
      tokens
        .filter((token) => isName(token) || token.kind === 'string')
        .map((token) => token.value.toLowerCase()),
    ),
    aliases,
    takesAllColumns: tokens.some((token, at) => isStar(tokens, at) || token.value === 'natural'),
    segments: segmentsOf(sql, tokens, columns),
  };
}

/** The tables of the catalogue that a column may belong to. */
export function ownersOf(
  mention: ColumnMention,
  outline: QueryOutline,
  tables: readonly CatalogTable[],
): readonly CatalogTable[] {
  const named = mention.qualifier === null ? undefined : outline.aliases.get(mention.qualifier);
  return tables.filter(
    (table) =>
      outline.tables.has(table.name.toLowerCase()) &&
      (named === undefined || named.has(table.name.toLowerCase())) &&
      table.columns.some((column) => column.name.toLowerCase() === mention.name),
  );
}

function isName(token: SpelledToken): boolean {
  return token.kind === 'word' || token.kind === 'name';
}

function opensTable(tokens: readonly SpelledToken[], at: number): boolean {
  const before = tokens[at - 1]?.value ?? '';
  return ['from', 'join', ',', '(', '.', 'in', 'table', 'straight_join'].includes(before);
}

function addAlias(aliases: Map<string, Set<string>>, alias: string, table: string): void {
  const tables = aliases.get(alias) ?? new Set();
  aliases.set(alias, tables);
  tables.add(table);
}

function isStar(tokens: readonly SpelledToken[], at: number): boolean {
  if (tokens[at]!.value !== '*' || tokens[at]!.kind !== 'symbol') return false;
  return ['select', 'distinct', 'all', ',', '.'].includes(tokens[at - 1]?.value ?? '');
}

interface OpenSegment {
  after: string;
  depth: number;
  columns: ColumnMention[];
  strings: string[];
  numbers: number[];
  words: Set<string>;
}

function segmentsOf(
  sql: string,
  tokens: readonly SpelledToken[],
  columns: ReadonlySet<string>,
): readonly Segment[] {
  const segments: Segment[] = [];
  /** For each open bracket whether commas in it separate arguments of one expression. */
  const brackets: boolean[] = [];
  let betweens = 0;
  let current = open('', 0);
  const close = (after: string, opensSubquery = false): void => {
    if (current.columns.length + current.strings.length + current.numbers.length > 0 || opensSubquery)
      segments.push({ ...current, opensSubquery });
    current = open(after, brackets.length);
  };
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]?.value ?? '';
    const next = tokens[at + 1]?.value ?? '';
    if (token.kind === 'string') current.strings.push(token.value);
    else if (token.kind === 'number') current.numbers.push(...numbersOf(token.value, before));
    else if (token.kind === 'symbol') {
      if (token.value === '(') brackets.push(isCall(tokens[at - 1]) || before === 'in');
      else if (token.value === ')') brackets.pop();
      else if (token.value === ',' && !(brackets.at(-1) ?? false)) close(current.after);
      else current.words.add(token.value);
    } else if (token.kind === 'word' && token.value === 'and' && betweens > 0) betweens--;
    else if (token.kind === 'word' && boundaries.has(token.value))
      close(token.value, token.value === 'select' && before === '(' && current.columns.length > 0);
    else if (before !== '.') {
      if (token.value === 'between') betweens++;
      addName(token, at, next, before);
    }
  }
  close('');
  return segments;

  function addName(token: SpelledToken, at: number, next: string, before: string): void {
    const name = token.value.toLowerCase();
    const column = tokens[at + 2];
    if (next === '.' && column !== undefined && isName(column))
      current.columns.push({ qualifier: name, name: column.value.toLowerCase() });
    else if (next === '(' && token.kind === 'word') current.words.add(name);
    else if (columns.has(name) && before !== 'as') current.columns.push({ qualifier: null, name });
    else if (token.kind === 'name' && sql[token.start] === '"') current.strings.push(token.value);
    else current.words.add(name);
  }
}

function open(after: string, depth: number): OpenSegment {
  return { after, depth, columns: [], strings: [], numbers: [], words: new Set() };
}

function isCall(before: SpelledToken | undefined): boolean {
  return before !== undefined && before.kind === 'word' && !noCalls.has(before.value);
}

function numbersOf(text: string, before: string): number[] {
  const value = Number(text.replaceAll('_', ''));
  if (!Number.isFinite(value)) return [];
  return before === '-' ? [-value, value] : [value];
}
