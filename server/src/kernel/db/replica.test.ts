import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportData } from '../../insight/data/export-work.ts'
import { workOff } from '../../platform/job/runner.ts'
import { horizon } from '../../platform/stream/store.ts'
import type { TestApp } from '../../testing/app.ts'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { serveWithStandby, type WithStandby } from '../../testing/standby.ts'
import { openTab } from '../../testing/stream.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'
import { connect } from '../postgres/connect.ts'

/* A server beside a real streaming replica: which calls it answers. */

let both: WithStandby<World>
let first: TestApp
/** On the same data, with the replica. */
let t: TestApp
let w: World

beforeAll(async () => {
  both = await serveWithStandby((app) => makeWorld(app, { cars: 2 }))
  ;({ first, t, data: w } = both)
}, 60_000)
afterAll(() => both.close())

const onReplica = async (statement: string): Promise<void> => {
  await using client = await connect(both.replicaUrl)
  await client.query(statement)
}
const answered = () => both.answered()

/** Shifts in the list of a cashier, and whether the replica answered. */
async function shifts(seen?: string): Promise<{ n: number; byReplica: boolean }> {
  const before = await answered()
  const headers: Record<string, string> = seen === undefined ? {} : { 'x-seen': seen }
  const { list } = await t.call(contract.cashShift.page, {}, { token: w.tokens.owner, headers })
  return { n: list.length, byReplica: (await answered()) > before }
}
const becomes = (expected: { n: number; byReplica: boolean }, seen?: string) =>
  inTheEnd(async () => expect(await shifts(seen)).toEqual(expected))

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
    expect(await workOff(t.jobs, [exportData])).toBe(1)
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
    expect(await life(both.replicaUrl)).not.toBe(await life(first.database.migratorUrl))
  })

  it('reads the primary when the replica is gone', async () => {
    await both.standby.stop('immediate')
    expect(await shifts()).toEqual({ n: 1, byReplica: false })
  })
})
