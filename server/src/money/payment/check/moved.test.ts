import { afterAll, beforeAll, expect, it } from 'vitest'
import { moneyChecks } from '../../../money-checks.ts'
import { type TestApp, testApp } from '../../../testing/app.ts'
import { planned } from '../../../testing/planned.ts'
import { moneyFaults } from '../../../testing/world/bookings.ts'
import { makeScene } from '../../../testing/world/scene/scene.ts'
import { differences } from './differences.ts'

/* A night compares a part of the orders, and the months that something was posted to: each part agrees where the whole does. */

let t: TestApp
let ids: string[]
/** What is wrong in the scene itself, of no order. */
let known: readonly string[]

beforeAll(async () => {
  t = await testApp()
  await makeScene(t, '夜核租车')
  ids = (await t.root.query<{ id: string }>('select id from "order" order by id')).rows.map(({ id }) => id)
  known = await whats([])
}, 240_000)
afterAll(() => t.close())

async function whats(orderIds: readonly string[], since: string | null = null): Promise<string[]> {
  const found = await differences({ query: planned(t.root) }, moneyChecks, { orderIds, since })
  return found.map(({ what }) => what)
}

it('finds nothing in a part of the orders of which the whole has nothing', { timeout: 120_000 }, async () => {
  expect(ids.length).toBeGreaterThan(20)
  expect((await moneyFaults(t)).map(({ what }) => what)).toEqual(known)
  for (const parts of [2, 5])
    for (let part = 0; part < parts; part++)
      expect(await whats(ids.filter((_, n) => n % parts === part))).toEqual(known)
})

it('finds nothing in the months from one on', async () => {
  for (const since of ['2026-10-01', '2026-11-01', '2026-12-01']) expect(await whats([], since)).toEqual(known)
})

it('finds what is wrong of an order that moved and of a month, and nothing beside them', async () => {
  await t.root.query('begin')
  await t.root.query('set local session_replication_role = replica')
  const [first, second] = ids as [string, string]
  await t.root.query('update "order" set refunded_fen = refunded_fen + 7 where id = $1', [first])
  await t.root.query(
    `update ledger_change set debit_fen = debit_fen + 7 where posted_on between '2026-11-01' and '2026-11-30'`,
  )
  const ofOrder = await whats([first])
  const ofMonth = await whats([], '2026-11-01')
  const beside = [await whats([second]), await whats([], '2026-12-01')]
  await t.root.query('rollback')
  expect(ofOrder).toContain('已退金额与账簿不一致')
  expect(ofMonth.some((what) => what.includes('当月发生额与凭证不一致'))).toBe(true)
  expect(beside).toEqual([known, known])
})
