import { addSpent } from '../llm/index.js';
import type { Embedder, LlmFailure, LlmSpent } from '../types/index.js';
import { createEmbeddingIndex, type EmbeddingIndex, spoken } from './embedding-index.js';
import { columnId, type IndexedSchema, indexSchema } from './indexed-schema.js';
import { mergeScores } from './merge-scores.js';
import type { SchemaSources } from './schema-sources.js';
import { createSearchIndex, type SearchIndex } from './search-index.js';
import { questionEmbeddings } from './shared-embeddings.js';

interface Failed {
  readonly kind: 'failed';
  readonly failure: LlmFailure;
}

type Scores = ReadonlyMap<string, number>;

/** The schemas of all datasources, each read and indexed at its first use. */
export interface SearchedSchemas {
  scoreDatasources(
    question: string,
    terms: readonly string[],
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'scored'; readonly scores: Scores; readonly spent: LlmSpent } | Failed>;
  scoreSchema(
    datasource: string,
    question: string,
    terms: readonly string[],
    signal: AbortSignal,
  ): Promise<
    | {
        readonly kind: 'scored';
        readonly schema: IndexedSchema;
        readonly tables: Scores;
        readonly columns: Scores;
        readonly spent: LlmSpent;
      }
    | Failed
  >;
}

interface Searched {
  readonly schema: IndexedSchema;
  readonly tables: EmbeddingIndex | null;
  readonly columns: EmbeddingIndex | null;
}

interface Router {
  readonly search: SearchIndex;
  readonly near: EmbeddingIndex | null;
}

export function createSearchedSchemas(
  sources: SchemaSources,
  embedder: Embedder | undefined,
): SearchedSchemas {
  const embedQuestion = embedder === undefined ? null : questionEmbeddings(embedder);
  const embedding = (texts: ReadonlyMap<string, string>): EmbeddingIndex | null =>
    embedder === undefined || embedQuestion === null
      ? null
      : createEmbeddingIndex(texts, embedder, embedQuestion);
  const schemas = once(async (name, signal): Promise<Searched> => {
    const schema = indexSchema(await sources.get(name, signal));
    return {
      schema,
      tables: embedding(tableTexts(schema)),
      columns: embedding(columnTexts(schema)),
    };
  });
  const router = once(async (_, signal): Promise<Router> => {
    const all: (readonly [name: string, schema: IndexedSchema])[] = [];
    for (const name of sources.names) all.push([name, (await schemas(name, signal)).schema]);
    return {
      search: createSearchIndex(
        all.map(([id, { whole }]) => ({ ...whole, id, name: `${id} ${whole.name}` })),
      ),
      near: embedding(
        new Map(
          all.map(([name, schema]) => [name, [spoken(name), ...tableTexts(schema).values()].join('. ')]),
        ),
      ),
    };
  });

  async function merged(
    lexical: Scores,
    near: EmbeddingIndex | null,
    question: string,
    signal: AbortSignal,
  ): Promise<{ readonly kind: 'scored'; readonly scores: Scores; readonly spent: LlmSpent } | Failed> {
    if (near === null) return { kind: 'scored', scores: lexical, spent: {} };
    const found = await near.near(question, signal);
    return found.kind === 'failed'
      ? found
      : { kind: 'scored', scores: mergeScores(lexical, found.scores), spent: found.spent };
  }

  return {
    async scoreDatasources(question, terms, signal) {
      const { search, near } = await router('', signal);
      return merged(search(terms), near, question, signal);
    },
    async scoreSchema(datasource, question, terms, signal) {
      const { schema, ...near } = await schemas(datasource, signal);
      const tables = await merged(schema.searchTables(terms), near.tables, question, signal);
      if (tables.kind === 'failed') return tables;
      const columns = await merged(schema.searchColumns(terms), near.columns, question, signal);
      if (columns.kind === 'failed') return columns;
      return {
        kind: 'scored',
        schema,
        tables: tables.scores,
        columns: columns.scores,
        spent: addSpent(tables.spent, columns.spent),
      };
    },
  };
}

function tableTexts({ tables }: IndexedSchema): ReadonlyMap<string, string> {
  return new Map(
    [...tables].map(([id, { name, comment, columns }]) => [
      id,
      `${spoken(name)}: ${columns.map((column) => spoken(column.name)).join(', ')}${comment === undefined ? '' : `. ${comment}`}`,
    ]),
  );
}

function columnTexts({ tables }: IndexedSchema): ReadonlyMap<string, string> {
  return new Map(
    [...tables].flatMap(([id, { name, columns }]) =>
      columns.map((column): [string, string] => [
        columnId(id, column.name),
        `${spoken(column.name)} of ${spoken(name)}${column.comment === undefined ? '' : `: ${column.comment}`}`,
      ]),
    ),
  );
}

/** Makes a thing once for each name; a failure is not kept, so that the next question tries again. */
function once<T>(
  make: (name: string, signal: AbortSignal) => Promise<T>,
): (name: string, signal: AbortSignal) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (name, signal) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const making = make(name, signal);
    made.set(name, making);
    making.catch(() => made.delete(name));
    return making;
  };
}
