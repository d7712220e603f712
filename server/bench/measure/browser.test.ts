import { describe, expect, it } from 'vitest'
import { verdictOf } from '../report/report.ts'
import { pageRows } from './browser.ts'

const run = (performance: number, benchmarkIndex: number, longTasks = 100) => ({
  performance,
  accessibility: 100,
  benchmarkIndex,
  bytes: 120_000,
  requests: 20,
  longTasks,
})
const rowOf = (audits: readonly ReturnType<typeof run>[], id: string) =>
  pageRows({ path: '/login', audits }).find((row) => row.id === `${id} /login`)!

describe('a page in Lighthouse', () => {
  it('has its score from the runs on a quick machine', () => {
    const row = rowOf([run(60, 700), run(95, 1200), run(93, 1100)], 'lighthouse.performance')
    expect(row.ours).toBe(95)
    expect(row.note).toBe('60、95、93；指数 700、1200、1100')
  })

  it('has no score on a slow one, but what it loads is judged all the same', () => {
    const audits = [run(60, 700), run(50, 650)]
    expect(verdictOf(rowOf(audits, 'lighthouse.performance'))).toBe('skipped')
    expect(verdictOf(rowOf(audits, 'page.bytes'))).toBe('ok')
    expect(verdictOf(rowOf(audits, 'page.requests'))).toBe('ok')
  })

  it('counts long tasks as on one and the same machine', () => {
    expect(rowOf([run(90, 500, 800)], 'page.longTasks').ours).toBe(400)
    expect(rowOf([run(90, 2000, 200)], 'page.longTasks').ours).toBe(400)
  })
})
