import type { Database, GoldStore } from '../execution/index.js';
import { rowsHash, steadyKey } from './rows-hash.js';

/** Gold results, and hashes of the rows of those that were executed. */
export interface HashedGolds extends GoldStore {
  /** Null for a query that was not executed, failed, or has more rows than are read. */
  hashOf(database: Database, sql: string): Promise<string | null>;
}

export function hashGolds(store: GoldStore): HashedGolds {
  const hashes = new Map<string, string>();
  const keyOf = async (database: Database, sql: string): Promise<string> =>
    `${await database.identity()}\n${sql}`;
  return {
    async execute(database, sql, budget, signal) {
      const result = await store.execute(database, sql, budget, signal);
      if (result.kind === 'error' || result.truncated !== null) return result;
      const key = await keyOf(database, sql);
      if (!hashes.has(key)) hashes.set(key, rowsHash(result, steadyKey));
      return result;
    },
    async hashOf(database, sql) {
      return hashes.size === 0 ? null : (hashes.get(await keyOf(database, sql)) ?? null);
    },
  };
}
