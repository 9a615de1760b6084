import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { DatasourceConfig, Suite } from '../../types/index.js';
import { createSuite } from '../create-suite.js';
import { readBenchmark } from './read-benchmark.js';

/** Where Spider's or BIRD's files are. What is not given is looked for in the folder, under its published name. */
export interface BenchmarkLocation {
  /** The benchmark's own folder. */
  readonly folder?: string;
  /** The questions: `dev.json`. */
  readonly questions?: string;
  /** `tables.json` (Spider) or `dev_tables.json` (BIRD). */
  readonly tables?: string;
  /** The gold queries: `dev_gold.sql` (Spider) or `dev.sql` (BIRD). Default: those of the questions. */
  readonly gold?: string;
  /** The folder that holds `{db_id}/{db_id}.sqlite` for each database. */
  readonly databases?: string;
}

interface PublishedNames {
  readonly format: 'spider' | 'bird';
  readonly questions: string;
  readonly tables: string;
  readonly gold: string;
  readonly databases: string;
}

/**
 * Loads Spider as a suite: one case a question, one SQLite database a `db_id`, scored as Spider's own row comparison.
 *
 * @example
 * const suite = await loadSpider({ folder: 'spider' });
 * @throws E_BENCHMARK_INVALID when the files do not belong together, E_SCHEMA_FILE_INVALID for a malformed schema file
 */
export function loadSpider(location: BenchmarkLocation): Promise<Suite> {
  return load(location, {
    format: 'spider',
    questions: 'dev.json',
    tables: 'tables.json',
    gold: 'dev_gold.sql',
    databases: 'database',
  });
}

/**
 * Loads BIRD as a suite: one case a question, its id the `question_id`, scored as BIRD's own comparison of row sets.
 *
 * @example
 * const suite = await loadBird({ folder: 'bird/dev' });
 * @throws E_BENCHMARK_INVALID when the files do not belong together, E_SCHEMA_FILE_INVALID for a malformed schema file
 */
export function loadBird(location: BenchmarkLocation): Promise<Suite> {
  return load(location, {
    format: 'bird',
    questions: 'dev.json',
    tables: 'dev_tables.json',
    gold: 'dev.sql',
    databases: 'dev_databases',
  });
}

/** The database of a file of questions, and what the suite is to be called. */
export interface JsonlOptions {
  readonly datasource: DatasourceConfig;
  /** Default: the file's name. */
  readonly name?: string;
}

/**
 * Loads questions of one JSON object a line: `id`, `question` and `sql`, with `db_id`, `evidence`, `difficulty`,
 * `tags`, `alt_sql` and `order_matters` where they matter.
 *
 * @throws E_BENCHMARK_INVALID for a line that is not such an object, and for an id that is there twice
 */
export async function loadJsonl(file: string, { datasource, name }: JsonlOptions): Promise<Suite> {
  const path = resolve(file);
  const { cases } = await readBenchmark({ format: 'jsonl', path });
  return createSuite({
    name: name ?? basename(file, '.jsonl'),
    datasources: { main: datasource },
    scorers: [scoredBy('execution_accuracy')],
    cases,
  });
}

async function load(location: BenchmarkLocation, names: PublishedNames): Promise<Suite> {
  const folder = resolve(location.folder ?? '.');
  const optional = (given: string | undefined, name: string) => {
    if (given !== undefined) return resolve(given);
    const published = join(folder, name);
    return location.folder !== undefined && existsSync(published) ? published : undefined;
  };
  const gold = optional(location.gold, names.gold);
  const tables = optional(location.tables, names.tables);
  const { cases, catalogs } = await readBenchmark({
    format: names.format,
    path: location.questions === undefined ? join(folder, names.questions) : resolve(location.questions),
    ...(gold === undefined ? {} : { gold }),
    ...(tables === undefined ? {} : { tables }),
  });
  const databases =
    location.databases === undefined ? join(folder, names.databases) : resolve(location.databases);
  const datasource = { kind: 'sqlite' as const, path: join(databases, '{db_id}', '{db_id}.sqlite') };
  return createSuite({
    name: names.format,
    datasources: { [names.format]: datasource },
    scorers: [scoredBy(`execution_accuracy.${names.format}`)],
    cases,
    catalogs,
  });
}

function scoredBy(name: string) {
  return { use: name, as: name, with: {} };
}
