/** An expected column and the actual column that is compared with it. */
export type ColumnPair = readonly [expected: number, actual: number];
