/** What makes a query of a dialect give another result on the same data; names in lower case. */
export interface DeterminismRules {
  /** Functions that read the clock, whatever their arguments. */
  readonly clockFunctions: readonly string[];
  /** Words that read it without parentheses; none of them can be a column's name. */
  readonly clockWords: readonly string[];
  /** Functions that read it when they are given only one argument. */
  readonly clockWithOneArgument: readonly string[];
  /** Functions that read it when the argument at that place is missing, or is the text `now`. */
  readonly timeValueAt: Readonly<Record<string, number>>;
  /** Texts that mean a moment of the clock where they become a date or time. */
  readonly clockTexts: readonly string[];
  readonly randomFunctions: readonly string[];
  /** Aggregates whose result depends on the order of the rows they are given. */
  readonly listingAggregates: readonly string[];
}

const standardClockWords = [
  'current_date',
  'current_time',
  'current_timestamp',
  'localtime',
  'localtimestamp',
];

const generic: DeterminismRules = {
  clockFunctions: ['now', 'getdate', 'sysdate', 'curdate', 'curtime', 'today', ...standardClockWords],
  clockWords: standardClockWords,
  clockWithOneArgument: [],
  timeValueAt: {},
  clockTexts: [],
  randomFunctions: ['random', 'rand', 'uuid', 'newid', 'gen_random_uuid', 'generate_uuid'],
  listingAggregates: ['group_concat', 'string_agg', 'array_agg', 'listagg', 'any_value'],
};

const sqlite: DeterminismRules = {
  ...generic,
  clockFunctions: [],
  clockWords: ['current_date', 'current_time', 'current_timestamp'],
  timeValueAt: { date: 0, time: 0, datetime: 0, julianday: 0, unixepoch: 0, strftime: 1, timediff: 0 },
  randomFunctions: ['random', 'randomblob'],
  listingAggregates: ['group_concat', 'string_agg', 'json_group_array', 'jsonb_group_array'],
};

const duckdb: DeterminismRules = {
  ...generic,
  clockFunctions: [
    'now',
    'today',
    'get_current_timestamp',
    'get_current_time',
    'transaction_timestamp',
    'current_localtimestamp',
    'current_localtime',
    ...standardClockWords,
  ],
  clockWithOneArgument: ['age'],
  randomFunctions: ['random', 'uuid', 'uuidv4', 'uuidv7', 'gen_random_uuid'],
  listingAggregates: [
    'group_concat',
    'string_agg',
    'listagg',
    'array_agg',
    'list',
    'first',
    'last',
    'any_value',
    'arbitrary',
  ],
};

const postgres: DeterminismRules = {
  ...generic,
  clockFunctions: [
    'now',
    'clock_timestamp',
    'statement_timestamp',
    'transaction_timestamp',
    'timeofday',
    ...standardClockWords,
  ],
  clockWithOneArgument: ['age'],
  clockTexts: ['now', 'today', 'tomorrow', 'yesterday'],
  randomFunctions: ['random', 'random_normal', 'gen_random_uuid', 'uuidv4', 'uuidv7', 'uuid_generate_v4'],
  listingAggregates: [
    'string_agg',
    'array_agg',
    'json_agg',
    'jsonb_agg',
    'json_arrayagg',
    'xmlagg',
    'any_value',
  ],
};

const mysql: DeterminismRules = {
  ...generic,
  clockFunctions: [
    'now',
    'sysdate',
    'curdate',
    'curtime',
    'utc_date',
    'utc_time',
    'utc_timestamp',
    ...standardClockWords,
  ],
  clockWords: [...standardClockWords, 'utc_date', 'utc_time', 'utc_timestamp'],
  timeValueAt: { unix_timestamp: 0 },
  randomFunctions: ['rand', 'uuid', 'uuid_short', 'random_bytes', 'sys_guid'],
  listingAggregates: ['group_concat', 'json_arrayagg', 'any_value'],
};

/** The rules of each dialect that has its own, by its name. */
export const determinismRules: Readonly<Record<string, DeterminismRules>> = {
  sqlite,
  duckdb,
  postgres,
  redshift: postgres,
  mysql,
  generic,
};
