import { addSpent } from '../llm/index.js';
import {
  type Catalog,
  type CatalogColumn,
  type CatalogTable,
  type Embedder,
  type LlmFailure,
  type LlmSpent,
  type RetrievalRecord,
  type RetrievalScope,
  SqlassayError,
} from '../types/index.js';
import { byScore } from './by-score.js';
import { chooseColumns } from './choose-columns.js';
import { chooseTables } from './choose-tables.js';
import { questionTerms } from './question-terms.js';
import { completeOptions, type RetrievalOptions } from './retrieval-options.js';
import type { SampledValues, SchemaSources } from './schema-sources.js';
import { createSearchedSchemas } from './searched-schemas.js';

/** What a retriever is made of: catalogues by datasource, or where to read them when they are needed. */
export type RetrieverParts = {
  readonly options?: RetrievalOptions;
  /** Finds by meaning too, beside words. */
  readonly embedder?: Embedder;
} & (
  | {
      readonly catalogs: Readonly<Record<string, Catalog>>;
      /** Values by datasource, table and column. */
      readonly samples?: Readonly<Record<string, SampledValues>>;
    }
  | { readonly sources: SchemaSources }
);

/** Where to look, and until when. */
export interface RetrieverScope extends RetrievalScope {
  readonly signal?: AbortSignal;
}

/** A table that was chosen for a question. */
export interface SelectedTable {
  readonly datasource: string;
  /** `schema.table` outside the default schema. */
  readonly name: string;
  readonly table: CatalogTable;
  /** The chosen columns, in the table's own order. */
  readonly columns: readonly CatalogColumn[];
  /** Values of its columns, where some were read. */
  readonly samples: Readonly<Record<string, readonly string[]>>;
  /** Higher is better; comparable within one datasource only. */
  readonly score: number;
}

/** What was found for a question, with what calls of the embedder cost; or why it was not reached. */
export type SchemaSelection =
  | {
      readonly kind: 'found';
      readonly tables: readonly SelectedTable[];
      /** Datasources, best first; only where the scope named none. */
      readonly ranking?: readonly string[];
      readonly spent: LlmSpent;
    }
  | { readonly kind: 'failed'; readonly failure: LlmFailure };

/** Finds the tables and columns a question is about, and the datasource to ask. Without an embedder no model is used. */
export interface SchemaRetriever {
  select(question: string, scope?: RetrieverScope): Promise<SchemaSelection>;
  /**
   * The tables and columns for a question, as records of runs have them. Rejects when the embedder fails, because an
   * answer without it would be another retriever's.
   */
  retrieve(question: string, scope?: RetrieverScope): Promise<RetrievalRecord>;
  /** Every datasource, best first. Rejects as `retrieve` does. */
  route(question: string, scope?: Pick<RetrieverScope, 'signal'>): Promise<readonly string[]>;
}

/**
 * Makes a schema retriever and router. The same question on the same schemas always gives the same; equal scores are
 * ordered by name.
 *
 * @throws SqlassayError E_RETRIEVAL_OPTIONS for options out of their range
 *
 * @example
 * const retriever = createSchemaRetriever({ catalogs: { shop }, options: { maxTables: 5 } });
 * await retriever.retrieve('Who are the top customers?'); // { customer: ['id', 'name'], ... }
 */
export function createSchemaRetriever(parts: RetrieverParts): SchemaRetriever {
  const options = completeOptions(parts.options ?? {});
  const sources = 'sources' in parts ? parts.sources : sourcesOf(parts.catalogs, parts.samples ?? {});
  const schemas = createSearchedSchemas(sources, parts.embedder);

  async function rank(
    question: string,
    signal: AbortSignal,
  ): Promise<{ readonly ranking: readonly string[]; readonly spent: LlmSpent } | { failure: LlmFailure }> {
    const found = await schemas.scoreDatasources(question, questionTerms(question, options.synonyms), signal);
    if (found.kind === 'failed') return { failure: found.failure };
    const scores = new Map(sources.names.map((name) => [name, found.scores.get(name) ?? 0]));
    return { ranking: byScore(scores).map(([name]) => name), spent: found.spent };
  }

  async function select(question: string, scope: RetrieverScope = {}): Promise<SchemaSelection> {
    const { signal = new AbortController().signal } = scope;
    const routed = scope.datasources === undefined ? await rank(question, signal) : null;
    if (routed !== null && 'failure' in routed) return { kind: 'failed', failure: routed.failure };
    const names = scope.datasources ?? routed!.ranking.slice(0, options.maxDatasources);
    const tables: SelectedTable[] = [];
    let spent = routed?.spent ?? {};
    for (const datasource of names) {
      if (!sources.names.includes(datasource)) unknownDatasource(datasource, sources.names);
      const asked = questionTerms(question, options.synonyms);
      const found = await schemas.scoreSchema(datasource, question, asked, signal);
      if (found.kind === 'failed') return found;
      spent = addSpent(spent, found.spent);
      const chosen = chooseTables(found.schema, found.tables, options);
      const columns = chooseColumns(found.schema, [...chosen.keys()], found.columns, options.maxColumns);
      for (const [name, score] of chosen) {
        tables.push({
          datasource,
          name,
          table: found.schema.tables.get(name)!,
          columns: columns.get(name) ?? [],
          samples: found.schema.schema.samples?.[name] ?? {},
          score,
        });
      }
    }
    return { kind: 'found', tables, ...(routed === null ? {} : { ranking: routed.ranking }), spent };
  }

  return {
    select,
    async retrieve(question, scope) {
      const found = await select(question, scope);
      if (found.kind === 'failed') throw unreachable(found.failure);
      return recordOf(found.tables);
    },
    async route(question, { signal = new AbortController().signal } = {}) {
      const found = await rank(question, signal);
      if ('failure' in found) throw unreachable(found.failure);
      return found.ranking;
    },
  };
}

/** The chosen tables as records of runs have them; tables of one name in several datasources count as one. */
export function recordOf(tables: readonly SelectedTable[]): RetrievalRecord {
  const record: Record<string, string[]> = {};
  for (const { name, columns } of tables) {
    record[name] = [...new Set([...(record[name] ?? []), ...columns.map((column) => column.name)])];
  }
  return record;
}

function sourcesOf(
  catalogs: Readonly<Record<string, Catalog>>,
  samples: Readonly<Record<string, SampledValues>>,
): SchemaSources {
  return {
    names: Object.keys(catalogs),
    async get(name) {
      return { catalog: catalogs[name]!, ...(samples[name] === undefined ? {} : { samples: samples[name] }) };
    },
  };
}

function unknownDatasource(name: string, names: readonly string[]): never {
  throw new SqlassayError('E_DATASOURCE_UNKNOWN', {
    what: `There is no datasource "${name}" to retrieve from`,
    where: 'retrieval',
    advice: `The datasources are ${names.join(', ') || 'none'}.`,
  });
}

function unreachable({ failure, message }: LlmFailure): Error {
  return new Error(`The texts could not be embedded (${failure}): ${message}`);
}
