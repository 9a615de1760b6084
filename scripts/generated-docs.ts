import { renderCliDocs } from '../src/cli/index.js';
import { suiteJsonSchema } from '../src/suite/index.js';

/** The files under `docs/` that are made from code, as they should be. */
export function generatedDocs(): Readonly<Record<string, string>> {
  return {
    'docs/cli.md': renderCliDocs(),
    'docs/evals.schema.json': `${JSON.stringify(suiteJsonSchema(), null, 2)}\n`,
  };
}
