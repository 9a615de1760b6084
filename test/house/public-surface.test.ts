import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { exportedNames } from './exported-names.js';

const root = new URL('../../', import.meta.url);
const require = createRequire(import.meta.url);

/** Vitest itself cannot be loaded by `require`, so neither can the entry that uses it. */
const entries = [
  { entry: 'index', commonJs: true },
  { entry: 'vitest', commonJs: false },
  { entry: 'jest', commonJs: true },
  { entry: 'node-test', commonJs: true },
];

describe.each(entries)('the built entry $entry', ({ entry, commonJs }) => {
  it('exports these names', () => {
    const declarations = fileURLToPath(new URL(`dist/${entry}.d.mts`, root));
    expect(exportedNames(declarations, readFileSync(declarations, 'utf8'))).toMatchSnapshot();
  });

  it('has a value for each name that is no type', async () => {
    const declarations = fileURLToPath(new URL(`dist/${entry}.d.mts`, root));
    const { values } = exportedNames(declarations, readFileSync(declarations, 'utf8'));
    const loaded: object = await import(new URL(`dist/${entry}.mjs`, root).href);
    expect(Object.keys(loaded).sort()).toEqual(values);
  });

  it.runIf(commonJs)('exports the same from CommonJS', () => {
    const declarations = fileURLToPath(new URL(`dist/${entry}.d.cts`, root));
    const { values } = exportedNames(declarations, readFileSync(declarations, 'utf8'));
    const loaded: object = require(fileURLToPath(new URL(`dist/${entry}.cjs`, root)));
    expect(Object.keys(loaded).sort()).toEqual(values);
  });
});
