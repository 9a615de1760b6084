import { defineConfig } from 'tsdown';

/** The benches are bundled like the package, so that no loader of TypeScript is measured. Paths start from this folder. */
export default defineConfig({
  entry: { main: 'main.ts', piece: 'piece.ts' },
  format: ['esm'],
  platform: 'node',
  target: 'node20.19',
  tsconfig: '../tsconfig.json',
  dts: false,
  logLevel: 'error',
  outDir: '../.bench',
  clean: true,
});
