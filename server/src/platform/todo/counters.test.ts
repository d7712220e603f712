import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { commissionState } from '@cheyi/domain/insight/commission/codes'
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

it('of records of the whole merchant are shown to nobody who may not open their list', async () => {
  const token = w.tokens.finance
  await t.root.query(
    `insert into commission_statement (merchant_id, account_id, month, state, fen)
     select $1, id, '2026-10-01', $2, 100 from account where merchant_id = $1 limit 1`,
    [w.merchantId, commissionState.draft],
  )
  const whole = ['commissionDraft', 'bankLine', 'inputInvoice']
  const shown = async (ask: object = {}) =>
    (await t.call(contract.todo.counts, ask, { token })).map(({ code }) => code).filter((code) => whole.includes(code))
  expect((await shown()).toSorted()).toEqual(whole.toSorted())
  expect(await shown({ storeId: w.stores.pudong })).toEqual([])
  await t.root.query(
    `update account set store_scope = 1, store_ids = $2 where merchant_id = $1 and name = '测试finance'`,
    [w.merchantId, [w.stores.pudong, w.stores.hongqiao]],
  )
  expect(await shown()).toEqual([])
  expect(await t.send(contract.commission.statements, {}, { token })).toMatchObject({ errorCode: -3 })
})
