import type { SqlDialect } from './dialect.js';
import { generic } from './generic.js';

export const snowflake: SqlDialect = {
  ...generic,
  name: 'snowflake',
  aliases: [],
  parserName: 'snowflake',
  unquotedNames: 'upper',
  quotedNames: 'kept',
  nameQuotes: ['"'],
  stringPrefixes: ['x'],
  backslashEscapes: 'always',
  dollarStrings: true,
  lineComments: ['--', '//'],
  refusedFunctions: ['infer_schema', 'external_table_files', 'get_presigned_url', 'build_stage_file_url'],
  refusedFunctionPrefixes: ['system$'],
  tablelessFunctions: ['flatten', 'generator', 'split_to_table', 'strtok_split_to_table'],
};

export const bigquery: SqlDialect = {
  ...generic,
  name: 'bigquery',
  aliases: [],
  parserName: 'bigquery',
  quotedPaths: true,
  unquotedNames: 'lower',
  quotedNames: 'lower',
  nameQuotes: ['`'],
  stringQuotes: ["'", '"'],
  stringPrefixes: ['r', 'b', 'rb', 'br'],
  backslashEscapes: 'always',
  tripleQuotes: true,
  lineComments: ['--', '#'],
  nullOrder: 'smallest',
  queryWords: ['select', 'with', 'from'],
  refusedFunctions: ['external_query'],
  tablelessFunctions: ['unnest'],
};

export const spark: SqlDialect = {
  ...generic,
  name: 'spark',
  aliases: ['sparksql'],
  parserName: 'spark',
  nameQuotes: ['`'],
  stringQuotes: ["'", '"'],
  stringPrefixes: ['r', 'x'],
  backslashEscapes: 'always',
  nestedComments: true,
  nullOrder: 'smallest',
  queryWords: ['select', 'with', 'values', 'from', 'table'],
  refusedFunctions: ['reflect', 'try_reflect', 'java_method'],
  tablelessFunctions: ['range', 'explode', 'explode_outer', 'posexplode', 'inline', 'stack'],
};

export const databricks: SqlDialect = {
  ...spark,
  name: 'databricks',
  aliases: [],
  parserName: 'databricks',
  refusedFunctions: [
    ...spark.refusedFunctions,
    'read_files',
    'read_kafka',
    'remote_query',
    'http_request',
    'secret',
  ],
  refusedFunctionPrefixes: ['ai_', 'cloud_files'],
};

export const trino: SqlDialect = {
  ...generic,
  name: 'trino',
  aliases: ['presto', 'athena'],
  parserName: 'trino',
  nameQuotes: ['"'],
  stringPrefixes: ['x', 'u&'],
  nullOrder: 'last',
  queryWords: ['select', 'with', 'values', 'table'],
  refusedFunctions: ['query', 'raw_query', 'procedure'],
  tablelessFunctions: ['unnest', 'sequence'],
};
