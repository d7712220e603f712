import { defineConfig } from 'vitest/config'

/** Two projects: `unit` is pure and needs nothing; `api` runs against the embedded PostgreSQL. */
export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'server/src/**/*.unit.test.ts',
            'server/bench/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/src/**/*.test.ts'],
          exclude: ['server/src/**/*.unit.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
