import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // `npm test` builds first, and built entries start without a loader of TypeScript.
    env: process.env.npm_lifecycle_event === 'test' ? { SQLASSAY_ENTRIES: 'built' } : {},
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/consumers/fixtures/**', 'node_modules/**', 'dist/**'],
    pool: 'forks',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
});
