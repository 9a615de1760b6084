/** Every code a `SqlassayError` can have; docs/errors.md has a heading for each. */
export const errorCodes = [
  // house
  'E_ENTRY_NOT_FOUND',
  // values
  // sql
  // platforms
  // execution
  // scorers
  'E_SCORER_NOT_APPLICABLE',
  'E_CASCADE_EMPTY',
  // solvers
  // registry
  // suite
  // runner
  // report and gate
  // cli
] as const;

export type ErrorCode = (typeof errorCodes)[number];
