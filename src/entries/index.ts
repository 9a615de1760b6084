import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SqlassayError } from '../types/index.js';

/** The files that run outside the main thread: the parser's worker, the embedded engines' child, and the list of tests. */
export type EntryName = 'parser-worker' | 'embedded-child' | 'list-tests';

/** Where an entry file is, and the Node flags it needs to load. */
export interface Entry {
  readonly path: string;
  readonly execArgv: readonly string[];
}

const sources: Record<EntryName, string> = {
  'parser-worker': 'src/sql/worker/parser-worker.ts',
  'embedded-child': 'src/platforms/embedded/child/embedded-child.ts',
  'list-tests': 'src/testing/list-tests/list-tests.ts',
};

/** Set to `built` to run the built entries from the sources too, as `npm test` does: they start faster. */
const entriesVariable = 'SQLASSAY_ENTRIES';

/**
 * Finds an entry file from the sources, from the ESM build and from the CommonJS build.
 *
 * The package's root is looked up from this module's own place, because bundlers rename outputs but leave
 * `new URL('./worker.js', import.meta.url)` as written.
 */
export function findEntry(name: EntryName): Entry {
  const here = dirname(fileURLToPath(import.meta.url));
  const root = packageRoot(here);
  const built = root === undefined ? undefined : join(root, 'dist', 'entries', `${name}.mjs`);
  const fromSource = process.env[entriesVariable] !== 'built';
  if (root !== undefined && fromSource && here.startsWith(join(root, 'src'))) {
    return { path: join(root, sources[name]), execArgv: ['--import', jitiRegister()] };
  }
  if (built !== undefined && existsSync(built)) return { path: built, execArgv: [] };
  throw new SqlassayError('E_ENTRY_NOT_FOUND', {
    what: `The file that runs the ${name} was not found`,
    where: here,
    advice:
      'If your code is bundled, mark "sqlassay" as external, so that its own files stay where they are.',
  });
}

function packageRoot(from: string): string | undefined {
  for (let dir = from; ; dir = dirname(dir)) {
    const manifest = join(dir, 'package.json');
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'sqlassay') return dir;
    if (dir === dirname(dir)) return undefined;
  }
}

/** TypeScript sources need a loader on Node 20; the built entries do not. */
function jitiRegister(): string {
  const jiti = createRequire(import.meta.url).resolve('jiti/package.json');
  return pathToFileURL(join(dirname(jiti), 'lib', 'jiti-register.mjs')).href;
}
