import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { quickFolder } from '../../../../scripts/lib/quick-folder.mjs'
import { exportData } from '../../insight/data/export-work.ts'
import { workOff } from '../../platform/job/runner.ts'
import { horizon } from '../../platform/stream/store.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { startTestCluster } from '../../testing/cluster.ts'
import { startStandby } from '../../testing/standby.ts'
import { openTab } from '../../testing/stream.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { connect } from '../postgres/connect.ts'
import type { RunningPostgres } from '../postgres/postgres.ts'

/* A server beside a real streaming replica: which calls it answers. */

let cluster: Awaited<ReturnType<typeof startTestCluster>>
let first: TestApp
/** On the same data, with the replica. */
let t: TestApp
let w: World
let folder: string
let standby: RunningPostgres
let replicaUrl: string

beforeAll(async () => {
  cluster = await startTestCluster(pino({ level: 'silent' }))
  first = await testApp({ cluster })
  w = await makeWorld(first, { cars: 2 })
  folder = await mkdtemp(join(quickFolder(), 'standby-'))
  standby = await startStandby(cluster.postgres, cluster.folder, folder)
  const { pathname } = new URL(first.database.migratorUrl)
  replicaUrl = Object.assign(new URL(standby.url), { pathname }).href
  const { host } = new URL(replicaUrl)
  t = await testApp({
    on: { database: first.database, dataDir: first.kernel.config.dataDir },
    env: { DATABASE_URL: first.database.gateUrl, DATABASE_REPLICA_URL: `postgres://${host}${pathname}` },
  })
}, 60_000)
afterAll(async () => {
  await t.close()
  await standby.stop()
  await first.close()
  await cluster.stop()
  await rm(folder, { recursive: true, force: true })
})

const onReplica = async (statement: string): Promise<void> => {
  await using client = await connect(replicaUrl)
  await client.query(statement)
}
const answered = async (): Promise<number> => (await t.kernel.metrics.replicaReads.get()).values[0]!.value

/** Shifts in the list of a cashier, and whether the replica answered. */
async function shifts(seen?: string): Promise<{ n: number; byReplica: boolean }> {
  const before = await answered()
  const headers: Record<string, string> = seen === undefined ? {} : { 'x-seen': seen }
  const { list } = await t.call(contract.cashShift.page, {}, { token: w.tokens.owner, headers })
  return { n: list.length, byReplica: (await answered()) > before }
}
const becomes = (expected: { n: number; byReplica: boolean }, seen?: string) =>
  vi.waitFor(async () => expect(await shifts(seen)).toEqual(expected), { timeout: 10_000 })

describe('a server with a replica', () => {
  it('has it answer the calls that may be a second old, and no others', async () => {
    await becomes({ n: 0, byReplica: true })
    const before = await answered()
    await t.call(contract.order.list, {}, { token: w.tokens.owner })
    expect(await answered()).toBe(before)
    const month: InputOf<typeof contract.data.overview> = { from: '2026-11-01', to: '2026-11-20' }
    await t.call(contract.data.overview, month, { token: w.tokens.owner })
    await t.call(contract.payment.flowList, {}, { token: w.tokens.owner })
    expect(await answered()).toBe(before + 2)
  })

  it('shows a caller what they wrote, and others what they were notified of', async () => {
    const tab = await openTab(t, w.tokens.manager)
    await onReplica('select pg_wal_replay_pause()')
    const written = await t.send(
      contract.cashShift.open,
      { storeId: w.stores.hongqiao, opening: 0 },
      { token: w.tokens.owner },
    )
    expect(written.success).toBe(true)
    const seen = written.headers['x-seen'] as string
    expect(seen).toMatch(/^\d+$/)
    expect(await shifts(seen)).toEqual({ n: 1, byReplica: false })
    await t.call(
      contract.price.saveCalendar,
      { storeId: w.stores.hongqiao, modelId: w.models.lavida, from: '2026-12-24', to: '2026-12-25', price: 99_900 },
      { token: w.tokens.owner },
    )
    await tab.until(({ event }) => event === 'record.changed')
    const told = tab.told.findLast(({ event }) => event === 'seen')
    expect(await shifts(String(told?.data.at))).toEqual({ n: 1, byReplica: false })
    tab.close()
    await onReplica('select pg_wal_replay_resume()')
    await becomes({ n: 1, byReplica: true }, seen)
    for (const later of [`${BigInt(seen) + 1_000_000_000n}`, 'unknown'])
      expect(await shifts(later)).toEqual({ n: 1, byReplica: false })
  })

  it('has it answer the reading of an export, with all that was written before the request', async () => {
    const period = { from: '2026-11-01', to: '2026-11-20' }
    await t.call(contract.data.exportFigures, { ...period, of: 'figures' }, { token: w.tokens.owner })
    await becomes({ n: 1, byReplica: true })
    const before = await answered()
    expect(await workOff(t.kernel, [exportData])).toBe(1)
    expect(await answered()).toBe(before + 1)
  })

  it('reads the primary while the replica is more than two seconds behind', async () => {
    await becomes({ n: 1, byReplica: true })
    await onReplica('select pg_wal_replay_pause()')
    await becomes({ n: 1, byReplica: false })
    await onReplica('select pg_wal_replay_resume()')
    await becomes({ n: 1, byReplica: true })
  })

  it('does not read a replica that has become a primary of another life', async () => {
    const life = async (url: string) => {
      await using client = await connect(url)
      return (await horizon(client as never)).life
    }
    await onReplica('select pg_promote()')
    await becomes({ n: 1, byReplica: false })
    expect(await life(replicaUrl)).not.toBe(await life(first.database.migratorUrl))
  })

  it('reads the primary when the replica is gone', async () => {
    await standby.stop('immediate')
    expect(await shifts()).toEqual({ n: 1, byReplica: false })
  })
})
