import { catalogFromBird, catalogFromSpiderTables } from '../../catalog/index.js';
import type { Case, Catalog } from '../../types/index.js';
import { benchmarkError, readBenchmarkFile } from './benchmark-error.js';
import { type GoldLine, readGoldLines } from './gold-file.js';
import { readJsonElements } from './json-elements.js';
import { caseOfQuestion, type Question, readQuestion } from './question.js';

export type BenchmarkFormat = 'spider' | 'bird' | 'jsonl';

/** Where a benchmark's files are; absolute paths. */
export interface BenchmarkFiles {
  readonly format: BenchmarkFormat;
  readonly path: string;
  readonly gold?: string;
  readonly tables?: string;
}

export interface Benchmark {
  readonly cases: readonly Case[];
  /** Catalogues by database id; empty without a file of tables. */
  readonly catalogs: ReadonlyMap<string, Catalog>;
}

interface Entry {
  readonly question: Question;
  readonly source: NonNullable<Case['source']>;
}

/**
 * Reads a benchmark's questions, gold queries and schemas, and makes sure that they belong together.
 *
 * @throws E_BENCHMARK_INVALID naming what does not fit: counts, database ids, doubled ids, malformed lines
 */
export async function readBenchmark(files: BenchmarkFiles): Promise<Benchmark> {
  const entries = await readEntries(files);
  const gold =
    files.gold === undefined
      ? null
      : readGoldLines(files.gold, await readBenchmarkFile(files.gold), entries.length);
  const cases = entries.map((entry, index) => readCase(files.format, entry, index, gold?.[index]));
  refuseDoubledIds(files.path, cases);
  const catalogs =
    files.tables === undefined ? new Map<string, Catalog>() : await readCatalogs(files.format, files.tables);
  if (files.tables !== undefined) {
    const unknown = cases.find(({ dbId }) => dbId !== undefined && !catalogs.has(dbId));
    if (unknown !== undefined)
      throw benchmarkError(
        files.tables,
        `It has no database "${unknown.dbId}", which case ${unknown.id} is on`,
      );
  }
  return { cases, catalogs };
}

async function readEntries({ format, path }: BenchmarkFiles): Promise<Entry[]> {
  const text = await readBenchmarkFile(path);
  const elements = format === 'jsonl' ? readLines(path, text) : readJsonElements(path, text);
  return elements.map(({ value, location }) => ({
    question: readQuestion(value, location),
    source: location,
  }));
}

function readLines(file: string, text: string) {
  return text.split('\n').flatMap((content, index) => {
    if (content.trim() === '') return [];
    const location = { file, line: index + 1, column: 1 };
    try {
      return [{ value: JSON.parse(content) as unknown, location }];
    } catch (cause) {
      throw benchmarkError(
        `${file}:${index + 1}`,
        `The line is not JSON: ${(cause as Error).message}`,
        cause,
      );
    }
  });
}

function readCase(format: BenchmarkFormat, entry: Entry, index: number, gold: GoldLine | undefined): Case {
  const { question, source } = entry;
  const id = idOf(format, entry, index);
  if (gold !== undefined && typeof question.db_id === 'string' && gold.dbId !== question.db_id) {
    throw benchmarkError(
      `${gold.location.file}:${gold.location.line}`,
      `The gold query is for database "${gold.dbId}", but case ${id} is on "${question.db_id}"`,
    );
  }
  return caseOfQuestion(question, { id, sql: gold?.sql ?? ownSql(format, question), source });
}

/** Spider numbers its questions by their place, from 0; BIRD has a question_id; a line of JSONL must have an id. */
function idOf(format: BenchmarkFormat, { question, source }: Entry, index: number): string {
  if (typeof question.id === 'string') return question.id;
  if (format === 'bird') return question.question_id ?? String(index);
  if (format === 'spider') return `spider_${String(index).padStart(4, '0')}`;
  throw benchmarkError(`${source.file}:${source.line}`, 'The line has no "id"');
}

function ownSql(format: BenchmarkFormat, { sql, query, SQL }: Question): string | undefined {
  if (format === 'spider') return query ?? undefined;
  if (format === 'bird') return SQL ?? undefined;
  return typeof sql === 'string' && sql.trim() !== '' ? sql : undefined;
}

function refuseDoubledIds(file: string, cases: readonly Case[]): void {
  const seen = new Set<string>();
  for (const { id } of cases) {
    if (seen.has(id)) throw benchmarkError(file, `The id "${id}" is there twice`);
    seen.add(id);
  }
}

async function readCatalogs(format: BenchmarkFormat, file: string): Promise<Map<string, Catalog>> {
  const toCatalog = format === 'bird' ? catalogFromBird : catalogFromSpiderTables;
  const elements = readJsonElements(file, await readBenchmarkFile(file));
  return new Map(
    elements.map(({ value }) => [String((value as { db_id?: unknown } | null)?.db_id), toCatalog(value)]),
  );
}
