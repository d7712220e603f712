import { defineConfig } from 'vitest/config'

/**
 * Two projects: `unit` is pure and needs nothing; `api` runs against the embedded PostgreSQL. The files that a worker runs
 * share their modules: much of the time went into loading them anew (decision 52).
 */
const shared = { isolate: false, setupFiles: ['server/src/testing/put-back.ts'] }

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
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
          ...shared,
          include: ['server/src/**/*.test.ts'],
          exclude: ['server/src/**/*.unit.test.ts'],
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // A third of a worker waits for PostgreSQL, and PostgreSQL for it: three keep two cores busy.
          maxWorkers: 3,
        },
      },
    ],
  },
})
