import { contract } from '@cheyi/contract/index'
import { cancelReason, platforms, responsibility, type Source } from '@cheyi/domain/booking/order/codes'
import { channelWire } from '@cheyi/domain/sales/channel/codes'
import { HOUR } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { runInstallation } from '../../testing/jobs.ts'
import { askOpen, makeKey, openChannel } from '../../testing/open-api.ts'
import { ownReceiver, type Receiver } from '../../testing/receiver.ts'
import { book } from '../../testing/world/booking.ts'
import { giveBack, pickUp } from '../../testing/world/bookings.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

ownMerchant({ cars: 3, poolSize: 8 })

const { channelPush } = contract
let receiver: Receiver
const secrets = ownReceiver(
  () => t.clock.now(),
  (opened) => {
    receiver = opened
  },
)
const send = () => runInstallation(t, 'channelPush')
const fliggy = () => t.kernel.outside.fliggy!.simulator!
/** What the simulator counted since then. */
function counting() {
  const before = fliggy().counted()
  return () => {
    const { accepted, repeated, reversed } = fliggy().counted()
    return {
      accepted: accepted - before.accepted,
      repeated: repeated - before.repeated,
      reversed: reversed - before.reversed,
    }
  }
}

async function connect(source: Source = 3): Promise<void> {
  await openChannel(t, w, source, { vendor_code: '600001' })
  await t.call(
    channelPush.webhookSave,
    { source, wire: channelWire.fliggy, url: '', enabled: true, pushStock: false },
    owner(),
  )
}
/** An order of 飞猪, entered by staff under its number there. */
const entered = (no: string) => book(t, w, { source: 3 }, { channelOrderNo: no })

it('our own protocol serves every source', async () => {
  for (const source of platforms) {
    await openChannel(t, w, source)
    const input = { source, url: receiver.url, enabled: true, pushStock: false }
    secrets.push((await t.call(channelPush.webhookSave, input, owner())).secret!)
    const sent = await t.call(channelPush.webhookTest, { source }, owner())
    expect(sent).toMatchObject({ ok: true })
    const ping = await askOpen(t, await makeKey(t, w, source), { url: '/open/v1/ping' })
    expect(ping).toMatchObject({ success: true })
  }
  expect(receiver.got).toHaveLength(platforms.length)
})

it('飞猪 is notified of the pickup and of the return of an order that staff entered, and of nothing else', async () => {
  await connect()
  const counted = counting()
  const { orderId } = await entered('7001')
  await pickUp(t, w, orderId)
  await send()
  expect(fliggy().statusOf('7001')).toBe(121)
  await giveBack(t, w, orderId)
  await send()
  expect(fliggy().statusOf('7001')).toBe(122)
  expect(counted()).toEqual({ accepted: 2, repeated: 0, reversed: 0 })
  expect(await t.call(channelPush.webhook, { source: 3 }, owner())).toMatchObject({ pending: 0, dead: 0 })
  const { list } = await t.call(channelPush.logs, { source: 3 }, owner())
  expect(list.map(({ name }) => name)).toEqual(['order.returned', 'order.picked_up'])
  expect((await t.call(channelPush.logBodies, { logId: list[0]!.logId }, owner())).request).toContain('order_id=7001')
})

it('an update of 飞猪 whose answer was lost is repeated, and an order that it refuses does not stop the others', async () => {
  await connect()
  const counted = counting()
  const [one, other] = [await entered('7002'), await entered('7003')]
  await pickUp(t, w, one.orderId)
  fliggy().act('drops')
  await send()
  expect(await t.call(channelPush.webhook, { source: 3 }, owner())).toMatchObject({ webhook: { failures: 1 } })
  fliggy().act('refuses')
  t.clock.advance(HOUR)
  await send()
  // The platform answered: its connection works.
  const refused = await t.call(channelPush.webhook, { source: 3 }, owner())
  expect(refused).toMatchObject({ pending: 1, webhook: { failures: 0, deliveredAt: null } })
  const [row] = (await t.call(channelPush.logs, { source: 3, failed: true }, owner())).list
  expect(row).toMatchObject({ status: 200, fault: '非法的飞猪订单号' })
  fliggy().act('accepts')
  await pickUp(t, w, other.orderId)
  await send()
  expect(fliggy().statusOf('7003')).toBe(121)
  t.clock.advance(HOUR)
  await send()
  expect(counted()).toEqual({ accepted: 3, repeated: 1, reversed: 0 })
  expect(await t.call(channelPush.webhook, { source: 3 }, owner())).toMatchObject({ pending: 0 })
})

it('staff get a notice to cancel on the pages of 飞猪 what was cancelled here', async () => {
  await connect()
  const { orderId, version } = await entered('7004')
  const why = {
    reason: cancelReason.noVehicle,
    responsibility: responsibility.merchant,
    note: '无车',
    expectPenalty: 0,
  }
  await t.call(contract.order.cancel, { orderId, version, ...why }, owner())
  await send()
  const notices = await t.call(contract.notify.page, {}, owner())
  expect(notices.list.map(({ title }) => title)).toContain('合作渠道三订单需在平台取消')
  expect(fliggy().statusOf('7004')).toBeNull()
})

it('飞猪 needs the merchant’s number there, takes no stock, and has no test message', async () => {
  await openChannel(t, w, 3)
  const save = { source: 3, wire: channelWire.fliggy, url: '', enabled: true, pushStock: false } as const
  const refused = (input: object) => t.send(channelPush.webhookSave, { ...save, ...input }, owner())
  expect(await refused({})).toMatchObject({ errorCode: -2, data: { field: 'wire' } })
  await openChannel(t, w, 3, { vendor_code: '600001' })
  expect(await refused({ pushStock: true })).toMatchObject({ errorCode: -2, data: { field: 'pushStock' } })
  expect(await refused({ wire: channelWire.open })).toMatchObject({ errorCode: -2, data: { field: 'url' } })
  await t.call(channelPush.webhookSave, save, owner())
  expect(await t.send(channelPush.webhookTest, { source: 3 }, owner())).toMatchObject({ errorCode: -2 })
})
