import { loadModule } from '../modules/index.js';
import { type ScorerFactory, SqlassayError } from '../types/index.js';
import { checkFactory } from './check-factory.js';
import type { PluginScorer } from './find-plugins.js';

/**
 * Imports a plugin's factory.
 *
 * @throws E_SCORER_PLUGIN when the package does not give what it declares, E_SCORER_VERSION for another interface
 */
export async function loadPlugin(plugin: PluginScorer): Promise<ScorerFactory> {
  const where = `scorer "${plugin.name}" of ${plugin.from}`;
  if ('problem' in plugin.target)
    throw broken(where, `The scorer cannot be loaded: ${plugin.target.problem}`);
  const { file, exportName } = plugin.target;
  const exports = await loadModule(file, (reason, cause) =>
    broken(where, `Its module ${file} could not be loaded: ${reason}`, cause),
  );
  const factory =
    exports[exportName] ?? (exports.default as Record<string, unknown> | undefined)?.[exportName];
  if (factory === undefined) throw broken(where, `Its module ${file} has no export "${exportName}"`);
  return checkFactory(plugin.name, factory, plugin.from);
}

function broken(where: string, what: string, cause?: unknown): SqlassayError {
  return new SqlassayError('E_SCORER_PLUGIN', {
    what,
    where,
    advice:
      'The package declares it under "sqlassay": { "scorers": { "name": "./file.js#export" } }; update it, or tell its author.',
    cause,
  });
}
