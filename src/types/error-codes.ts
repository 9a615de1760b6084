/** Every code a `SqlassayError` can have; docs/errors.md has a heading for each. */
export const errorCodes = [
  // house
  'E_ENTRY_NOT_FOUND',
  // values
  'E_VALUE_INVALID',
  'E_VALUE_WIRE',
  'E_TOLERANCE',
  // catalog
  'E_SCHEMA_FILE_INVALID',
  'E_DDL_INVALID',
  // sql
  'E_PARSER_UNAVAILABLE',
  // platforms
  'E_DATASOURCE_UNKNOWN',
  'E_DRIVER_MISSING',
  'E_DB_ID_INVALID',
  'E_DATABASE_MISSING',
  'E_DATABASE_UNREADABLE',
  'E_PLATFORMS_CLOSED',
  'E_ENVIRONMENT_MISSING',
  'E_URL_INVALID',
  'E_CONNECTION_REFUSED',
  'E_USER_PRIVILEGED',
  // llm
  'E_MODEL_UNKNOWN',
  'E_MODEL_ADDRESS',
  'E_MODEL_KEY_MISSING',
  'E_MODEL_PACKAGE_MISSING',
  // execution
  // scorers
  'E_SCORER_NOT_APPLICABLE',
  'E_CASCADE_EMPTY',
  // retrieval
  'E_RETRIEVAL_OPTIONS',
  // solvers
  'E_SOLVER_INVALID',
  'E_SOLVER_MODULE',
  'E_REPLAY_INVALID',
  'E_REPLAY_IDS',
  // registry
  'E_SCORER_UNKNOWN',
  'E_SCORER_NAME_TAKEN',
  'E_SCORER_VERSION',
  'E_SCORER_OPTIONS',
  'E_SCORER_PLUGIN',
  // suite
  'E_SUITE_INVALID',
  'E_BENCHMARK_INVALID',
  'E_CASE_NOT_IN_FILE',
  'E_GOLD_NOT_WRITTEN',
  // runner
  'E_JOURNAL_DAMAGED',
  'E_RESUME_CHANGED',
  'E_RUN_NOT_FOUND',
  'E_PLANS_MISSING',
  'E_NO_SCORER',
  'E_LABEL_TAKEN',
  'E_MODE_UNSUPPORTED',
  'E_SOLVER_MISSING',
  'E_FILTER_PATTERN',
  // report and gate
  'E_GATE_UNSUPPORTED',
  'E_REPORTER_UNKNOWN',
  'E_REPORTER_MODULE',
  // testing
  'E_ROLE_AMBIGUOUS',
  'E_OPTION_UNKNOWN',
  'E_SUITE_NOT_LISTED',
  // cli
  'E_CLI_USAGE',
  'E_CLI_UNKNOWN_COMMAND',
  'E_CONFIG_FILE',
  'E_INIT_EXISTS',
  'E_LAST_FAILED_NONE',
] as const;

export type ErrorCode = (typeof errorCodes)[number];
