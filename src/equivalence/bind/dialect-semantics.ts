import { dialectOf } from '../../sql/index.js';

/** What the binder and the rules must know of a dialect beyond its words. */
export interface DialectSemantics {
  readonly name: string;
  /** `"x"` that names no column is a string. */
  readonly quotedStrings: boolean;
  /** A column that is neither grouped nor aggregated takes its value from some row of the group. */
  readonly bareColumns: boolean;
  /** Any column may hold a value of any type. */
  readonly dynamicTypes: boolean;
  /** `+` and `*` turn their operands into numbers whatever they are. */
  readonly numericOperators: boolean;
  /** Equal texts are the same text, unless a collation is declared. */
  readonly exactText: boolean;
  /** How an output without a name is called, before its position from 0; null where that is not known. */
  readonly unnamedOutput: string | null;
  /** UNION and INTERSECT bind alike, from left to right. */
  readonly flatSetOperations: boolean;
  /** LIKE does not tell ASCII letters from their capitals. */
  readonly likeIgnoresCase: boolean;
  /** Of two values that are not NULL one is the smaller, NaN included. */
  readonly totalOrder: boolean;
  /** A number can be a condition. */
  readonly numericConditions: boolean;
  /** A subquery in an expression that finds several rows gives one of them; elsewhere it is an error. */
  readonly firstOfSeveral: boolean;
  /** A text that is written out takes the type of what it stands beside, blanks at its end and all. */
  readonly textsTakeTypes: boolean;
  /** A sum of sums, or of counts, has the type that one sum or count of all rows has, as far as later results can tell. */
  readonly sumsKeepTypes: boolean;
  /** `length` counts the characters of a text. */
  readonly lengthIsCharacters: boolean;
}

const standard: Omit<DialectSemantics, 'name'> = {
  quotedStrings: false,
  bareColumns: false,
  dynamicTypes: false,
  numericOperators: false,
  exactText: true,
  unnamedOutput: null,
  flatSetOperations: false,
  likeIgnoresCase: false,
  totalOrder: true,
  numericConditions: false,
  firstOfSeveral: false,
  textsTakeTypes: false,
  sumsKeepTypes: false,
  lengthIsCharacters: true,
};

const table: Readonly<Record<string, Partial<DialectSemantics>>> = {
  sqlite: {
    quotedStrings: true,
    bareColumns: true,
    dynamicTypes: true,
    numericOperators: true,
    flatSetOperations: true,
    numericConditions: true,
    firstOfSeveral: true,
    sumsKeepTypes: true,
    likeIgnoresCase: true,
  },
  mysql: {
    bareColumns: true,
    numericOperators: true,
    exactText: false,
    numericConditions: true,
    sumsKeepTypes: true,
    lengthIsCharacters: false,
  },
  tsql: { exactText: false, lengthIsCharacters: false },
  snowflake: { sumsKeepTypes: true },
  postgres: { textsTakeTypes: true },
  duckdb: { sumsKeepTypes: true },
  generic: { unnamedOutput: 'expr$', sumsKeepTypes: true },
};

/** An unknown dialect is read as standard SQL with nothing known of its texts. */
export function semanticsOf(dialect: string): DialectSemantics {
  const { name } = dialectOf(dialect);
  return {
    ...standard,
    name,
    ...(table[name] ?? { exactText: false, lengthIsCharacters: false, totalOrder: false }),
  };
}
