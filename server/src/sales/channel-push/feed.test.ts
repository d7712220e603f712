import { contract } from '@cheyi/contract/index'
import { cancelReason, responsibility } from '@cheyi/domain/booking/order/codes'
import { DAY } from '@cheyi/domain/time'
import { expect, it, vi } from 'vitest'
import { runInstallation } from '../../testing/jobs.ts'
import { makeKey } from '../../testing/open-api.ts'
import { ownReceiver, type Receiver } from '../../testing/receiver.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { form, get, ownPlatform, type Placed, post, type Quoted, trip } from '../../testing/world/platform.ts'

/* The list of events, whoever reads it: a platform needs no address for it. */

ownMerchant({ cars: 3, poolSize: 8 })
ownPlatform()

let receiver: Receiver
const secrets = ownReceiver(
  () => t.clock.now(),
  (opened) => {
    receiver = opened
  },
)
const send = () => runInstallation(t, 'channelPush')
const place = async () => {
  const asked = await form()
  const { orderId } = (await post('/orders', asked)).data as Placed
  return { no: asked.channelOrderNo, orderId }
}
const listed = async () => {
  const { events } = (await get('/events')).data as unknown as {
    events: { seq: number; type: string; data: { channelOrderNo: string } }[]
  }
  return events.map(({ seq, type, data }) => [seq, type, data.channelOrderNo])
}

it('has the events of a channel without an address, which are not sent when it gets one', async () => {
  const { no, orderId } = await place()
  const off = { reason: cancelReason.noVehicle, responsibility: responsibility.merchant, note: '车辆故障' }
  await t.call(contract.order.cancel, { orderId, ...off, expectPenalty: 0 }, owner())
  await send()
  const before = [
    [1, 'order.confirmed', no],
    [2, 'order.cancelled', no],
  ]
  expect(await listed()).toEqual(before)
  const { secret } = await t.call(
    contract.channelPush.webhookSave,
    { source: 2, url: receiver.url, enabled: true, pushStock: false },
    owner(),
  )
  secrets.push(secret!)
  const next = await place()
  await send()
  expect(receiver.got.map(({ seq, data }) => [seq, data.channelOrderNo])).toEqual([[3, next.no]])
  expect(await listed()).toEqual([...before, [3, 'order.confirmed', next.no]])
  expect(await t.call(contract.channelPush.webhook, { source: 2 }, owner())).toMatchObject({ pending: 0, dead: 0 })
})

it('is numbered without gaps by several servers at once, with and without an address', async () => {
  for (const address of [false, true]) {
    if (address)
      await t.call(
        contract.channelPush.webhookSave,
        { source: 2, url: receiver.url, enabled: true, pushStock: false },
        owner(),
      )
    const placing = Promise.all(
      [place(), place(), place()].map(async (one) => post(`/orders/${(await one).no}/cancel`)),
    )
    for (let n = 0; n < 4; n++) await Promise.all([send(), send()])
    await placing
    await send()
  }
  const numbers = (await listed()).map(([seq]) => seq)
  expect(numbers).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
})

it('goes on with its numbers after all of it has grown old', async () => {
  await place()
  await place()
  await send()
  t.clock.advance(40 * DAY)
  vi.setSystemTime(t.clock.now())
  await runInstallation(t, 'channelPurge')
  const late = trip({ pickupAt: '2027-01-05T10:00:00+08:00', returnAt: '2027-01-06T10:00:00+08:00' })
  const { totalFen: amountFen } = (await post('/quote', late)).data as Quoted
  const customer = { name: '张三', mobile: '13800001234' }
  expect(await post('/orders', { ...late, channelOrderNo: 'L-1', amountFen, customer })).toMatchObject({
    success: true,
  })
  await send()
  expect((await listed()).map(([seq]) => seq)).toEqual([2, 3])
})

it('goes on beyond the numbers that a restore has lost, with or without an address', async () => {
  await place()
  await send()
  const last = (await listed()).at(-1)![0] as number
  await t.root.query(`select setval('number_floor', $1)`, [last + 500])
  const { no } = await place()
  await send()
  expect((await listed()).at(-1)).toEqual([last + 501, 'order.confirmed', no])
  await t.root.query(`select setval('number_floor', 0)`)
})

it('is not kept where nobody can read it: with a test key alone, or a revoked one', async () => {
  await t.root.query('update channel_key set revoked_at = now() where merchant_id = $1', [w.merchantId])
  await makeKey(t, w, 2, { test: true })
  const { rows } = await t.root.query(
    'select count(*)::int as n from channel_key where merchant_id = $1 and not test and revoked_at is null',
    [w.merchantId],
  )
  expect(rows[0].n).toBe(0)
  const { storeId, modelId } = trip()
  const times = { pickupAt: t.clock.now() + 2 * DAY, returnAt: t.clock.now() + 3 * DAY }
  const quote = await t.call(contract.quote.quote, { storeId, modelId, source: 2, ...times }, owner())
  const { orderId } = await t.call(
    contract.order.create,
    {
      submit: true,
      quoteId: quote.quoteId,
      expectTotal: quote.total,
      contactName: '张三',
      contactPhone: '13800001234',
      channelOrderNo: 'H-1',
    },
    owner(),
  )
  const count = 'select count(*)::int as n from channel_event where order_id = $1'
  expect((await t.root.query(count, [orderId])).rows[0].n).toBe(0)
})
