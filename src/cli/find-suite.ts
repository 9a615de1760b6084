import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { closestName } from '../registry/index.js';
import { SqlassayError } from '../types/index.js';
import type { CliIo } from './cli-io.js';
import { commands } from './command-table.js';

/**
 * The suite file that an argument names: a file, or a folder that holds an evals.yaml.
 *
 * @throws SqlassayError E_CLI_UNKNOWN_COMMAND for a bare word that is no file, E_CLI_USAGE for a file that is not there
 */
export function findSuite(argument: string, { folder }: CliIo): string {
  const path = resolve(folder, argument);
  const kind = kindOf(path);
  if (kind === 'file') return path;
  const inside = join(path, 'evals.yaml');
  if (kind === 'folder' && kindOf(inside) === 'file') return inside;
  if (kind === null && /^[a-z][a-z-]*$/i.test(argument)) throw unknownCommand(argument);
  throw new SqlassayError('E_CLI_USAGE', {
    what: kind === 'folder' ? 'The folder holds no evals.yaml' : 'There is no such suite file',
    where: path,
    advice: 'Name a suite file, or write a new suite with `sqlassay init`.',
  });
}

function unknownCommand(word: string): SqlassayError {
  const names = commands.map(({ name }) => name);
  const suggestion = closestName(word, names);
  return new SqlassayError('E_CLI_UNKNOWN_COMMAND', {
    what: `There is no command "${word}", and no suite file of that name`,
    advice: `${suggestion === undefined ? '' : `Did you mean "${suggestion}"? `}The commands are ${names.join(', ')}.`,
  });
}

function kindOf(path: string): 'file' | 'folder' | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  return stats.isDirectory() ? 'folder' : 'file';
}
