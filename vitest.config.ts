import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { ensureGenerated } from './scripts/lib/generated.mjs'

await ensureGenerated()

/**
 * Two projects: `unit` is pure and needs nothing; `api` runs against the embedded PostgreSQL. The files that a worker runs
 * share their modules: much of the time went into loading them anew (decision 151).
 */
const shared = { isolate: false, setupFiles: ['server/src/testing/put-back.ts'] }

/** Short files that run long: servers start and end in them, or many calls at once, and the last ones would run alone. */
const LONG =
  /\/server\/src\/(main|kill|several-servers|rental\/instalment\/many|booking\/order\/races|money\/payment\/online\/killed|laws\/stall)\.test\.ts$/

/** Where nothing is known of earlier runs, the runner begins with the largest files. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isShort = ({ moduleId }: TestSpecification) => Number(!LONG.test(moduleId))
    return sorted.sort((a, b) => isShort(a) - isShort(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          ...shared,
          // The runner would leave one core to itself; it has nothing to do once a few files are read.
          maxWorkers: availableParallelism(),
          include: [
            'packages/*/src/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'server/src/**/*.unit.test.ts',
            'server/bench/**/*.test.ts',
            'server/cluster/**/*.test.ts',
            'server/prove/**/*.test.ts',
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
          testTimeout: 90_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 60_000, interval: 20 } },
          // A third of a worker waits for PostgreSQL, and PostgreSQL for it: three keep two cores busy.
          maxWorkers: 3,
        },
      },
    ],
  },
})
