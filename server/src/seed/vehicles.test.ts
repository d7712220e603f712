import { afterAll, beforeAll, expect, it } from 'vitest'
import { asMerchant } from '../kernel/enter.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { at } from '../testing/at.ts'
import { makeWorld } from '../testing/world/world.ts'
import { serveSinceRegistered } from './vehicles.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

it('cars of the demo are in service since they were registered, each at one place at a time', async () => {
  t.clock.set(at('11-20T09:00'))
  const { merchantId, vehicles, stores } = await makeWorld(t, { cars: 1 })
  const [moved, stayed] = [vehicles.lavida[0]!.id, vehicles.qin[0]!.id]
  await t.root.query(`update vehicle set register_on = '2026-03-01' where merchant_id = $1`, [merchantId])
  // Lived from the past on: it came to another store before the moment that it was made.
  t.clock.set(at('10-05T12:00'))
  await asMerchant(t.kernel, merchantId, ({ query }) =>
    query('update vehicle set home_store_id = $2 where id = $1', [moved, stores.pudong]),
  )
  t.clock.set(at('11-20T09:00'))
  await asMerchant(t.kernel, merchantId, serveSinceRegistered)
  const periods = async (id: string) => {
    const { rows } = await t.root.query(
      `select (from_at at time zone 'Asia/Shanghai')::text as since, to_at from vehicle_period
        where vehicle_id = $1 and (to_at is null or to_at > from_at) order by from_at`,
      [id],
    )
    return rows
  }
  expect(await periods(stayed)).toEqual([{ since: '2026-03-01 00:00:00', toAt: null }])
  expect(await periods(moved)).toEqual([{ since: '2026-03-01 00:00:00', toAt: null }])
})
