import { displayPlate } from '@cheyi/domain/platform/check/plate'
import type { MessageFacts, MessageKind } from '@cheyi/domain/platform/notify/customer-text'
import { DAY, HOUR } from '@cheyi/domain/time'
import { beforeEach, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { inContext } from '../../testing/context.ts'
import { messagesWhere } from '../../testing/sms.ts'
import { book } from '../../testing/world/bookings.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { notifyCustomer, readOrder } from './actions.ts'
import type { MessageArgs } from './messages.ts'

sharedMerchant({ cars: 21 })
beforeEach(async () => {
  t.clock.set(TEST_NOW)
  await t.root.query(`update merchant set settings = '{}' where id = $1`, [w.merchantId])
})

const told = (orderId: string) => messagesWhere(t, 'order_id = $1', [orderId])

async function tell<K extends MessageKind>(orderId: string, kind: K, facts: MessageFacts[K]): Promise<void> {
  const args = [facts] as unknown as MessageArgs<K>
  await inContext(t, w, 'owner', async (ctx) => notifyCustomer(ctx, await readOrder(ctx, orderId), kind, ...args))
}

/** One message of each kind about a weekend in a lavida, as the customer reads it. */
const samples: { readonly [K in MessageKind]: readonly [facts: MessageFacts[K], text: string] } = {
  confirmed: [
    {},
    '您预订的大众朗逸已确认：11月27日18:00在虹桥机场店取车，11月30日18:00在虹桥机场店还车，订单号{no}。请携带身份证和驾驶证原件。',
  ],
  awaitingPayment: [{}, '您预订的大众朗逸（订单号{no}）待支付¥869.00，请在10:30前支付，逾期订单自动取消。'],
  pickupReminder: [
    { documentsUrl: null },
    '您预订的大众朗逸（{plate}）将于11月27日18:00在虹桥机场店取车，请携带身份证和驾驶证原件。',
  ],
  returnReminder: [{}, '您租用的{plate}应于11月30日18:00在虹桥机场店还车，如需续租请提前联系门店。'],
  overdue: [{}, '您租用的{plate}已超过11月30日18:00的还车时间，请尽快还车或联系门店续租，超时将产生费用。'],
  instalmentDue: [
    { ref: '12:2026-11-23', seq: 2, dueOn: '2026-11-23', amount: 420000 },
    '您租用的{plate}（订单号{no}）第2期租金¥4,200.00将于2026-11-23到期，请按时支付。',
  ],
  instalmentLate: [
    { ref: '12:2026-11-16:0', seq: 2, daysLate: 4, amount: 420210, lateFee: 210 },
    '您租用的{plate}（订单号{no}）第2期租金已逾期4天，待支付¥4,202.10（含逾期违约金¥2.10），请尽快支付。',
  ],
  selfChecked: [
    { ref: '13', type: 0, pass: false },
    '订单{no}的照片需要补拍，请回到自助取车页面按提示补拍，有疑问请联系虹桥机场店。',
  ],
  driverAssigned: [
    { ref: '7', name: '李师傅', phone: '13800001111', at: TEST_NOW + HOUR },
    '李师傅（13800001111）将于11月20日11:00为您送取大众朗逸，请保持电话畅通。',
  ],
  driverArrived: [
    { ref: '7', name: '李师傅', phone: '13800001111', type: 0, place: '延安西路100号' },
    '李师傅（13800001111）已到达延安西路100号，为您送来{plate}，请前往交接。',
  ],
  violationFound: [
    {
      ref: '14',
      at: TEST_NOW - 4 * HOUR,
      place: '延安高架',
      act: '违反禁令标志',
      fine: 20000,
      points: 3,
      deadline: TEST_NOW + 14 * HOUR,
      url: 'https://x.test/a?t=1',
      refused: null,
    },
    '您租用的{plate}（订单号{no}）于11月20日06:00在延安高架有一条违章：违反禁令标志，罚款¥200.00，记3分。请在11月20日 24:00 前通过交管12123（租车违法处理）处理，并在此上传凭证：https://x.test/a?t=1 ，打开后用本机验证码验证。',
  ],
  violationsFound: [
    {
      ref: '15',
      cases: [
        { at: TEST_NOW - 4 * HOUR, plate: '沪A·D12345', act: '违反禁令标志', fine: 20000, points: 3 },
        { at: TEST_NOW - 3 * HOUR, plate: '沪A·D12345', act: '违章停车', fine: null, points: 0 },
      ],
      deadline: TEST_NOW + 14 * HOUR,
      url: 'https://x.test/a?t=1',
    },
    '您在虹桥机场店租车期间有2条违章：11月20日06:00 沪A·D12345 违反禁令标志，¥200.00，记3分；11月20日07:00 沪A·D12345 违章停车，罚款待裁决，记0分。请在11月20日 24:00 前通过交管12123（租车违法处理）处理，并在此逐条上传凭证：https://x.test/a?t=1 ，打开后用本机验证码验证。',
  ],
  depositDeducted: [
    { ref: '8', deposit: '租车押金', amount: 30000, reason: '车内污渍' },
    '订单{no}将从租车押金中扣款¥300.00，原因：车内污渍。如有疑问请联系门店。',
  ],
  depositReleased: [
    { ref: '9', deposit: '违章押金', amount: 200000 },
    '订单{no}的违章押金¥2,000.00已退还，请注意查收。',
  ],
  cancelled: [
    { penalty: 13680, refund: 73220 },
    '您预订的大众朗逸（订单号{no}）已取消，违约金¥136.80，将退还¥732.20。',
  ],
  modified: [
    { ref: '11', what: 'trip' },
    '您预订的大众朗逸（订单号{no}）已修改：11月27日18:00在虹桥机场店取车，11月30日18:00在虹桥机场店还车，总额¥869.00。',
  ],
  refunded: [{ ref: '10', amount: 73220 }, '订单{no}的退款¥732.20已退还，请注意查收。'],
}

it.each(Object.keys(samples) as MessageKind[])('%s reads well', async (kind) => {
  const { orderId, orderNo } = await book(t, w)
  await t.root.query('delete from outbox where order_id = $1', [orderId])
  await t.root.query('update "order" set pay_deadline = $2 where id = $1', [orderId, new Date(TEST_NOW + HOUR / 2)])
  const [facts, text] = samples[kind]
  await tell(orderId, kind, facts)
  const { rows } = await t.root.query('select plate from "order" where id = $1', [orderId])
  const body = `周明轩您好，${text}`.replace('{no}', orderNo).replace('{plate}', displayPlate(rows[0].plate))
  expect(await told(orderId)).toMatchObject([{ kind, body, state: 0 }])
})

it('keeps phone and text sealed, and ends with the phone of the store', async () => {
  await t.root.query(`update store set phones = '{021-55556666}' where id = $1`, [w.stores.hongqiao])
  const { orderId } = await book(t, w, { form: { contactPhone: '13712345678' } })
  const [message] = await told(orderId)
  expect(message.body).toMatch(/门店电话021-55556666。$/)
  expect(message.mobileMask).toBe('137****5678')
  expect(message.mobileEnc.toString('latin1')).not.toContain('13712345678')
  const { rows } = await t.root.query('select body, body_enc from outbox where order_id = $1', [orderId])
  expect(rows[0].body).toBe('')
  expect(rows[0].bodyEnc.toString('utf8')).not.toContain('021-55556666')
  const vault = await t.kernel.vaults.merchant(w.merchantId)
  expect(vault.open('outbox.mobile', message.id, message.mobileEnc)).toBe('13712345678')
})

it('says a thing once', async () => {
  const { orderId } = await book(t, w)
  await tell(orderId, 'confirmed', {})
  expect(await told(orderId)).toHaveLength(1)
  await tell(orderId, 'pickupReminder', { documentsUrl: null })
  await tell(orderId, 'pickupReminder', { documentsUrl: null })
  expect(await told(orderId)).toHaveLength(2)
  // Another time is another reminder.
  await t.root.query(`update "order" set pickup_at = pickup_at + interval '1 hour' where id = $1`, [orderId])
  await tell(orderId, 'pickupReminder', { documentsUrl: null })
  expect(await told(orderId)).toHaveLength(3)
})

it('says at most five things a day about an order', async () => {
  const { orderId } = await book(t, w)
  for (let ref = 1; ref <= 8; ref++) await tell(orderId, 'refunded', { ref: String(ref), amount: 100 })
  expect(await told(orderId)).toHaveLength(5)
  t.clock.set(TEST_NOW + DAY)
  await tell(orderId, 'refunded', { ref: '9', amount: 100 })
  expect(await told(orderId)).toHaveLength(6)
})

it('says nothing that the merchant switched off, and nothing to nobody', async () => {
  await t.root.query(`update merchant set settings = '{"notify":{"muted":["customer.confirmed"]}}' where id = $1`, [
    w.merchantId,
  ])
  const { orderId } = await book(t, w)
  expect(await told(orderId)).toEqual([])
  await tell(orderId, 'overdue', {})
  expect(await told(orderId)).toHaveLength(1)
  await t.root.query('update "order" set contact_phone_enc = null where id = $1', [orderId])
  await tell(orderId, 'returnReminder', {})
  expect(await told(orderId)).toHaveLength(1)
})
