import { defineConfig } from 'vitest/config';

const slow = { testTimeout: 60_000, hookTimeout: 120_000, globalSetup: './test/setup/services.ts' };

/** unit: beside the code, no I/O. integration: real Postgres and Redis. e2e: real processes, one file at a time. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['packages/**/*.test.ts', 'apps/**/*.test.ts'], exclude: ['**/*.int.test.ts', '**/node_modules/**'] } },
      { test: { name: 'integration', include: ['packages/**/*.int.test.ts', 'test/integration/**/*.test.ts'], exclude: ['**/node_modules/**'], fileParallelism: false, ...slow } },
      { test: { name: 'e2e', include: ['test/e2e/**/*.test.ts', 'test/faults/**/*.test.ts'], fileParallelism: false, ...slow } },
    ],
  },
});
