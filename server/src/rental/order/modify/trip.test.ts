import { contract } from '@cheyi/contract/index'
import type { InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { reimbursementReasons } from '@cheyi/domain/money/reimbursement/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { afterEach, describe, expect, it } from 'vitest'
import { at } from '../../../testing/at.ts'
import { messagesWhere } from '../../../testing/sms.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { book, books, booksAgree } from '../../../testing/world/bookings.ts'
import { bookArranged, handOut, payRent, prepare } from '../../../testing/world/handover.ts'
import { car, clerk, orderRow, other, owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'

ownMerchant({ other: true })

/*
 * 改单: times, model and store of an order that waits for its pickup, by a quote of the change.
 */

afterEach(() => booksAgree(t))

/** Monday to Wednesday, 400.00 of rent and 135.00 of services. */
const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }

type Wish = Partial<InputOf<typeof contract.quote.quote>>
const ask = async (orderId: string, wish: Wish, options = owner()) => {
  const place = { storeId: w.stores.hongqiao, modelId: w.models.lavida }
  const answer = await t.send(contract.quote.quote, { orderId, ...place, ...trip, ...wish }, options)
  return { ...answer, data: answer.data as OutputOf<typeof contract.quote.quote> | null }
}
const send = (orderId: string, quoteId: string, more: object = {}, options: object = owner()) =>
  t.send(contract.order.updateStatus, { orderId, action: 'modify', quoteId, ...more }, { ...owner(), ...options })
/** Asks for the price and takes it. */
async function modify(orderId: string, wish: Wish, options = owner()) {
  const quoted = await ask(orderId, wish, options)
  return quoted.success ? send(orderId, quoted.data!.quoteId, {}, options) : quoted
}

const held = async (orderId: string) =>
  (await t.root.query('select * from occupancy where ref_id = $1 and active and kind = 0', [orderId])).rows[0]
const history = async (orderId: string) =>
  (await t.call(contract.order.log, { orderId }, owner())).list.map((row) => row.text)
const messages = async (orderId: string) =>
  (await messagesWhere(t, `order_id = $1 and kind = 'modified'`, [orderId])).map((row) => row.body)

describe('an order gets', () => {
  it('another begin and end, at the price that was told, in the books, its history and a message', async () => {
    const { orderId, orderNo } = await bookArranged(t, w, { trip })
    await payRent(t, w, orderId, 53500)
    const wish = { pickupAt: at('11-23T14:00'), returnAt: at('11-26T14:00') }
    const quoted = await ask(orderId, wish)
    expect(quoted.data).toMatchObject({
      total: 75500,
      modification: {
        before: 53500,
        difference: 22000,
        owed: 22000,
        changes: [
          { name: '租金', before: 40000, after: 57000 },
          { name: '基础服务费', before: 10000, after: 15000 },
        ],
        plate: car(0).plate,
        keepsCar: true,
      },
    })
    expect(await send(orderId, quoted.data!.quoteId)).toMatchObject({
      success: true,
      data: { status: orderStatus.arranged, letGo: null },
    })
    expect(await orderRow(orderId)).toMatchObject({
      pickupAt: new Date(wish.pickupAt),
      returnAt: new Date(wish.returnAt),
      days: 3,
      totalFen: '75500',
      owedFen: '22000',
      pinned: true,
      vehicleId: car(0).id,
    })
    expect(await held(orderId)).toMatchObject({ toAt: new Date(wish.returnAt + HOUR), vehicleId: car(0).id })
    expect(await books(t, orderId)).toMatchObject({ customer_receivable: 22000, unearned: -75500 })
    expect(await history(orderId)).toContain(
      '修改订单 · 总额 ¥535.00 → ¥755.00 · 取车 2026-11-23 10:00 → 2026-11-23 14:00；还车 2026-11-25 10:00 → 2026-11-26 14:00',
    )
    expect(await messages(orderId)).toEqual([
      expect.stringContaining(
        `您预订的大众朗逸（订单号${orderNo}）已修改：11月23日14:00在虹桥机场店取车，11月26日14:00在虹桥机场店还车，总额¥755.00。`,
      ),
    ])
  })

  it('another model: the car is let go, and one of the new model kept for it', async () => {
    const { orderId } = await bookArranged(t, w, { trip })
    const quoted = await ask(orderId, { modelId: w.models.qin })
    expect(quoted.data?.modification).toMatchObject({ plate: car(0).plate, keepsCar: false })
    expect(await send(orderId, quoted.data!.quoteId)).toMatchObject({
      data: { status: orderStatus.confirmed, letGo: car(0).plate },
    })
    const after = await orderRow(orderId)
    expect(after).toMatchObject({ modelId: w.models.qin, status: orderStatus.confirmed, pinned: false })
    expect(w.vehicles.qin.map(({ id }) => id)).toContain(after.vehicleId)
    expect(await held(orderId)).toMatchObject({ modelId: w.models.qin, vehicleId: after.vehicleId, pinned: false })
    expect((await history(orderId)).filter((text) => text.includes('改单后原车不能用'))).toHaveLength(1)
  })

  it('another store, with the way back to it', async () => {
    const { orderId } = await book(t, w, { trip })
    expect(await modify(orderId, { returnStoreId: w.stores.pudong })).toMatchObject({ success: true })
    expect(await orderRow(orderId)).toMatchObject({ storeId: w.stores.hongqiao, returnStoreId: w.stores.pudong })
    expect(await held(orderId)).toMatchObject({ oneWay: true })
    expect(await modify(orderId, {})).toMatchObject({ success: true })
    expect(await held(orderId)).toMatchObject({ oneWay: false })
    expect((await history(orderId)).filter((text) => text.includes('还车门店'))).toHaveLength(2)
  })

  it('its car as long as that is free, and else another', async () => {
    const { orderId } = await bookArranged(t, w, { trip })
    await bookArranged(t, w, { trip: { pickupAt: at('11-26T10:00'), returnAt: at('11-27T10:00') } })
    expect(await modify(orderId, { returnAt: at('11-25T18:00') })).toMatchObject({ data: { letGo: null } })
    // A car that was pinned is taken off by hand first.
    expect(await ask(orderId, { returnAt: at('11-26T18:00') })).toMatchObject({ errorCode: 3104 })
    await t.root.query('update "order" set pinned = false where id = $1', [orderId])
    expect(await modify(orderId, { returnAt: at('11-26T18:00') })).toMatchObject({ data: { letGo: car(0).plate } })
    expect(await orderRow(orderId)).toMatchObject({
      vehicleId: car(1).id,
      pinned: false,
      status: orderStatus.confirmed,
    })
  })
})

describe('the change of an order is refused', () => {
  const refusedBy = async (orderId: string, wish: Wish, answer: object, options = owner()) =>
    expect(await ask(orderId, wish, options)).toMatchObject(answer)

  it('to what no order may be', async () => {
    const { orderId } = await book(t, w, { trip })
    await refusedBy(orderId, { returnAt: trip.pickupAt }, { errorCode: 3007, data: { field: 'returnAt' } })
    await refusedBy(orderId, { returnAt: trip.pickupAt + 61 * DAY }, { errorCode: 3009 })
    await refusedBy(orderId, { pickupAt: at('11-19T10:00') }, { errorCode: 3008, data: { field: 'pickupAt' } })
    await refusedBy(
      orderId,
      { pickupAt: at('11-23T03:00') },
      { message: '参数错误：取车时间不在营业时间内：门店营业 每天 08:00–22:00，请改时间或由店长提交' },
      clerk(),
    )
    await refusedBy(orderId, { storeId: other.stores.hongqiao }, { errorCode: -4 })
    await bookArranged(t, w, { trip: { pickupAt: at('12-01T10:00'), returnAt: at('12-02T10:00') } })
    await book(t, w, { trip: { pickupAt: at('12-01T10:00'), returnAt: at('12-02T10:00') } })
    const full = { pickupAt: at('12-01T10:00'), returnAt: at('12-02T10:00') }
    await refusedBy(orderId, full, { errorCode: 3101 })
    expect(await orderRow(orderId)).toMatchObject({ totalFen: '53500', version: 1 })
  })

  it('to less than was refunded of it by itself', async () => {
    const { orderId } = await book(t, w, { trip })
    await payRent(t, w, orderId, 53_500)
    const why = { kind: 1, reasonCode: reimbursementReasons.code.overcharged } as const
    const how = { payMode: payMode.offlineOut, payeeName: '周明轩', payeeTail: '6222' } as const
    const items = [{ code: 'rent' as const, amount: 30_000 }]
    const { id } = await t.call(contract.reimbursement.save, { orderId, ...why, ...how, items }, owner())
    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
    await t.call(contract.reimbursement.pay, { id, payWay: payWay.cash, voucherIds }, owner())
    const message = '参数错误：租金已退¥300.00，改后总额不能更低，请取消后重新下单'
    await refusedBy(orderId, { returnAt: at('11-24T10:00') }, { errorCode: -2, message })
    expect(await modify(orderId, { returnAt: at('11-26T10:00') })).toMatchObject({ success: true })
  })

  it('out of the sight of whoever asks', async () => {
    await t.root.query(
      `update account set store_scope = 1, store_ids = array[$2::bigint] where merchant_id = $1 and name = '测试clerk'`,
      [w.merchantId, w.stores.pudong],
    )
    const { hongqiao, pudong } = w.stores
    const { orderId } = await book(t, w, { trip: { ...trip, returnStoreId: pudong } })
    await refusedBy(orderId, { returnStoreId: hongqiao }, { errorCode: -4 }, clerk())
    expect(await modify(orderId, { returnStoreId: pudong, returnAt: at('11-26T10:00') }, clerk())).toMatchObject({
      success: true,
    })
  })

  it('once it is of a channel, signed for, or picked up', async () => {
    const sold = await book(t, w, { trip: { ...trip, source: 2 }, form: { channelOrderNo: 'C1' } })
    await refusedBy(sold.orderId, { returnAt: at('11-26T10:00') }, { message: '参数错误：渠道订单请在渠道平台修改' })
    const signed = await bookArranged(t, w, { trip: { pickupAt: at('12-03T10:00'), returnAt: at('12-04T10:00') } })
    await prepare(t, w, signed.orderId)
    await refusedBy(
      signed.orderId,
      { returnAt: at('12-05T10:00') },
      { message: '参数错误：合同已签署，不能再改单，请取消后重新下单' },
    )
    const out = await handOut(t, w, { trip: { pickupAt: at('11-27T10:00'), returnAt: at('11-28T10:00') } })
    await refusedBy(out.orderId, { returnAt: at('11-30T10:00') }, { errorCode: 2001 })
  })

  it('by any quote but a living one of this change, at its price, and by a page that is old', async () => {
    const { orderId } = await book(t, w, { trip })
    const two = await book(t, w, { trip })
    const wish = { returnAt: at('11-26T10:00') }
    const quoteOf = async (id: string) => (await ask(id, wish)).data!.quoteId
    const fresh = await t.call(
      contract.quote.quote,
      { storeId: w.stores.hongqiao, modelId: w.models.qin, ...trip, ...wish },
      owner(),
    )
    for (const quoteId of [await quoteOf(two.orderId), fresh.quoteId, '1'])
      expect(await send(orderId, quoteId)).toMatchObject({ errorCode: 3004 })
    const own = await quoteOf(orderId)
    expect(await send(orderId, own, { version: 7 })).toMatchObject({ errorCode: -5 })
    // What prices a change books nothing.
    const form = { quoteId: own, expectTotal: 75500, contactName: '周明轩', contactPhone: '13900008899' }
    expect(await t.send(contract.order.create, { submit: true, ...form }, owner())).toMatchObject({ errorCode: 3004 })
    expect(await send(orderId, own)).toMatchObject({ success: true })
    expect(await send(orderId, own)).toMatchObject({ errorCode: 3004 })
    expect(await modify(orderId, wish)).toMatchObject({ message: '参数错误：没有修改任何内容' })
    const late = await quoteOf(two.orderId)
    await t.root.query('update price_rule set base_fen = base_fen + 100 where merchant_id = $1', [w.merchantId])
    expect(await send(two.orderId, late)).toMatchObject({ errorCode: 3005, data: { total: 75595 } })
    const old = await quoteOf(two.orderId)
    t.clock.advance(15 * MINUTE)
    expect(await send(two.orderId, old)).toMatchObject({ errorCode: 3004 })
    expect(await t.send(contract.order.updateStatus, { orderId, action: 'modify' }, owner())).toMatchObject({
      errorCode: -2,
      message: '参数错误：请先计算改单后的价格',
    })
  })

  it('twice, or to both of two who are at it at once', async () => {
    const { orderId } = await book(t, w, { trip })
    const quotes = await Promise.all(
      ['11-26T10:00', '11-27T10:00', '11-28T10:00'].map(
        async (until) => (await ask(orderId, { returnAt: at(until) })).data!.quoteId,
      ),
    )
    const { version } = await orderRow(orderId)
    const answers = await Promise.all([
      ...quotes.map((quoteId) => send(orderId, quoteId, { version })),
      ...quotes.slice(0, 1).map((quoteId) => send(orderId, quoteId, { version })),
    ])
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect((await history(orderId)).filter((text) => text.startsWith('修改订单'))).toHaveLength(1)
    const again = (await ask(orderId, { returnAt: at('11-24T10:00') })).data!.quoteId
    const same = await Promise.all([1, 2].map(() => send(orderId, again, {}, { key: `again-${orderId}` })))
    expect(same[0]).toMatchObject({ success: true })
    expect(same[1]!.data).toEqual(same[0]!.data)
    expect((await history(orderId)).filter((text) => text.startsWith('修改订单'))).toHaveLength(2)
  })
})

describe('somebody without the keys', () => {
  const wishes = (): Wish[] => [
    { pickupAt: at('11-23T12:00') },
    { returnAt: at('11-26T10:00') },
    { modelId: w.models.qin },
    { returnStoreId: w.stores.pudong },
  ]
  const customer = (orderId: string) =>
    t.send(contract.order.changeCustomer, { orderId, contactName: '陈一鸣', contactPhone: '18621070938' }, clerk())
  const until = (orderId: string, returnAt: number, expectTotal: number) =>
    t.send(contract.order.movePeriod, { orderId, returnAt, expectTotal }, clerk())
  /** Nobody at the counter may modify or cancel. */
  const take = () =>
    t.root.query(
      `update role set menu_ids = array_remove(array_remove(menu_ids, 109), 110) where merchant_id = $1 and letter = 'C'`,
      [w.merchantId],
    )
  const booked = () => book(t, w, { trip, token: w.tokens.clerk })

  it('may put right within the hour what they booked', async () => {
    await take()
    const { orderId } = await booked()
    t.clock.advance(HOUR - 1)
    for (const wish of wishes()) expect(await modify(orderId, wish, clerk())).toMatchObject({ success: true })
    expect(await customer(orderId)).toMatchObject({ success: true })
    expect(await until(orderId, at('11-25T10:00'), Number((await orderRow(orderId)).totalFen))).toMatchObject({
      success: true,
    })
  })

  it('may not later, nor what others booked, nor once money has left', async () => {
    await take()
    const mine = await booked()
    const others = await book(t, w, { trip: { pickupAt: at('12-03T10:00'), returnAt: at('12-05T10:00') } })
    const paid = await booked()
    await payRent(t, w, paid.orderId, paid.total)
    const refused = async (orderId: string, why: string) => {
      const answer = { errorCode: -3, message: `无操作权限：${why}` }
      for (const wish of wishes()) expect(await ask(orderId, wish, clerk())).toMatchObject(answer)
      expect(await customer(orderId)).toMatchObject(answer)
      expect(await until(orderId, at('11-26T10:00'), 75500)).toMatchObject(answer)
    }
    await refused(others.orderId, '只有下单人或有权限的同事可以修改')
    // Cheaper than what was paid would be money out.
    const credit = { errorCode: -3, message: '无操作权限：已收款多于修改后的总额，请有权限的同事办理' }
    expect(await ask(paid.orderId, { returnAt: at('11-24T10:00') }, clerk())).toMatchObject(credit)
    expect(await until(paid.orderId, at('11-24T10:00'), 28500)).toMatchObject(credit)
    const { id } = await t.call(
      contract.reimbursement.save,
      { orderId: paid.orderId, kind: 3, reasonCode: 9, items: [{ name: '补偿', amount: 100 }], payMode: 3 },
      owner(),
    )
    const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.owner)
    await t.call(contract.reimbursement.pay, { id, payWay: payWay.cash, voucherIds }, owner())
    await refused(paid.orderId, '已有款项退出，请有权限的同事办理')
    // A quote that was asked in time does not help later.
    const inTime = (await ask(mine.orderId, { returnAt: at('11-26T10:00') }, clerk())).data!.quoteId
    t.clock.advance(HOUR)
    await refused(mine.orderId, '下单已超过1小时，请有权限的同事办理')
    expect((await send(mine.orderId, inTime, {}, clerk())).success).toBe(false)
    // Cheaper with the key: what was paid more is a credit of the order.
    expect(await modify(paid.orderId, { returnAt: at('11-24T10:00') })).toMatchObject({ success: true })
    expect((await orderRow(paid.orderId)).owedFen).toBe('-25000')
  })
})
