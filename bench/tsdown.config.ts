import { defineConfig } from 'tsdown';

/** The benches are bundled like the package, so that no loader of TypeScript is measured. */
export default defineConfig({
  entry: { main: 'bench/main.ts', piece: 'bench/piece.ts' },
  format: ['esm'],
  platform: 'node',
  target: 'node20.19',
  dts: false,
  logLevel: 'error',
  outDir: '.bench',
  clean: true,
});
