import { defineConfig } from 'tsdown';

/** These are ESM only, and Jest on Node 20 cannot load such a package, so the library carries them inside. */
const inlined = ['p-limit', 'stemmer', 'yocto-queue'];

const shared = {
  platform: 'node',
  target: 'node20.19',
  checks: { pluginTimings: false },
} as const;

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      vitest: 'src/vitest/index.ts',
      jest: 'src/jest/index.ts',
      'node-test': 'src/node-test/index.ts',
    },
    format: ['esm', 'cjs'],
    dts: true,
    // Modules find their files by `import.meta.url`, which CommonJS lacks.
    shims: true,
    deps: { alwaysBundle: inlined, onlyBundle: inlined },
    outDir: 'dist',
    clean: true,
    copy: [{ from: 'docs/evals.schema.json', to: 'dist' }],
  },
  {
    ...shared,
    // The worker and the child are found by path, so their names are fixed and they stand alone.
    entry: {
      'parser-worker': 'src/sql/worker/parser-worker.ts',
      'embedded-child': 'src/platforms/embedded/child/embedded-child.ts',
      'list-tests': 'src/testing/list-tests/list-tests.ts',
    },
    format: ['esm'],
    dts: false,
    deps: { onlyBundle: [] },
    outDir: 'dist/entries',
    clean: false,
  },
  {
    ...shared,
    entry: { cli: 'src/cli/main.ts' },
    format: ['esm'],
    dts: false,
    deps: { onlyBundle: [] },
    outDir: 'dist',
    clean: false,
  },
]);
