import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { writing } from '../../modules/index.js';
import { SqlassayError } from '../../types/index.js';
import { starterFiles } from '../starter/starter-files.js';
import type { CommandAction } from './command-action.js';

/** `sqlassay init`: writes all of the files or none. */
export const initCommand: CommandAction = async ({ argument, io }) => {
  const folder = resolve(io.folder, argument);
  const paths = Object.keys(starterFiles);
  const taken = paths.filter((path) => existsSync(join(folder, path)));
  if (taken.length > 0) {
    throw new SqlassayError('E_INIT_EXISTS', {
      what: `${taken.join(', ')} ${taken.length === 1 ? 'is' : 'are'} there already, and nothing was written`,
      where: folder,
      advice: 'Name another folder, such as `sqlassay init evals`, or move what is there away.',
    });
  }
  for (const [path, text] of Object.entries(starterFiles)) {
    const file = join(folder, path);
    await writing(file, async () => {
      await mkdir(dirname(file), { recursive: true });
      // `wx`: a file that appeared in the meantime is not overwritten either.
      await writeFile(file, text, { flag: 'wx' });
    });
  }
  const shown = relative(io.folder, folder);
  for (const path of paths) io.stdout.write(`wrote ${join(shown, path)}\n`);
  io.stderr.write(`\nrun it: npx sqlassay run${shown === '' ? '' : ` ${shown}`}\n`);
  return 0;
};
