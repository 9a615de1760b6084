import { type SpelledToken, spelledTokens } from '../../tokenizer/index.js';

/** What a CREATE TABLE text says of a column that engines do not tell otherwise. */
export interface DeclaredColumn {
  readonly collation?: string;
  /** The expression of a generated column. */
  readonly generated?: string;
}

const constraints = new Set(['constraint', 'primary', 'unique', 'check', 'foreign']);

/** The columns of a CREATE TABLE text by their names in lower case, as the engine itself keeps the text. */
export function declaredColumns(sql: string, dialect: string): ReadonlyMap<string, DeclaredColumn> {
  const tokens = spelledTokens(sql, dialect);
  const columns = new Map<string, DeclaredColumn>();
  let depth = 0;
  let segment: SpelledToken[] = [];
  for (const token of tokens) {
    const isSymbol = token.kind === 'symbol';
    if (isSymbol && token.value === ')') depth -= 1;
    const ends =
      depth === 0 ? isSymbol && token.value === ')' : depth === 1 && isSymbol && token.value === ',';
    if (ends) {
      addColumn(segment);
      segment = [];
      if (depth === 0) break;
    } else if (depth > 0) segment.push(token);
    if (isSymbol && token.value === '(') depth += 1;
  }
  return columns;

  function addColumn([name, ...rest]: readonly SpelledToken[]): void {
    if (name === undefined || (name.kind === 'word' && constraints.has(name.value))) return;
    let inner = 0;
    let collation: string | undefined;
    let generated: string | undefined;
    for (const [at, token] of rest.entries()) {
      if (token.kind === 'symbol' && token.value === '(') inner += 1;
      if (token.kind === 'symbol' && token.value === ')') inner -= 1;
      if (inner !== 0 || token.kind !== 'word') continue;
      if (token.value === 'collate') collation = rest[at + 1]?.value ?? '';
      if (token.value === 'as' && rest[at + 1]?.value === '(') generated = inBrackets(rest, at + 1);
    }
    columns.set(name.value.toLowerCase(), {
      ...(collation === undefined ? {} : { collation }),
      ...(generated === undefined ? {} : { generated }),
    });
  }

  function inBrackets(rest: readonly SpelledToken[], open: number): string {
    let inner = 0;
    for (const token of rest.slice(open)) {
      if (token.kind !== 'symbol') continue;
      if (token.value === '(') inner += 1;
      if (token.value === ')' && --inner === 0) return sql.slice(rest[open]!.end, token.start).trim();
    }
    return '';
  }
}

/** Whether any of the texts that make a database names a collation; where none does, the engine's own holds everywhere. */
export function namesCollations(texts: readonly string[]): boolean {
  return texts.some((text) => /\bcollate\b/i.test(text));
}
