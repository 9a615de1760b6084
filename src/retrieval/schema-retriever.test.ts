import { describe, expect, it } from 'vitest';
import { catalogFromDdl } from '../catalog/index.js';
import type { Catalog, Embedder, LlmFailure, SqlassayError } from '../types/index.js';
import { createSchemaRetriever } from './schema-retriever.js';

const ddl = {
  music: `
    CREATE TABLE singer (singer_id INTEGER PRIMARY KEY, name TEXT, country TEXT);
    CREATE TABLE concert (concert_id INTEGER PRIMARY KEY, concert_name TEXT, stadium_id INTEGER REFERENCES stadium);
    CREATE TABLE singer_in_concert (concert_id INTEGER REFERENCES concert, singer_id INTEGER REFERENCES singer);
    CREATE TABLE stadium (stadium_id INTEGER PRIMARY KEY, location TEXT, capacity INTEGER);
    CREATE TABLE log (written TEXT, level TEXT);`,
  shop: `
    CREATE TABLE customer (id INTEGER PRIMARY KEY, fullName TEXT);
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customer(id), total_amount REAL);`,
};

const catalogs: Readonly<Record<string, Catalog>> = {
  music: (await catalogFromDdl(ddl.music, 'sqlite')).catalog,
  shop: (await catalogFromDdl(ddl.shop, 'sqlite')).catalog,
};

const music = { datasources: ['music'] };

describe('createSchemaRetriever', () => {
  it('sends what the words name, with keys', async () => {
    const { retrieve } = createSchemaRetriever({ catalogs, options: { expandForeignKeys: false } });
    expect(await retrieve('What is the capacity of each stadium?', music)).toEqual({
      stadium: ['stadium_id', 'location', 'capacity'],
    });
  });

  it('brings the table that joins what was found, and not one that joins nothing', async () => {
    const options = { maxTables: 3, minScore: 0.5 };
    const { retrieve } = createSchemaRetriever({ catalogs, options });
    const record = await retrieve('countries of singers and locations of stadiums', music);
    expect(Object.keys(record)).toContain('stadium');
    expect(Object.keys(record)).toContain('singer');
    expect(Object.keys(record)).not.toContain('log');
    const all = await createSchemaRetriever({ catalogs }).retrieve('singers by country', music);
    expect(Object.keys(all)).toEqual(['singer', 'singer_in_concert', 'concert']);
  });

  it('joins tables over two that lie between them when there is room', async () => {
    const ask = (maxTables: number) =>
      createSchemaRetriever({ catalogs, options: { maxTables, minScore: 0.4 } }).retrieve(
        'country location',
        music,
      );
    expect(Object.keys(await ask(4)).sort()).toEqual(['concert', 'singer', 'singer_in_concert', 'stadium']);
    expect(Object.keys(await ask(2)).sort()).toEqual(['singer', 'stadium']);
  });

  it.each([1, 2, 3])('keeps to %i tables', async (maxTables) => {
    const { retrieve } = createSchemaRetriever({ catalogs, options: { maxTables } });
    expect(Object.keys(await retrieve('concert singer stadium name', music))).toHaveLength(maxTables);
  });

  it('keeps joining keys, then primary keys, then what was found, when few columns fit', async () => {
    const ask = (maxColumns: number) =>
      createSchemaRetriever({
        catalogs,
        options: { maxTables: 2, maxColumns, expandForeignKeys: false },
      }).retrieve('total amount of customers', { datasources: ['shop'] });
    expect(await ask(2)).toEqual({ customer: ['id'], orders: ['customer_id'] });
    expect(await ask(4)).toEqual({ customer: ['id'], orders: ['id', 'customer_id', 'total_amount'] });
  });

  it('finds by values, which names alone do not', async () => {
    const samples = { music: { singer: { country: ['France', 'United States'] } } };
    const question = 'how many from France';
    const options = { maxTables: 1 };
    const found = await createSchemaRetriever({ catalogs, samples, options }).retrieve(question, music);
    expect(Object.keys(found)).toEqual(['singer']);
    const blind = await createSchemaRetriever({ catalogs, options }).retrieve(question, music);
    expect(Object.keys(blind)).not.toEqual(['singer']);
  });

  it('finds by comments', async () => {
    const commented: Catalog = {
      dialect: 'sqlite',
      tables: catalogs.music!.tables.map((table) =>
        table.name === 'log' ? { ...table, comment: 'Audit trail' } : table,
      ),
    };
    const { retrieve } = createSchemaRetriever({ catalogs: { music: commented } });
    expect(await retrieve('audit trails')).toEqual({ log: ['written', 'level'] });
  });

  it('finds by synonyms of several words', async () => {
    const options = { synonyms: { 'how big': ['capacity'] }, maxTables: 1, expandForeignKeys: false };
    const { retrieve } = createSchemaRetriever({ catalogs, options });
    expect(await retrieve('How big are they?', music)).toHaveProperty('stadium');
    const revenue = createSchemaRetriever({
      catalogs,
      options: { synonyms: { 'net revenue': ['total amount'] }, maxTables: 1 },
    });
    expect(await revenue.retrieve('net revenues', { datasources: ['shop'] })).toHaveProperty('orders');
    expect(await revenue.route('net revenues')).toEqual(['shop', 'music']);
  });

  it('sends any tables, by name, when no word is found', async () => {
    const { retrieve } = createSchemaRetriever({
      catalogs,
      options: { maxTables: 2, expandForeignKeys: false },
    });
    expect(Object.keys(await retrieve('xyzzy', music))).toEqual(['concert', 'log']);
  });

  it('routes by the words of tables, columns and values, and orders equals by name', async () => {
    const { route, retrieve } = createSchemaRetriever({ catalogs });
    expect(await route('total amount of orders')).toEqual(['shop', 'music']);
    expect(await route('stadium')).toEqual(['music', 'shop']);
    expect(await route('xyzzy')).toEqual(['music', 'shop']);
    expect(Object.keys(await retrieve('total amount of orders'))).toEqual(['orders', 'customer']);
  });

  it('takes the tables of as many datasources as it may', async () => {
    const ask = (maxDatasources: number) =>
      createSchemaRetriever({ catalogs, options: { maxDatasources } }).select('names of customers');
    const datasources = async (count: number) => {
      const found = await ask(count);
      return found.kind === 'found' ? [...new Set(found.tables.map(({ datasource }) => datasource))] : [];
    };
    expect(await datasources(1)).toEqual(['shop']);
    expect(await datasources(2)).toEqual(['shop', 'music']);
  });

  it('gives the same again, and whatever the order of the catalogue', async () => {
    const turned: Catalog = { dialect: 'sqlite', tables: [...catalogs.music!.tables].reverse() };
    const question = 'names of concerts of singers';
    const one = await createSchemaRetriever({ catalogs }).retrieve(question, music);
    const other = await createSchemaRetriever({ catalogs: { music: turned } }).retrieve(question, music);
    expect(Object.entries(one)).toEqual(Object.entries(other));
  });

  it.each([
    { maxTables: 0 },
    { maxColumns: 1.5 },
    { minScore: 2 },
    { sampleValues: -1 },
    { maxDatasources: 0 },
  ])('refuses %j', (options) => {
    expect(() => createSchemaRetriever({ catalogs, options })).toThrow(
      expect.objectContaining({ code: 'E_RETRIEVAL_OPTIONS', where: Object.keys(options)[0] }),
    );
  });

  it('refuses a datasource that is not there', async () => {
    const asking = createSchemaRetriever({ catalogs }).retrieve('a', { datasources: ['bank'] });
    const error = (await asking.catch((thrown) => thrown)) as SqlassayError;
    expect(error.code).toBe('E_DATASOURCE_UNKNOWN');
    expect(error.advice).toContain('music, shop');
  });

  it('reads a schema when it is needed, and again when that failed', async () => {
    const read: string[] = [];
    let down = true;
    const { retrieve, route } = createSchemaRetriever({
      sources: {
        names: ['music', 'shop'],
        async get(name) {
          read.push(name);
          if (down) throw new Error('it is down');
          return { catalog: catalogs[name]! };
        },
      },
    });
    await expect(retrieve('singer', music)).rejects.toThrow('it is down');
    down = false;
    await retrieve('singer', music);
    await retrieve('stadium', music);
    expect(read).toEqual(['music', 'music']);
    await route('singer');
    expect(read).toEqual(['music', 'music', 'shop']);
  });
});

describe('with an embedder', () => {
  /** Two directions: what makes music, and everything else. */
  const vector = (text: string): number[] => (/vocalist|singer/.test(text) ? [1, 0.1] : [0.2, 1]);
  function embedder(failure?: LlmFailure): Embedder & { readonly asked: string[][] } {
    const asked: string[][] = [];
    return {
      model: 'stub/vectors',
      price: { input: 1, output: 0 },
      asked,
      async embed(texts) {
        asked.push([...texts]);
        if (failure !== undefined) return failure;
        const usage = { inputTokens: texts.length, outputTokens: 0 };
        return { vectors: texts.map(vector), usage, costUsd: texts.length };
      },
    };
  }

  it('finds what no word names, and embeds the schema once', async () => {
    const stub = embedder();
    const retriever = createSchemaRetriever({ catalogs, embedder: stub, options: { maxTables: 1 } });
    const first = await retriever.select('vocalists', music);
    const second = await retriever.select('vocalists', music);
    if (first.kind === 'failed' || second.kind === 'failed') throw new Error('it failed');
    expect(first.tables.map(({ name }) => name)).toEqual(['singer']);
    expect(first.spent.costUsd).toBeGreaterThan(0);
    // The same question again is not asked again.
    expect(second.spent).toEqual({});
    expect(stub.asked.filter(([text]) => text !== 'vocalists')).toHaveLength(2);
    expect(await retriever.route('vocalists')).toEqual(['music', 'shop']);
  });

  it('keeps what words found beside it', async () => {
    const { retrieve } = createSchemaRetriever({ catalogs, embedder: embedder(), options: { maxTables: 3 } });
    expect(Object.keys(await retrieve('stadium vocalists', music))).toContain('stadium');
  });

  it('says when it could not be asked, and never goes on without it', async () => {
    const failure: LlmFailure = { failure: 'rate_limited', message: 'slow down' };
    const retriever = createSchemaRetriever({ catalogs, embedder: embedder(failure) });
    expect(await retriever.select('singer', music)).toEqual({ kind: 'failed', failure });
    await expect(retriever.retrieve('singer', music)).rejects.toThrow(/rate_limited.*slow down/);
    await expect(retriever.route('singer')).rejects.toThrow('slow down');
  });

  it('takes a wrong number of vectors as a failure', async () => {
    const { select } = createSchemaRetriever({
      catalogs,
      embedder: { ...embedder(), embed: async () => ({ vectors: [[1]] }) },
    });
    expect(await select('singer', music)).toMatchObject({
      kind: 'failed',
      failure: { failure: 'malformed', message: '1 vectors came back for 5 texts' },
    });
  });
});
