import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ledgerScript } from './generator/ledger.js';
import { tastingScript } from './generator/tasting.js';

/** Path, relative to this folder, to the text of each generated script; the same bytes every time. */
export function generatedFiles(seed = 20_250_308): ReadonlyMap<string, string> {
  return new Map([
    ['ledger/data.sql', ledgerScript(seed)],
    ['tasting/data.sql', tastingScript(seed + 1)],
  ]);
}

const here = fileURLToPath(import.meta.url);
if (process.argv[1] === here) {
  for (const [path, text] of generatedFiles()) writeFileSync(join(dirname(here), path), text);
}
