import type { Catalog } from '../types/index.js';

/** Table name (`schema.table` outside the default schema) to column name to some of its values. */
export type SampledValues = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** What is searched of one datasource. */
export interface Schema {
  readonly catalog: Catalog;
  readonly samples?: SampledValues;
}

/** The datasources that are searched, each read when it is first needed. */
export interface SchemaSources {
  readonly names: readonly string[];
  get(name: string, signal?: AbortSignal): Promise<Schema>;
}
