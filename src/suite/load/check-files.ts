import { existsSync } from 'node:fs';
import type { Case, DatasourceConfig, SolverConfig } from '../../types/index.js';
import type { SuiteProblem } from '../problem.js';
import type { YamlSource } from '../yaml/yaml-source.js';

/** Finds files that a suite names and that are not there. Paths are absolute. */
export function checkFiles(
  suite: {
    readonly datasources: Readonly<Record<string, DatasourceConfig>>;
    readonly solver: SolverConfig | null;
  },
  source: YamlSource,
  cases: readonly Case[],
): SuiteProblem[] {
  const problems = Object.entries(suite.datasources).flatMap(([name, datasource]) => {
    if ('url' in datasource) return [];
    if ('scripts' in datasource) {
      return datasource.scripts.flatMap((file, index) =>
        existsSync(file) ? [] : [missing(file, source, ['datasources', name, 'scripts', index])],
      );
    }
    return databaseFiles(name, datasource.path, cases)
      .filter((file) => !existsSync(file))
      .map((file) => missing(file, source, ['datasources', name, 'path']));
  });
  const solverPath = suite.solver?.path;
  if (typeof solverPath === 'string' && !existsSync(solverPath))
    problems.push(missing(solverPath, source, ['solver', 'path']));
  return problems;
}

function databaseFiles(name: string, path: string, cases: readonly Case[]): string[] {
  if (!path.includes('{db_id}')) return [path];
  const ids = cases
    .filter(({ datasources }) => datasources?.includes(name))
    .flatMap(({ dbId }) => dbId ?? []);
  return [...new Set(ids)].map((id) => path.replaceAll('{db_id}', id));
}

function missing(file: string, source: YamlSource, path: readonly PropertyKey[]): SuiteProblem {
  return { message: `The file ${file} does not exist`, location: source.at(path) };
}
