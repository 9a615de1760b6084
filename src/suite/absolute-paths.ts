import { resolve } from 'node:path';
import type { DatasourceConfig, GateSettings, SolverConfig } from '../types/index.js';

/** The datasource with its paths made absolute from a folder. */
export function absoluteDatasource(datasource: DatasourceConfig, folder: string): DatasourceConfig {
  if ('url' in datasource) return datasource;
  return 'path' in datasource
    ? { ...datasource, path: resolve(folder, datasource.path) }
    : { ...datasource, scripts: datasource.scripts.map((script) => resolve(folder, script)) };
}

/** The solver's configuration with its path, if it has one, made absolute from a folder. */
export function absoluteSolver(solver: SolverConfig, folder: string): SolverConfig {
  return typeof solver.path === 'string' ? { ...solver, path: resolve(folder, solver.path) } : solver;
}

/** The gate with the paths of its baselines made absolute from a folder. */
export function absoluteGate(gate: GateSettings, folder: string): GateSettings {
  const { baseline } = gate;
  if (baseline === undefined) return gate;
  if (typeof baseline === 'string') return { ...gate, baseline: resolve(folder, baseline) };
  const byMode = Object.entries(baseline).map(([mode, path]) => [mode, resolve(folder, path)]);
  return { ...gate, baseline: Object.fromEntries(byMode) };
}
