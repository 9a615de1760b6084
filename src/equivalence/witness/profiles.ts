/** How the rows of one test database are made. */
export interface Profile {
  readonly name: string;
  readonly rows: readonly [number, number];
  /** How many different values a column draws from. */
  readonly values: readonly [number, number];
  /** The share of NULLs in columns that may have them. */
  readonly nulls: number;
  /** The share of values that make the queries' conditions true, and of values close to them. */
  readonly satisfy: number;
  readonly near: number;
  /** The share of rows that are copies of another one with at most one cell changed. */
  readonly clones: number;
  /** Tables that stay empty. */
  readonly emptyTables: number;
  /** Rows are as many as the numbers in LIMIT and HAVING say, one more or one less. */
  readonly counted: boolean;
}

const plain: Profile = {
  name: 'plain',
  rows: [3, 6],
  values: [2, 4],
  nulls: 0,
  satisfy: 0.6,
  near: 0.25,
  clones: 0,
  emptyTables: 0,
  counted: false,
};

/** Rows as many as the queries' numbers say, most of them alike, so that they fall into one group. */
export const countedProfile: Profile = {
  ...plain,
  name: 'counted',
  values: [1, 2],
  satisfy: 0.85,
  near: 0.1,
  clones: 0.4,
  counted: true,
};

/** Taken in turn. The first have no NULLs and no empty tables, as counterexamples without them are believed sooner. */
export const profiles: readonly Profile[] = [
  { ...plain, name: 'satisfying', rows: [2, 4], values: [1, 2], satisfy: 0.85, near: 0.1 },
  { ...plain, name: 'no nulls', rows: [4, 8], values: [2, 5], satisfy: 0.5, near: 0.35 },
  { ...plain, name: 'near misses', rows: [3, 7], values: [1, 3], clones: 0.5, satisfy: 0.8, near: 0.15 },
  { ...plain, name: 'dense', rows: [4, 7], values: [1, 2], nulls: 0.05 },
  { ...plain, name: 'duplicates', values: [1, 3], clones: 0.7, nulls: 0.05 },
  { ...plain, name: 'tiny', rows: [1, 2], values: [1, 2], satisfy: 0.8, near: 0.1, nulls: 0.05 },
  { ...plain, name: 'larger', rows: [8, 14], values: [2, 6], nulls: 0.05 },
  countedProfile,
  { ...plain, name: 'many nulls', rows: [2, 6], values: [1, 3], nulls: 0.3 },
  { ...plain, name: 'ties', rows: [3, 6], values: [1, 2], clones: 0.5, satisfy: 0.9, near: 0.05 },
  { ...plain, name: 'empty tables', rows: [1, 4], values: [1, 3], nulls: 0.1, emptyTables: 0.4 },
  { ...plain, name: 'single row', rows: [1, 1], values: [1, 2], nulls: 0.1, satisfy: 0.7, near: 0.2 },
  { ...plain, name: 'distinct', values: [6, 9], satisfy: 0.4, nulls: 0.15 },
  { ...plain, name: 'all satisfying', rows: [4, 9], values: [1, 3], satisfy: 1, near: 0, clones: 0.2 },
];
