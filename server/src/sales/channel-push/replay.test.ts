import { contract } from '@cheyi/contract/index'
import { HOUR } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { inTheEnd } from '../../testing/in-the-end.ts'
import { openChannel } from '../../testing/open-api.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { clerk, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { form, get, ownPlatform, type Placed, post, stored } from '../../testing/world/platform.ts'

ownMerchant({ cars: 2, other: true })
ownPlatform()

const { logs, logReplay } = contract.channelPush
const listed = async () => (await t.call(logs, { source: 2 }, owner())).list
/** The log of a request, which is written after its answer. */
const logOf = (no: string) =>
  inTheEnd(async () => {
    const row = (await listed()).find(({ channelOrderNo }) => channelOrderNo === no)
    expect(row).toBeDefined()
    return row!
  })
const replay = (logId: string, who = owner()) => t.send(logReplay, { logId }, who)

/** An order that the platform could not place, because its channel was paused. */
async function failed() {
  const body = await form()
  await openChannel(t, w, 2, { status: 3 })
  expect(await post('/orders', body)).toMatchObject({ errorCode: 9010 })
  return { body, log: await logOf(body.channelOrderNo) }
}

it('does a failed request as of now, by the same handler, once, with its name in the log', async () => {
  const { body, log } = await failed()
  expect(log).toMatchObject({ failed: true, mayReplay: true, replayed: false })
  // As long as its cause is there, it fails again, and stays to be replayed.
  expect(await replay(log.logId)).toMatchObject({ errorCode: 9010 })
  await openChannel(t, w, 2, { status: 2 })
  expect(await replay(log.logId)).toMatchObject({ success: true })
  const { orderId } = (await get(`/orders/${body.channelOrderNo}`)).data as Placed
  // The platform that asks again gets this order.
  expect(await post('/orders', body)).toMatchObject({ data: { orderId, duplicate: true } })
  expect(await replay(log.logId)).toMatchObject({ errorCode: -5 })
  const rows = (await listed()).filter(({ name }) => name === 'POST /open/v1/orders')
  expect(rows.some(({ replayed, failed: bad }) => replayed && !bad)).toBe(true)
  expect(rows.every(({ mayReplay }) => !mayReplay)).toBe(true)
  const { rows: audits } = await t.root.query(
    `select name, after ->> 'replayed' as what from audit where merchant_id = $1 and action = 'channelPush.logReplay'`,
    [w.merchantId],
  )
  expect(audits).toMatchObject([{ name: '测试owner', what: `POST /open/v1/orders ${body.channelOrderNo}` }])
  await booksAgree(t)
})

it('makes no order of a number that the platform has cancelled meanwhile, however long ago, and says so', async () => {
  const { body, log } = await failed()
  expect(await post(`/orders/${body.channelOrderNo}/cancel`)).toMatchObject({ errorCode: 9208, data: { known: false } })
  await openChannel(t, w, 2, { status: 2 })
  t.clock.advance(2 * HOUR)
  const row = (await listed()).find(({ logId }) => logId === log.logId)!
  expect(row.mayReplay).toBe(false)
  expect(row.fault).toContain('平台已取消此渠道订单号')
  expect(await replay(log.logId)).toMatchObject({ errorCode: -2 })
  // The platform's own queue delivers it late.
  expect(await post('/orders', body)).toMatchObject({ errorCode: 9208 })
  expect(await stored(body.channelOrderNo)).toEqual([])
})

it('by two at once, beside the platform itself, is one order', async () => {
  const { body, log } = await failed()
  await openChannel(t, w, 2, { status: 2 })
  const answers = await Promise.all([replay(log.logId), replay(log.logId), post('/orders', body)])
  expect(answers.filter(({ success }) => success).length).toBeGreaterThanOrEqual(2)
  for (const { success, errorCode } of answers) if (!success) expect(errorCode).toBe(-5)
  expect(await stored(body.channelOrderNo)).toHaveLength(1)
})

it('is for those who set up channels, of their merchant, and of writes that failed', async () => {
  const { body, log } = await failed()
  expect(await replay(log.logId, clerk())).toMatchObject({ errorCode: -3 })
  expect(await replay(log.logId, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
  await openChannel(t, w, 2, { status: 2 })
  await post('/orders', { ...body, channelOrderNo: 'R-OK' })
  const done = await logOf('R-OK')
  expect(done.mayReplay).toBe(false)
  expect(await replay(done.logId)).toMatchObject({ errorCode: -4 })
})
