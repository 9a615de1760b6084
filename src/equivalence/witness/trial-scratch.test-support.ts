import { catalogFromDdl } from '../../catalog/index.js';
import type { Catalog, CheckContext, QueryPair, Scratch, SemanticVerdict } from '../../types/index.js';
import { WitnessSearch, type WitnessSearchOptions } from './witness-search.js';

export function catalogOf(ddl: string, dialect = 'sqlite'): Catalog {
  return catalogFromDdl(ddl, dialect).catalog;
}

/** Judges one pair over a schema. */
export function judge(
  scratch: Scratch | undefined,
  ddl: string,
  gold: string,
  candidate: string,
  over: Partial<Omit<CheckContext, 'budget'>> & {
    readonly milliseconds?: number;
    readonly dialect?: string;
    readonly options?: WitnessSearchOptions;
  } = {},
): Promise<SemanticVerdict> {
  const {
    milliseconds = 60_000,
    dialect = 'sqlite',
    options = { databases: 200, mostDatabases: 400 },
    ...context
  } = over;
  const pair: QueryPair = { gold, candidate, dialect };
  return new WitnessSearch(options).judge(pair, {
    catalog: catalogOf(ddl, dialect),
    ...(scratch === undefined ? {} : { scratch }),
    signal: new AbortController().signal,
    budget: { milliseconds },
    ...context,
  });
}
