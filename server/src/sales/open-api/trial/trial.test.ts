import { contract } from '@cheyi/contract/index'
import { openContract } from '@cheyi/contract/sales/open-api'
import { testScripts } from '@cheyi/domain/sales/channel/test-life'
import { DAY } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { runInstallation } from '../../../testing/jobs.ts'
import { askOpen, type Credentials, makeKey, openChannel } from '../../../testing/open-api.ts'
import { ownReceiver, type Receiver } from '../../../testing/receiver.ts'
import { other, owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'
import { form, get, ownPlatform, type Placed, post } from '../../../testing/world/platform.ts'
import { handlers } from '../handlers.ts'
import { testHandlers } from './handlers.ts'

/* What a test key does: everything that a live key does, and nothing to the merchant. */

ownMerchant({ cars: 1, other: true })
ownPlatform()

let receiver: Receiver
const secrets = ownReceiver(
  () => t.clock.now(),
  (opened) => {
    receiver = opened
  },
)
let key: Credentials
beforeEach(async () => {
  key = await makeKey(t, w, 2, { test: true })
})

const wait = async (seconds: number) => {
  t.clock.advance(seconds * 1000)
  vi.setSystemTime(t.clock.now())
  await runInstallation(t, 'openTests')
}
const named = (name: string, more: object = {}) => form({ customer: { name, mobile: '13800001234' }, ...more })
async function place(name = '张三', more: object = {}) {
  const input = await named(name, more)
  return { no: input.channelOrderNo, ...(await post('/orders', input, key)) }
}
const put = (url: string, body: object) => askOpen(t, key, { method: 'PUT', url: `/open/v1${url}`, body })
const read = async (no: string) => (await get(`/orders/${no}`, key)).data as Record<string, unknown>
const setAddress = async () => {
  const address = { source: 2, url: receiver.url, enabled: true, pushStock: false } as const
  secrets.push((await t.call(contract.channelPush.webhookSave, address, owner())).secret!)
}

/**
 * Every row of the merchant, by table, without those of tests, and without quotes and reserved order numbers, which a live
 * key uses without a sale, too.
 */
async function everything(): Promise<Map<string, string>> {
  const { rows: tables } = await t.root.query(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and c.column_name = 'merchant_id' and t.table_type = 'BASE TABLE'
        and c.table_name not in ('open_test_order', 'open_test_event', 'quote', 'number_block') order by 1`,
  )
  const all = new Map<string, string>()
  for (const { name } of tables) {
    const columns = name === 'channel_key' ? `to_jsonb(x) - 'last_used_at'` : 'to_jsonb(x)'
    const { rows } = await t.root.query(
      `select coalesce(string_agg((${columns})::text, ';' order by (${columns})::text), '') as text from "${name}" x where merchant_id = $1`,
      [w.merchantId],
    )
    all.set(name, rows[0].text)
  }
  return all
}

describe('an order of a test key', () => {
  it('lives to its return by the script, with the messages of a real one, and changes nothing of the merchant', async () => {
    await setAddress()
    const before = await everything()
    const { no, ...placed } = await place('张三', { payment: 'prepaid' })
    expect(placed).toMatchObject({
      success: true,
      data: { status: 3, statusName: '已确认', duplicate: false, plate: null },
    })
    const total = (placed.data as Placed).totalFen
    await wait(15)
    expect(await read(no)).toMatchObject({ status: 4, plate: '沪A***T1' })
    await wait(15)
    expect(await read(no)).toMatchObject({ status: 5, actualPickupAt: expect.any(String), paidFen: total })
    await wait(30)
    expect(await read(no)).toMatchObject({ status: 6, actualReturnAt: expect.any(String) })
    await wait(600)
    expect(receiver.got.map(({ type }) => type)).toEqual([
      'order.confirmed',
      'order.amended',
      'order.picked_up',
      'order.returned',
    ])
    for (const message of receiver.got)
      expect(message).toMatchObject({
        test: true,
        data: { channelOrderNo: no, orderNo: expect.stringMatching(/^TEST/) },
      })
    expect(receiver.got.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    expect(JSON.stringify(receiver.got)).not.toContain('张三')
    const { events } = (await get('/events?after=1', key)).data as unknown as { events: { eventId: string }[] }
    expect(events.map(({ eventId }) => eventId)).toEqual(receiver.got.slice(1).map(({ id }) => id))

    const month = (await get('/statement?month=2026-11', key)).data as unknown as { orders: object[]; netFen: number }
    expect(month).toMatchObject({ orders: [{ channelOrderNo: no, grossFen: total, commissionFen: 0 }], netFen: total })
    const after = await everything()
    expect([...after].filter(([name, rows]) => rows !== before.get(name)).map(([name]) => name)).toEqual([])
  })

  it('is placed once, priced and refused like a real one, and seen by no live key', async () => {
    const input = await named('测试不动')
    const [first, second] = await Promise.all([post('/orders', input, key), post('/orders', input, key)])
    expect([first, second].map(({ data }) => (data as Placed).duplicate).toSorted()).toEqual([false, true])
    expect((first.data as Placed).orderId).toBe((second.data as Placed).orderId)
    expect(await post('/orders', { ...input, remark: '另一单' }, key)).toMatchObject({ errorCode: 9203 })
    expect(await place('张三', { amountFen: 1 })).toMatchObject({ errorCode: 9202, data: { quote: {} } })
    expect(await place('张三', { storeId: other.stores.hongqiao })).toMatchObject({ errorCode: 9204 })
    expect(await get(`/orders/${input.channelOrderNo}`)).toMatchObject({ errorCode: -4 })
    expect(await get(`/orders/${input.channelOrderNo}`, await makeKey(t, w, 3, { test: true }))).toMatchObject({
      errorCode: -4,
    })
    expect(((await get('/events')).data as unknown as { events: object[] }).events).toEqual([])

    // The same number is free for a real order, which no test key sees.
    const real = await post('/orders', input)
    expect(real).toMatchObject({ success: true, data: { duplicate: false } })
    expect(await read(input.channelOrderNo)).toMatchObject({ orderId: (first.data as Placed).orderId })
    const alone = await named('李四')
    await openChannel(t, w, 2, { status: 1 })
    expect(await post('/orders', alone)).toMatchObject({ errorCode: 9010 })
    // The only car is sold: a test sees that, too, although its channel is not enabled yet.
    expect(await post('/orders', alone, key)).toMatchObject({ errorCode: 9201 })
  })

  it.each([
    ['测试无车', 9201],
    ['测试变价', 9202],
    ['测试拒客', 9209],
  ])('is refused by the name %s with %d, and leaves nothing', async (name, errorCode) => {
    const { no, ...answer } = await place(name)
    expect(answer).toMatchObject({ httpStatus: 200, errorCode })
    expect(await get(`/orders/${no}`, key)).toMatchObject({ errorCode: -4 })
    expect(await post('/orders/check', await named(name), key)).toMatchObject({ errorCode })
  })

  it('is undecided at first by its name, then accepted with the same content', async () => {
    const input = await named('测试未定')
    for (let i = 0; i < 2; i++)
      expect(await post('/orders', input, key)).toMatchObject({ httpStatus: 503, headers: { 'retry-after': '2' } })
    t.clock.advance(4000)
    expect(await post('/orders', input, key)).toMatchObject({ success: true, data: { status: 3, duplicate: false } })
    expect(await post('/orders', input, key)).toMatchObject({ success: true, data: { duplicate: true } })
  })

  it.each([
    ['测试待接单', [2, 3, 6], ['order.confirmed', 'order.amended', 'order.picked_up', 'order.returned']],
    ['测试拒单', [2, 8, 8], ['order.refused']],
    ['测试商家取消', [3, 8, 8], ['order.confirmed', 'order.cancelled']],
    ['测试不动', [3, 3, 3], ['order.confirmed']],
  ])('by the name %s has the statuses %j', async (name, statuses, types) => {
    await setAddress()
    const { no, data } = await place(name)
    const seen = [(data as Placed).status]
    for (const seconds of [15, 300]) {
      await wait(seconds)
      seen.push((await read(no)).status as number)
    }
    for (let i = 0; i < 4; i++) await wait(1)
    expect(seen).toEqual(statuses)
    expect(receiver.got.map(({ type }) => type)).toEqual(types)
  })

  it('is cancelled by the cancel rule, once, and its customer changed before the pickup', async () => {
    const { no, data } = await place('测试不动', { payment: 'prepaid' })
    const total = (data as Placed).totalFen
    const next = { name: '王五', mobile: '13900001234' }
    expect(await put(`/orders/${no}/customer`, next)).toMatchObject({ success: true, data: { status: 3 } })
    expect(await put(`/orders/${no}/customer`, { ...next, name: '测试拒客' })).toMatchObject({ errorCode: 9209 })
    const preview = (await post(`/orders/${no}/cancel/preview`, {}, key)).data as { refundFen: number; paidFen: number }
    expect(preview.paidFen).toBe(total)
    const off = await post(`/orders/${no}/cancel`, {}, key)
    expect(off).toMatchObject({ success: true, data: { status: 8, refundFen: preview.refundFen } })
    expect((await post(`/orders/${no}/cancel`, {}, key)).data).toEqual(off.data)
    expect(await post('/orders/UNKNOWN/cancel', {}, key)).toMatchObject({ errorCode: 9208, data: { known: false } })
    expect(await post('/orders', await named('张三', { channelOrderNo: 'UNKNOWN' }), key)).toMatchObject({
      errorCode: 9208,
    })
  })

  it('on rent is renewed once for each number, and the renewal cancelled', async () => {
    const { no } = await place('测试不还', { payment: 'prepaid' })
    const asked = { renewalNo: 'R-1', newReturnAt: '2026-11-25T10:00:00+08:00', amountFen: 20_000 }
    const renew = (more: object = {}) => post(`/orders/${no}/renewals`, { ...asked, ...more }, key)
    expect(await renew()).toMatchObject({ errorCode: 9208 })
    await wait(30)
    const made = await renew()
    expect(made).toMatchObject({ success: true, data: { statusName: '已生效', duplicate: false } })
    expect(await renew()).toMatchObject({ data: { duplicate: true } })
    expect(await renew({ amountFen: 1 })).toMatchObject({ errorCode: 9203 })
    expect(await read(no)).toMatchObject({ returnAt: asked.newReturnAt })
    const { renewalId } = made.data as unknown as { renewalId: string }
    expect(await post(`/orders/${no}/renewals/${renewalId}/cancel`, {}, key)).toMatchObject({
      data: { statusName: '已取消', refundFen: 20_000 },
    })
    expect(await read(no)).toMatchObject({ returnAt: '2026-11-24T10:00:00+08:00' })
    const { events } = (await get('/events', key)).data as unknown as { events: { type: string }[] }
    expect(events.map(({ type }) => type)).toContain('order.renewed')
  })

  it('has a violation by its name, which is acknowledged', async () => {
    await setAddress()
    const { no } = await place('测试违章')
    await wait(75)
    for (let i = 0; i < 5; i++) await wait(1)
    expect(receiver.got.at(-1)).toMatchObject({ type: 'order.violation', data: { violation: { points: 1 } } })
    const { violations } = (await get(`/orders/${no}/illegals`, key)).data as unknown as {
      violations: { violationId: string }[]
    }
    expect(violations).toMatchObject([{ act: '违反禁止标线', acknowledgedAt: null }])
    const path = `/orders/${no}/illegals/${violations[0]!.violationId}/ack`
    const acknowledged = await post(path, {}, key)
    expect(acknowledged).toMatchObject({ data: { acknowledgedAt: expect.any(String) } })
    await wait(9)
    expect((await post(path, {}, key)).data).toEqual(acknowledged.data)
  })
})

it('a message that does not arrive is sent again, and is no failure of the address', async () => {
  await setAddress()
  receiver.react = () => 500
  await place('测试不动')
  await wait(0)
  expect(receiver.attempts).toHaveLength(1)
  receiver.react = () => 204
  await wait(10)
  expect(receiver.got).toHaveLength(1)
  const state = await t.call(contract.channelPush.webhook, { source: 2 }, owner())
  expect(state).toMatchObject({ webhook: { failures: 0 }, pending: 0, dead: 0 })
})

it('is deleted after 30 days', async () => {
  const { no } = await place()
  await wait(60)
  t.clock.advance(31 * DAY)
  await runInstallation(t, 'openTestPurge')
  expect(await get(`/orders/${no}`, key)).toMatchObject({ errorCode: -4 })
  expect(((await get('/events', key)).data as unknown as { events: object[] }).events).toHaveLength(1)
})

it('every call about orders has a handler for test keys, so that none reaches a real one', () => {
  const about = Object.entries(openContract).filter(([, { scope, effect }]) => scope === 'order' || effect === 'write')
  const without = about.filter(([name]) => !Object.hasOwn(testHandlers, name)).map(([name]) => name)
  // A quote sells nothing.
  expect(without).toEqual(['quote'])
  expect(Object.keys(testHandlers).filter((name) => !Object.hasOwn(handlers, name))).toEqual([])
  for (const { steps } of Object.values(testScripts))
    expect(steps.map(([after]) => after)).toEqual(steps.map(([after]) => after).toSorted((a, b) => a - b))
})
