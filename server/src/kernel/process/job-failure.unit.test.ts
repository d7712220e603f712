import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createMetrics } from '../http/metrics.ts'
import { jobFailed } from './job-failure.ts'

it('tells a failure by the log and by the metric that an alert asks for', async () => {
  const metrics = createMetrics({ disk: { free: async () => 0 }, pools: {} as never, backupDir: undefined })
  const lines: unknown[] = []
  const log = { error: (...line: unknown[]) => lines.push(line) } as never
  const err = new Error('broken')
  jobFailed({ metrics, log }, 'auditChain', err, { merchantId: '7' })
  expect(lines).toEqual([[{ err, job: 'auditChain', merchantId: '7' }, 'job failed']])
  expect((await metrics.jobFailures.get()).values).toEqual([{ labels: { work: 'auditChain' }, value: 1 }])
})

it('no work of a schedule logs a failure that is not counted', () => {
  const src = join(import.meta.dirname, '../..')
  const logging = globSync('**/*.ts', { cwd: src })
    .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('testing/'))
    .filter((path) => readFileSync(join(src, path), 'utf8').includes("'job failed'"))
  expect(logging).toEqual(['kernel/process/job-failure.ts'])
})
