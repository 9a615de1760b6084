import { closeSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { createPlatforms, openPlatform, type PlatformSettings } from '../platforms/index.js';
import { type DatasourceConfig, type Platform, SqlassayError } from '../types/index.js';

/** Opens a database by its file or its address, from a folder, or as a suite describes it. */
export async function openDatasource(
  named: string | DatasourceConfig,
  folder: string,
  settings: PlatformSettings,
  dbId?: string,
): Promise<Platform> {
  if (typeof named === 'string') return openPlatform(configOf(named, folder), settings);
  const platforms = createPlatforms({ ...settings, datasources: { datasource: named } });
  const platform = await platforms.get('datasource', dbId);
  const close = platform.close.bind(platform);
  let isOpen = true;
  // Closing them closes this one too.
  platform.close = () => {
    if (!isOpen) return close();
    isOpen = false;
    return platforms.close();
  };
  return platform;
}

/** Whether a text names a database by itself, and is not a datasource's name. */
export function isAddress(text: string): boolean {
  return /^[a-z]+:\/\//i.test(text) || /[./\\]/.test(text);
}

function configOf(address: string, folder: string): DatasourceConfig {
  const scheme = /^([a-z]+):\/\//i.exec(address)?.[1]?.toLowerCase();
  if (scheme === 'postgres' || scheme === 'postgresql') return { kind: 'postgres', url: address };
  if (scheme === 'mysql' || scheme === 'mariadb') return { kind: 'mysql', url: address };
  if (scheme !== undefined) throw unusable(`${scheme}://`, 'Its scheme is not one of postgres, mysql');
  const path = resolve(folder, address);
  return { kind: kindOf(path), path };
}

/** Files of the two engines say what they are. */
function kindOf(path: string): 'sqlite' | 'duckdb' {
  const head = Buffer.alloc(16);
  try {
    const file = openSync(path, 'r');
    readSync(file, head, 0, 16, 0);
    closeSync(file);
  } catch {
    throw unusable(path, 'The file cannot be read');
  }
  if (head.subarray(0, 15).toString('latin1') === 'SQLite format 3') return 'sqlite';
  if (head.subarray(8, 12).toString('latin1') === 'DUCK') return 'duckdb';
  throw unusable(path, 'It is neither a SQLite nor a DuckDB file');
}

function unusable(where: string, what: string): SqlassayError {
  return new SqlassayError('E_CLI_USAGE', {
    what,
    where,
    advice: 'Give a datasource of a suite, a database file, or a postgres:// or mysql:// address.',
  });
}
