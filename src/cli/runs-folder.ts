import { join, resolve } from 'node:path';
import type { Flags } from './flags/resolve-flags.js';
import type { Project } from './open-project.js';

/** Where the journals of a project's runs are kept. */
export function runsFolderOf(
  { runsFolder }: Pick<Flags, 'runsFolder'>,
  { folder, config }: Pick<Project, 'folder' | 'config'>,
  workingFolder: string,
): string {
  if (runsFolder === undefined) return join(folder, '.sqlassay', 'runs');
  // What the config file says is relative to it, what the command line says to where it was typed.
  return resolve(runsFolder === config.runsFolder ? folder : workingFolder, runsFolder);
}
