import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMetrics } from './kernel/http/metrics.ts'
import { type TestApp, testApp } from './testing/app.ts'

/* The alert rules and the dashboard of ops/monitoring ask for metrics that a server really has. promtool tries the rules (npm run ops -- --prove). */

const read = (...path: string[]) => readFileSync(join(import.meta.dirname, '../..', ...path), 'utf8')

let t: TestApp
let known: ReadonlySet<string>
beforeAll(async () => {
  t = await testApp({ env: { BACKUP_DIR: join(import.meta.dirname, 'no-backups-here') } })
  const { body } = await t.app.inject({ url: '/internal/metrics' })
  known = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!))
})
afterAll(() => t.close())

/** Names of metrics in expressions; those of a histogram are its name and what is counted. */
const metricsOf = (expressions: readonly string[]): string[] => [
  ...new Set(
    expressions
      .flatMap((text) => text.match(/\b(?:cheyi|nodejs|process)_\w+/g) ?? [])
      .map((name) => name.replace(/_(?:bucket|count|sum)$/, '')),
  ),
]

it('the alert rules ask for metrics of the server, and tell cause, effect and act', () => {
  const text = read('ops/monitoring/alerts.yml')
  const rules = text.split('- alert: ').slice(1)
  const asked = metricsOf(rules.map((rule) => /expr: (.*)/.exec(rule)![1]!))
  expect(asked.length).toBeGreaterThan(7)
  expect(asked.filter((name) => !known.has(name))).toEqual([])
  const sections = [...read('docs/night-call.md').matchAll(/^## (.*)$/gm)].map(([, name]) =>
    name!.toLowerCase().replaceAll(' ', '-'),
  )
  for (const rule of rules) {
    expect(rule).toMatch(/summary: .+\n\s+cause: .+\n\s+users: .+\n\s+act: .+\n/)
    expect(sections).toContain(/night-call\.md#(\S+)/.exec(rule)![1])
  }
})

it('the dashboard asks for metrics of the server', () => {
  const { panels } = JSON.parse(read('ops/monitoring/dashboard.json')) as { panels: { targets: { expr: string }[] }[] }
  const asked = metricsOf(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)))
  expect(asked.length).toBeGreaterThan(9)
  expect(asked.filter((name) => !known.has(name))).toEqual([])
})

it('tells whether the database answers', async () => {
  const { body } = await t.app.inject({ url: '/internal/metrics' })
  expect(body).toMatch(/cheyi_database_up 1/)
  const away = createMetrics({
    disk: { free: async () => 0 },
    pools: { main: t.kernel.pools.main, side: new pg.Pool({ host: '127.0.0.1', port: 1 }) },
    backupDir: undefined,
  })
  expect(await away.registry.metrics()).toMatch(/cheyi_database_up 0/)
})

it('tells connections, work that failed, and the age of backups, 0 where there are none', async () => {
  t.jobs.metrics.jobFailures.inc({ work: 'tallies' })
  const { body } = await t.app.inject({ url: '/internal/metrics' })
  expect(body).toMatch(/cheyi_database_connections\{pool="main",state="waiting"\} 0/)
  expect(body).toMatch(/cheyi_backup_timestamp_seconds 0/)
  expect(await t.jobs.metrics.registry.metrics()).toMatch(/cheyi_job_failures_total\{work="tallies"\} 1/)
})
