import { contract } from '@cheyi/contract/index'
import { storeScope } from '@cheyi/domain/platform/account/codes'
import { notifyType, notifyWay } from '@cheyi/domain/platform/notify/notice'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { followEvents, runMerchants } from '../../testing/jobs.ts'
import { book, pickUp } from '../../testing/world/bookings.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp({ poolSize: 6 })
  t.clock.set(at('11-20T09:00'))
  w = await makeWorld(t, { cars: 2 })
  const { orderId } = await book(t, w, { trip: { pickupAt: at('11-20T10:00'), returnAt: at('11-22T10:00') } })
  await book(t, w, { trip: { pickupAt: at('11-21T10:00'), returnAt: at('11-23T10:00') } })
  t.clock.set(at('11-20T10:00'))
  await pickUp(t, w, orderId)
  t.clock.set(at('11-21T08:00'))
  await followEvents(t)
})
afterAll(() => t.close())

const told = async (token: string) =>
  (await t.call(contract.notify.page, { type: notifyType.morning }, { token })).list.map(
    ({ title, body, link, read }) => ({
      title,
      body,
      link,
      read,
    }),
  )
const choose = (token: string, on: boolean) =>
  t.call(contract.notify.setting, { type: notifyType.morning, way: notifyWay.inApp, on }, { token })

it('tells who asked for it what yesterday came to, once, and nobody else', async () => {
  const { owner, manager } = w.tokens
  await runMerchants(t, 'morning')
  expect(await told(owner)).toEqual([])
  const switches = await choose(owner, true)
  expect(switches.find(({ type }) => type === notifyType.morning)?.ways[0]?.on).toBe(true)
  await runMerchants(t, 'morning')
  await runMerchants(t, 'morning')
  const yesterday = { from: '2026-11-20', to: '2026-11-20' }
  const { figures } = await t.call(contract.data.overview, yesterday, { token: owner })
  const revenue = figures.find(({ key }) => key === 'revenue')!.value!
  const [notice, ...more] = await told(owner)
  expect(more).toEqual([])
  expect(notice).toMatchObject({
    title: expect.stringContaining((revenue / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')),
    body: '下单2单，取车1单，还车0单。今天待取车1单，待还车0单',
    link: '/dataOverview?when=yesterday',
    read: false,
  })
  expect(revenue).toBeGreaterThan(0)
  expect(await told(manager)).toEqual([])
  await choose(owner, false)
  t.clock.set(at('11-22T08:00'))
  await runMerchants(t, 'morning')
  expect(await told(owner)).toHaveLength(1)
})

it('tells no amount to who may know none, and of their own stores alone', async () => {
  const { manager } = w.tokens
  await choose(manager, true)
  await t.root.query(
    `update role set menu_ids = array_remove(menu_ids, 401) where merchant_id = $1 and 401 = any (menu_ids)`,
    [w.merchantId],
  )
  await runMerchants(t, 'morning')
  const [first] = await told(manager)
  expect(`${first!.title}${first!.body}`).not.toMatch(/[¥￥]|收入/)
  expect(first!.title).toMatch(/^昨日出租率\d+\.\d\d%$/)
  await t.root.query(
    `update account set store_scope = ${storeScope.listed}, store_ids = $2 where merchant_id = $1 and name = '测试manager'`,
    [w.merchantId, [w.stores.pudong]],
  )
  t.clock.set(at('11-23T08:00'))
  await runMerchants(t, 'morning')
  // No car is of that store, and nothing was booked there.
  expect(await told(manager)).toHaveLength(1)
})
