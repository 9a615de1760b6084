import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ExportedNames, exportedNames } from './exported-names.js';

const require = createRequire(import.meta.url);
const built = (name: string): string => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));

/** Vitest itself cannot be loaded by `require`, so neither can the entry that uses it. */
const entries = [
  { entry: 'index', commonJs: true },
  { entry: 'vitest', commonJs: false },
  { entry: 'jest', commonJs: true },
  { entry: 'node-test', commonJs: true },
];

let names: ReadonlyMap<string, ExportedNames>;
beforeAll(() => {
  names = exportedNames(entries.flatMap(({ entry }) => [built(`${entry}.d.mts`), built(`${entry}.d.cts`)]));
});

describe.each(entries)('the built entry $entry', ({ entry, commonJs }) => {
  it('exports these names', () => {
    expect(names.get(built(`${entry}.d.mts`))).toMatchSnapshot();
  });

  it('has a value for each name that is no type', async () => {
    const loaded: object = await import(built(`${entry}.mjs`));
    expect(Object.keys(loaded).sort()).toEqual(names.get(built(`${entry}.d.mts`))?.values);
  });

  it('declares the same for CommonJS', () => {
    expect(names.get(built(`${entry}.d.cts`))).toEqual(names.get(built(`${entry}.d.mts`)));
  });

  it.runIf(commonJs)('has the same values in CommonJS', () => {
    const loaded: object = require(built(`${entry}.cjs`));
    expect(Object.keys(loaded).sort()).toEqual(names.get(built(`${entry}.d.cts`))?.values);
  });
});
