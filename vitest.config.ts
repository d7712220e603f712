import { defineConfig } from 'vitest/config'

/**
 * Two projects: `unit` is pure and needs nothing; `api` runs against the embedded PostgreSQL. The files that a worker of `unit`
 * runs share their modules: most of the time went into loading them anew (decision 52).
 */
export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: ['server/src/testing/put-back.ts'],
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
