import { contract } from '@cheyi/contract/index'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { book } from '../../testing/world/bookings.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/* 今日订单收入 is what was sold today and stands. */

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
  w = await makeWorld(t)
})
afterAll(() => t.close())

const today = async () => (await t.call(contract.overview.home, {}, { token: w.tokens.owner })).income!.today

it('takes out an order that was called off', async () => {
  const kept = await book(t, w)
  const calledOff = await book(t, w)
  expect(await today()).toBe(kept.total + calledOff.total)
  await t.call(
    contract.order.cancel,
    { orderId: calledOff.orderId, reason: 1, responsibility: 2, expectPenalty: 0 },
    { token: w.tokens.owner },
  )
  expect(await today()).toBe(kept.total)
})
