import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { insertOrder } from '../../testing/world/orders.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/* What the counters of home come to, in fen. */

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const counter = async (name: string) =>
  (await t.call(contract.todo.counts, {}, { token: w.tokens.owner })).find(({ code }) => code === name)

it('adds up orders that wait for money in two statuses', async () => {
  await insertOrder(t, w, { status: orderStatus.confirmed, totalFen: 26_300, owedFen: 26_300, prepayFen: 26_300 })
  await insertOrder(t, w, { status: orderStatus.arranged, totalFen: 26_300, owedFen: 26_300, prepayFen: 26_300 })
  expect(await counter('prepay')).toMatchObject({ count: 2, fen: 52_600 })

  await insertOrder(t, w, { status: orderStatus.returned, owedFen: 278_000 })
  await insertOrder(t, w, { status: orderStatus.cancelled, owedFen: 2_518_255 })
  expect(await counter('debt')).toMatchObject({ count: 2, fen: 2_796_255 })
})
