import { dirname, resolve } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { type Case, type SourceLocation, SqlassayError } from '../../types/index.js';
import { readBenchmark } from '../benchmarks/read-benchmark.js';
import type { SuiteProblem } from '../problem.js';
import { caseSchema } from '../schema/case.js';
import { type BenchmarkSource, benchmarkSourceSchema } from '../schema/case-source.js';
import { readValue } from '../schema/read-value.js';
import { type Path, readYaml, type YamlSource } from '../yaml/yaml-source.js';
import type { LocatedCase } from './located-case.js';
import { readText } from './read-text.js';

interface LoadedCases {
  readonly cases: readonly LocatedCase[];
  readonly problems: readonly SuiteProblem[];
}

/** Loads the cases of every entry under `cases`: inline cases, files and globs of files, and benchmarks' own files. */
export async function loadCases(suite: YamlSource): Promise<LoadedCases> {
  const entries: unknown = (suite.value as { cases?: unknown } | null)?.cases;
  if (!Array.isArray(entries)) return { cases: [], problems: [] };
  const seen = new Set<string>();
  const loaded: LoadedCases[] = [];
  for (const [index, entry] of entries.entries()) {
    const path = ['cases', index];
    if (typeof entry === 'string')
      loaded.push(await loadFiles(entry, dirname(suite.file), suite.at(path), seen));
    else if (isBenchmark(entry)) loaded.push(await loadBenchmarkEntry(entry, suite, path));
    else loaded.push(readCase(entry, suite, path));
  }
  return {
    cases: loaded.flatMap(({ cases }) => cases),
    problems: loaded.flatMap(({ problems }) => problems),
  };
}

function isBenchmark(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && 'format' in entry;
}

function readCase(value: unknown, source: YamlSource, path: Path): LoadedCases {
  const at = (inner: Path): SourceLocation => source.at([...path, ...inner]);
  const { value: read, problems } = readValue(caseSchema, value, source, path);
  const cases = read === undefined ? [] : [{ value: { ...read, source: at([]) }, at }];
  return { cases, problems };
}

async function loadFiles(
  pattern: string,
  folder: string,
  location: SourceLocation,
  seen: Set<string>,
): Promise<LoadedCases> {
  const files = await expand(pattern, folder);
  if (files.length === 0) return failed(`No file matches "${pattern}"`, location);
  const loaded = await Promise.all(
    files.filter((file) => !seen.has(file)).map((file) => loadFile(file, location)),
  );
  for (const file of files) seen.add(file);
  return {
    cases: loaded.flatMap(({ cases }) => cases),
    problems: loaded.flatMap(({ problems }) => problems),
  };
}

/** Files in the order of their names, so that a suite is the same on every machine. */
async function expand(pattern: string, folder: string): Promise<string[]> {
  if (!isDynamicPattern(pattern)) return [resolve(folder, pattern)];
  const found = await glob(pattern, {
    cwd: folder,
    absolute: true,
    onlyFiles: true,
    expandDirectories: false,
  });
  return found.map((file) => resolve(file)).sort();
}

async function loadFile(file: string, location: SourceLocation): Promise<LoadedCases> {
  const read = await readText(file);
  if ('problem' in read) return failed(read.problem, location);
  const { source, problems } = readYaml(file, read.text);
  if (problems.length > 0) return { cases: [], problems };
  if (!Array.isArray(source.value)) return failed('A file of cases is a list of cases', source.at([]));
  const loaded = source.value.map((value, index) => readCase(value, source, [index]));
  return {
    cases: loaded.flatMap(({ cases }) => cases),
    problems: loaded.flatMap((item) => item.problems),
  };
}

async function loadBenchmarkEntry(entry: unknown, suite: YamlSource, path: Path): Promise<LoadedCases> {
  const { value, problems } = readValue(benchmarkSourceSchema, entry, suite, path);
  if (value === undefined) return { cases: [], problems };
  try {
    return { cases: await benchmarkCases(value, suite, path), problems: [] };
  } catch (error) {
    if (!SqlassayError.is(error)) throw error;
    return failed(error.message, suite.at([...path, 'path']));
  }
}

async function benchmarkCases(entry: BenchmarkSource, suite: YamlSource, path: Path): Promise<LocatedCase[]> {
  const folder = dirname(suite.file);
  const { cases } = await readBenchmark({
    format: entry.format,
    path: resolve(folder, entry.path),
    ...(entry.gold === undefined ? {} : { gold: resolve(folder, entry.gold) }),
    ...(entry.tables === undefined ? {} : { tables: resolve(folder, entry.tables) }),
  });
  return cases.map((item) => {
    const tags = [...(item.tags ?? []), ...(entry.tags ?? [])];
    const value: Case = {
      ...item,
      ...(entry.datasource === undefined ? {} : { datasources: [entry.datasource] }),
      ...(tags.length === 0 ? {} : { tags }),
    };
    return { value, at: () => item.source ?? suite.at(path) };
  });
}

function failed(message: string, location: SourceLocation): LoadedCases {
  return { cases: [], problems: [{ message, location }] };
}
