/** How much may leave the database for one comparison. */
export const pushedLimits = {
  /** Rows of one answer. */
  rows: 5000,
  /** Rows that equal rows, counted one by one, may expand to. */
  units: 50_000,
  /** Rows searched around one difference. */
  neighbours: 2000,
  /** Steps from a difference to the farthest of its neighbours. */
  hops: 20,
  /** Conditions in one query. */
  conditions: 40,
  /** Rows of a sample. */
  sample: 20,
} as const;
