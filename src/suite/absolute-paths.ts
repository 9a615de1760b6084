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

/** The gate with its baseline's path made absolute from a folder. */
export function absoluteGate(gate: GateSettings, folder: string): GateSettings {
  return gate.baseline === undefined ? gate : { ...gate, baseline: resolve(folder, gate.baseline) };
}
