import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**'];
/** Real servers: one file at a time, and no other project beside it. */
const real = {
  exclude,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  fileParallelism: false,
  globalSetup: './test/setup/services.ts',
};

/** unit: beside the code, no I/O. integration: real Postgres and Redis. e2e: real processes. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/**/src/**/*.test.ts', 'apps/**/src/**/*.test.ts'],
          exclude: [...exclude, '**/*.int.test.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...real,
          name: 'integration',
          include: [
            '{packages,apps}/**/*.int.test.ts',
            'test/setup/**/*.int.test.ts',
            'test/integration/**/*.test.ts',
          ],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...real,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/faults/**/*.test.ts'],
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
