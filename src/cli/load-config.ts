import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadModule } from '../modules/index.js';
import { closestName } from '../registry/index.js';
import { type SqlassayConfig, SqlassayError } from '../types/index.js';
import { configSchema } from './config-schema.js';

/** A config and where it was found. */
export interface LoadedConfig {
  readonly config: SqlassayConfig;
  readonly file: string | null;
}

const names = ['ts', 'mts', 'js', 'mjs', 'json'].map((extension) => `sqlassay.config.${extension}`);

/**
 * The config file of a folder, or an empty config without one.
 *
 * @throws SqlassayError E_CONFIG_FILE
 */
export async function loadConfig(folder: string): Promise<LoadedConfig> {
  const found = names.map((name) => join(folder, name)).filter(existsSync);
  const [file, second] = found;
  if (file === undefined) return { config: {}, file: null };
  if (second !== undefined) throw invalid(file, `${second} is there too`, 'Keep one of them.');
  const exports = await loadModule(file, (message, cause) =>
    invalid(file, `It could not be loaded: ${message}`, 'Correct it, or remove it.', cause),
  );
  const exported: unknown = exports.default ?? exports;
  const parsed = configSchema.safeParse(exported);
  if (parsed.success) return { config: parsed.data, file };
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    const suggestion = closestName(key, Object.keys(configSchema.shape));
    const hint = suggestion === undefined ? '' : `Did you mean "${suggestion}"? `;
    const known = `The keys are ${Object.keys(configSchema.shape).join(', ')}.`;
    throw invalid(file, `There is no setting "${key}"`, `${hint}${known}`);
  }
  throw invalid(file, `${issue?.path.join('.') || 'The default export'}: ${issue?.message}`, 'Correct it.');
}

function invalid(where: string, what: string, advice: string, cause?: unknown): SqlassayError {
  return new SqlassayError('E_CONFIG_FILE', { what, where, advice, cause });
}
