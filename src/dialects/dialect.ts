import type { ComparisonSql } from './comparison/comparison-sql.js';

/**
 * All that the rest of the code needs to know of a SQL dialect, as data. Nothing outside this folder and the platforms
 * asks which dialect it has.
 */
export interface SqlDialect {
  readonly name: string;
  readonly aliases: readonly string[];
  /** The parser's own name of the dialect. */
  readonly parserName: string;
  /** What the engine makes of a name without quotes before it looks it up. */
  readonly unquotedNames: NameFolding;
  /** The same for a name in quotes; `lower` where the engine ignores case there too. */
  readonly quotedNames: NameFolding;
  /** Opening characters of quoted names. */
  readonly nameQuotes: readonly string[];
  /** A quoted name with dots in it is a path: `project.data.table`. */
  readonly quotedPaths: boolean;
  /** `]]` inside `[..]` is one bracket. */
  readonly doubledBrackets: boolean;
  readonly stringQuotes: readonly string[];
  /** Letters that may stand right before a string's quote, in lower case. */
  readonly stringPrefixes: readonly string[];
  /** Whether a backslash escapes in every string, only after one of these prefixes, or never. */
  readonly backslashEscapes: 'always' | 'after_e' | 'never';
  /** `$tag$ .. $tag$`. */
  readonly dollarStrings: boolean;
  /** Three quotes in a row open a string that spans lines. */
  readonly tripleQuotes: boolean;
  /**
   * Where Unicode's spaces are blanks and not letters of a name: nowhere, before a token, or, as DuckDB has it for most of
   * them, within words too.
   */
  readonly unicodeSpaces: 'nowhere' | 'before_tokens' | 'duckdb';
  /** `$name`, `:name`, `@name` and `#name` are variables, and what follows in parentheses up to a blank is part of them. */
  readonly tclVariables: boolean;
  /** `@name` is one word; elsewhere the sign is an operator, and what follows may be a function's name. */
  readonly atNames: boolean;
  readonly lineComments: readonly string[];
  /** A carriage return ends a line comment as a line feed does. */
  readonly returnEndsComment: boolean;
  /** In MySQL `5--1` is 6: two dashes open a comment only before white space. */
  readonly dashesNeedSpace: boolean;
  readonly nestedComments: boolean;
  /** Openings of comments whose text the engine runs. */
  readonly executableComments: readonly string[];
  /** Where NULLs come without NULLS FIRST or LAST: among the smallest, among the largest, or always at one end. */
  readonly nullOrder: 'smallest' | 'largest' | 'last';
  /** Words that open a query, in lower case. */
  readonly queryWords: readonly string[];
  /**
   * True where the platform runs every statement in a sandbox of its own that lets nothing but reads through. Only there
   * may a query that our parser cannot read go on to the engine without a further look.
   */
  readonly sandboxed: boolean;
  /**
   * Where a statement may follow another one without a semicolon: the words that open one that writes, all reserved, so
   * that none can be a name. Empty where semicolons are needed.
   */
  readonly reservedWriteWords: readonly string[];
  /** Functions that write, read files, reach the network, run text as SQL or give paths away; in lower case. */
  readonly refusedFunctions: readonly string[];
  readonly refusedFunctionPrefixes: readonly string[];
  /** Exceptions to the prefixes. */
  readonly allowedFunctions: readonly string[];
  /** System tables that give away paths, settings or raw pages; in lower case. */
  readonly refusedTables: readonly string[];
  /** Functions in FROM that read no table. */
  readonly tablelessFunctions: readonly string[];
  /** In `x IN name` the name is a table, not a column. */
  readonly inNameIsTable: boolean;
  /** How results are compared inside the database; null where nobody has worked that out. */
  readonly comparison: ComparisonSql | null;
}

export type NameFolding = 'lower' | 'upper' | 'kept';
