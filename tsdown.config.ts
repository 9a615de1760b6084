import { defineConfig } from 'tsdown';

const library = {
  index: 'src/index.ts',
  vitest: 'src/vitest/index.ts',
  jest: 'src/jest/index.ts',
  'node-test': 'src/node-test/index.ts',
};

/** p-limit is ESM only, and Jest on Node 20 cannot load such a package, so the builds carry it inside. */
const inlined = ['p-limit', 'yocto-queue'];

export default defineConfig([
  {
    entry: library,
    format: ['esm', 'cjs'],
    dts: true,
    platform: 'node',
    target: 'node20.19',
    shims: true,
    noExternal: inlined,
    outDir: 'dist',
    clean: true,
  },
  {
    // The worker and the child are found by path, so their names are fixed and they stand alone.
    entry: {
      'parser-worker': 'src/sql/worker/parser-worker.ts',
      'embedded-child': 'src/platforms/embedded/child/embedded-child.ts',
    },
    format: ['esm'],
    dts: false,
    platform: 'node',
    target: 'node20.19',
    outDir: 'dist/entries',
    clean: false,
    outExtensions: () => ({ js: '.mjs' }),
  },
  {
    entry: { cli: 'src/cli/main.ts' },
    format: ['esm'],
    dts: false,
    platform: 'node',
    target: 'node20.19',
    outDir: 'dist',
    clean: false,
    outExtensions: () => ({ js: '.mjs' }),
  },
]);
