import { statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { SqlassayError } from '../types/index.js';
import type { DatabaseSource } from './embedded/protocol.js';
import type { EmbeddedConfig } from './platform-drivers.js';

const placeholder = '{db_id}';

/**
 * Where a datasource's database is, with the case's database in the place of `{db_id}`.
 * Throws `E_DB_ID_INVALID` and `E_DATABASE_MISSING`.
 */
export function datasourceSource(name: string, config: EmbeddedConfig, dbId?: string): DatabaseSource {
  if ('scripts' in config) {
    for (const file of config.scripts) requireFile(name, file);
    return { kind: 'scripts', files: config.scripts };
  }
  const path = withDbId(name, config.path, dbId);
  requireFile(name, path);
  return { kind: 'file', path };
}

function withDbId(name: string, template: string, dbId: string | undefined): string {
  if (!template.includes(placeholder)) return template;
  if (dbId === undefined) {
    throw new SqlassayError('E_DB_ID_INVALID', {
      what: `The datasource holds many databases, and the case does not say which`,
      where: `datasources.${name}`,
      advice: `Give the case a db_id, or write a path without ${placeholder}.`,
    });
  }
  const path = resolve(template.replaceAll(placeholder, dbId));
  const root = resolve(template.slice(0, template.indexOf(placeholder)), '.');
  const inside = relative(root.endsWith(sep) ? root : folderOf(template), path);
  if (
    !/^[^/\\\0]+$/.test(dbId) ||
    dbId === '.' ||
    dbId === '..' ||
    inside.startsWith('..') ||
    isAbsolute(inside)
  ) {
    throw new SqlassayError('E_DB_ID_INVALID', {
      what: `${JSON.stringify(dbId)} is not the name of a database`,
      where: `datasources.${name}`,
      advice: 'A db_id is one name, without slashes, and stays inside the folder the path begins with.',
    });
  }
  return path;
}

function folderOf(template: string): string {
  const before = template.slice(0, template.indexOf(placeholder));
  return resolve(before.slice(0, before.lastIndexOf('/') + 1));
}

function requireFile(name: string, path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return;
  throw new SqlassayError('E_DATABASE_MISSING', {
    what: `There is no file ${path}`,
    where: `datasources.${name}`,
    advice: 'Correct the path (it is relative to the suite file), or make the database first.',
  });
}
