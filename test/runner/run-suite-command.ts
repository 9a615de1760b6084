import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = new URL('../../dist/index.mjs', import.meta.url);
const source = new URL('../../src/index.ts', import.meta.url);
const loader = new URL('../../node_modules/jiti/lib/jiti-register.mjs', import.meta.url);
const script = fileURLToPath(new URL('run-suite.mjs', import.meta.url));

/** Arguments of Node.js that run a suite in a process of its own: from the build where there is one, else the source. */
export const runSuiteCommand: readonly string[] = existsSync(built)
  ? [script, built.href]
  : ['--import', loader.href, script, source.href];
