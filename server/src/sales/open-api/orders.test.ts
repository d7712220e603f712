import { contract } from '@cheyi/contract/index'
import { cancelReason, responsibility } from '@cheyi/domain/booking/order/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { MINUTE, toIso } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { listen } from '../../testing/flights.ts'
import { runDue } from '../../testing/jobs.ts'
import { makeKey, openChannel, type Told } from '../../testing/open-api.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { formOf } from '../../testing/world/booking.ts'
import { books, booksAgree } from '../../testing/world/bookings.ts'
import { other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import {
  form,
  get,
  ownPlatform,
  type Placed,
  post,
  type Quoted,
  quote,
  stored,
  trip,
} from '../../testing/world/platform.ts'

ownMerchant({ cars: 2, other: true, poolSize: 8 })

ownPlatform()

const codesOf = (answers: readonly Told[]) => answers.map(({ errorCode }) => errorCode).sort((a, b) => a - b)

describe('what a channel may sell', () => {
  it('is told of what is open to it, and of nothing else', async () => {
    const { stores } = (await get('/stores')).data as { stores: { storeId: string; active: boolean }[] }
    expect(stores.map(({ storeId }) => storeId)).toContain(w.stores.hongqiao)
    const { models } = (await get('/models')).data as { models: { modelId: string }[] }
    expect(models.map(({ modelId }) => modelId)).toContain(w.models.lavida)
    await t.root.query('delete from channel_mapping where model_id = $1', [w.models.lavida])
    const asked = `/stock?storeId=${w.stores.hongqiao}&modelId=${w.models.lavida}&from=2026-11-23&to=2026-11-24`
    expect(await get(asked)).toMatchObject({ httpStatus: 200, errorCode: 9205 })
    expect(await post('/quote', trip())).toMatchObject({ errorCode: 9205 })
    const theirs = `/stock?storeId=${other.stores.hongqiao}&modelId=${w.models.lavida}&from=2026-11-23&to=2026-11-24`
    expect(await get(theirs)).toMatchObject({ errorCode: 9204 })
  })

  it('is its stock and price by its terms', async () => {
    await openChannel(t, w, 2, { price_mode: 2, price_value: 1000, stock_mode: 3, stock_value: 1 })
    const place = `storeId=${w.stores.hongqiao}&modelId=${w.models.lavida}&from=2026-11-23&to=2026-11-24`
    expect((await get(`/stock?${place}`)).data).toMatchObject({
      days: [
        { date: '2026-11-23', sellable: 1, total: 2, closed: false },
        { date: '2026-11-24', sellable: 1 },
      ],
    })
    const [own] = await t.call(
      contract.price.rules,
      { storeId: w.stores.hongqiao, modelId: w.models.lavida, source: 2 },
      owner(),
    )
    const pool = { storeId: w.stores.hongqiao, modelId: w.models.lavida }
    const many = { pools: [pool, { ...pool, storeId: w.stores.pudong }], from: '2026-11-23', to: '2026-11-24' }
    expect((await post('/stock/batch', many)).data).toMatchObject({
      pools: [{ ...pool, days: [{ sellable: 1, total: 2 }, {}] }, { days: [{ total: expect.any(Number) }, {}] }],
    })
    expect(await post('/stock/batch', { ...many, to: '2026-12-01' })).toMatchObject({ errorCode: -2 })
    // Of a store at once, however many models are asked of it.
    const statements = async (pools: object[]) => {
      // The refusal before is written to the log after its answer.
      await t.kernel.afterwards.idle()
      const sent = await listen(async () =>
        expect(await post('/stock/batch', { ...many, pools })).toHaveProperty('success', true),
      )
      return sent.filter(({ text }) => text.startsWith('select') || text.startsWith('with')).length
    }
    expect(await statements([pool, { ...pool, modelId: w.models.gl8 }])).toBe(await statements([pool]))
    expect((await get(`/prices?${place}`)).data).toMatchObject({ days: [{ priceFen: own!.today!.price }, {}] })
    const { totalFen, sellable, lines } = await quote()
    expect(sellable).toBe(1)
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(totalFen)
    expect(await post('/orders', await form())).toMatchObject({ success: true })
    expect(await post('/orders', await form())).toMatchObject({ httpStatus: 200, errorCode: 9201 })
    expect((await get(`/stock?${place}`)).data).toMatchObject({ days: [{ sellable: 0 }, { sellable: 0 }] })
  })

  it('is nothing while it rests, and its orders go on', async () => {
    const placed = await form()
    await post('/orders', placed)
    const late = await form()
    await openChannel(t, w, 2, { status: 3 })
    expect(await post('/quote', trip())).toMatchObject({ errorCode: 9010 })
    expect(await post('/orders', late)).toMatchObject({ errorCode: 9010 })
    expect(await get(`/orders/${placed.channelOrderNo}`)).toMatchObject({ success: true })
    expect(await post(`/orders/${placed.channelOrderNo}/cancel`)).toMatchObject({ success: true })
  })

  it('asks for the scope of each', async () => {
    const narrow = await makeKey(t, w, 2, { scopes: ['stock'] })
    expect(await get('/stores', narrow)).toMatchObject({ httpStatus: 403, errorCode: 9107 })
    expect(await post('/orders', await form(), narrow)).toMatchObject({ httpStatus: 403, errorCode: 9107 })
  })
})

describe('an order', () => {
  it('is placed as the counter does: car, bill, renter, and its channel’s name', async () => {
    const asked = await form()
    const { data } = await post('/orders', asked)
    expect(data).toMatchObject({ status: 3, duplicate: false, totalFen: asked.amountFen, statusName: '已确认' })
    const { orderId } = data as Placed
    expect(await stored(asked.channelOrderNo)).toMatchObject([
      { id: orderId, source: 2, arrived: 2, contactName: '张三', status: 3 },
    ])
    expect(await books(t, orderId)).toEqual({ customer_receivable: asked.amountFen, unearned: -asked.amountFen })
    const listed = await t.call(contract.order.list, { source: [2] }, owner())
    expect(listed.list.map((row) => row.orderId)).toEqual([orderId])
    const shown = await get(`/orders/${asked.channelOrderNo}`)
    expect(JSON.stringify(shown.data)).not.toMatch(/张三|1380000/)
  })

  it('is placed once, and answered alike whenever it is sent again', async () => {
    const asked = await form()
    const first = (await post('/orders', asked)).data as Placed
    const again = (await post('/orders', asked)).data as Placed
    expect(again).toEqual({ ...first, duplicate: true })
    expect(await post('/orders', { ...asked, amountFen: asked.amountFen + 1 })).toMatchObject({ errorCode: 9203 })
    expect(await post('/orders', { ...asked, customer: { name: '李四', mobile: '13800001234' } })).toMatchObject({
      errorCode: 9203,
    })
  })

  it('of many sent at once is one', async () => {
    const asked = await form()
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/orders', asked)))
    expect(answers.every(({ success }) => success)).toBe(true)
    expect(new Set(answers.map(({ data }) => (data as Placed).orderId)).size).toBe(1)
    expect(await stored(asked.channelOrderNo)).toHaveLength(1)
  })

  it('and others for the last cars are as many as there are cars, beside the counter', async () => {
    const forms = await Promise.all(Array.from({ length: 6 }, () => form()))
    const quotes = await Promise.all(
      [1, 2].map(() =>
        t.call(
          contract.quote.quote,
          {
            storeId: w.stores.hongqiao,
            modelId: w.models.lavida,
            pickupAt: at('11-23T10:00'),
            returnAt: at('11-24T10:00'),
          },
          owner(),
        ),
      ),
    )
    const [placed, typed] = await Promise.all([
      Promise.all(forms.map((one) => post('/orders', one))),
      Promise.all(quotes.map((one) => t.send(contract.order.create, formOf(one), owner()))),
    ])
    expect([...placed, ...typed].filter(({ success }) => success)).toHaveLength(2)
    expect(new Set(codesOf(placed.filter(({ success }) => !success)))).toEqual(new Set([9201]))
  })

  it('meets a stop of sale that comes first, or stands', async () => {
    const asked = await form()
    const stop = { storeId: w.stores.hongqiao, modelId: w.models.lavida }
    await t.root.query(
      `insert into price_calendar (merchant_id, store_id, model_id, source, date, stop) values ($1, $2, $3, 2, '2026-11-23', true)`,
      [w.merchantId, stop.storeId, stop.modelId],
    )
    expect(await post('/orders', asked)).toMatchObject({ errorCode: 9201, data: { closed: true } })
    expect(await stored(asked.channelOrderNo)).toEqual([])
  })

  it('costs what was told: within the tolerance by a line, beyond it by a new quote', async () => {
    const { totalFen } = await quote()
    const less = await form({ amountFen: totalFen - 100 })
    expect((await post('/orders', less)).data).toMatchObject({ totalFen: totalFen - 100 })
    const more = await form({ amountFen: totalFen + 100 })
    expect((await post('/orders', more)).data).toMatchObject({ totalFen })
    const far = await form({ amountFen: totalFen - 101 })
    const refused = await post('/orders', far)
    expect(refused).toMatchObject({ httpStatus: 200, errorCode: 9202, data: { quote: { totalFen } } })
    expect(await stored(far.channelOrderNo)).toEqual([])
  })

  it('holds the price of its quote, and of no other trip’s', async () => {
    const { quoteId, totalFen } = await quote()
    await t.root.query('update price_rule set base_fen = base_fen * 2, weekend_fen = null where merchant_id = $1', [
      w.merchantId,
    ])
    expect(await post('/orders', await form({ quoteId, amountFen: totalFen }))).toMatchObject({
      success: true,
      data: { totalFen },
    })
    expect(await post('/orders', await form({ quoteId, amountFen: totalFen }))).toMatchObject({ errorCode: 9202 })
    const theirs = await makeKey(t, w, 3)
    await openChannel(t, w, 3)
    const foreign = (await post('/quote', trip(), theirs)).data as Quoted
    await t.root.query('update price_rule set base_fen = base_fen * 2 where merchant_id = $1', [w.merchantId])
    expect(await post('/orders', await form({ quoteId: foreign.quoteId, amountFen: foreign.totalFen }))).toMatchObject({
      errorCode: 9202,
    })
  })

  it('is checked without a number and without an amount, at our price', async () => {
    const { channelOrderNo: _, amountFen: totalFen, ...asked } = await form()
    const right = { data: { ok: true, totalFen } }
    expect(await post('/orders/check', asked)).toMatchObject(right)
    expect(await post('/orders/check', { ...asked, amountFen: totalFen })).toMatchObject(right)
    const lines = [{ kind: 'rent', name: '租金', amountFen: totalFen - 5000 }]
    expect(await post('/orders/check', { ...asked, lines })).toMatchObject({ errorCode: 9202 })
    expect(await post('/orders/check', { ...asked, amountFen: 1 })).toMatchObject({ errorCode: 9202 })
    const byTest = await makeKey(t, w, 2, { test: true })
    expect(await post('/orders/check', asked, byTest)).toMatchObject(right)
    const changed = { ...asked, customer: { name: '测试变价', mobile: '13800001234' } }
    expect(await post('/orders/check', changed, byTest)).toMatchObject({ errorCode: 9202 })
    // An order needs both.
    expect(await post('/orders', asked)).toMatchObject({ errorCode: -2 })
    const { rows } = await t.root.query('select count(*)::int as n from channel_order where merchant_id = $1', [
      w.merchantId,
    ])
    expect(rows[0].n).toBe(0)
  })

  it('is checked without a trace', async () => {
    const asked = await form()
    expect(await post('/orders/check', asked)).toMatchObject({
      success: true,
      data: { ok: true, totalFen: asked.amountFen },
    })
    expect(await stored(asked.channelOrderNo)).toEqual([])
    expect((await t.root.query('select 1 from channel_order where merchant_id = $1', [w.merchantId])).rows).toEqual([])
    expect(await post('/orders', asked)).toMatchObject({ success: true, data: { duplicate: false } })
  })

  it('waits for a yes where nobody confirms by itself, and is refused at its deadline', async () => {
    await openChannel(t, w, 2, { auto_confirm: false, confirm_timeout_min: 30 })
    const asked = await form()
    const placed = (await post('/orders', asked)).data as Placed & { confirmBy: string }
    expect(placed).toMatchObject({ status: 2, confirmBy: toIso(t.clock.now() + 30 * MINUTE) })
    const listed = await t.call(contract.order.list, { status: [2] }, owner())
    expect(listed.list.map((row) => row.orderId)).toEqual([placed.orderId])
    t.clock.advance(31 * MINUTE)
    await runDue(t, 'unaccepted')
    expect((await get(`/orders/${asked.channelOrderNo}`)).data).toMatchObject({ status: 8 })
  })

  it('that the platform was paid for owes nothing at the counter, and its cancel gives the money back by itself', async () => {
    const asked = await form({ payment: 'prepaid' })
    const { orderId, totalFen } = (await post('/orders', asked)).data as Placed
    expect(await books(t, orderId)).toEqual({ platform_clearing: totalFen, unearned: -totalFen })
    await booksAgree(t)
    expect((await get(`/orders/${asked.channelOrderNo}`)).data).toMatchObject({ paidFen: totalFen })
    const cancel = () => post(`/orders/${asked.channelOrderNo}/cancel`, { responsibility: 'channel' })
    const { data } = await cancel()
    expect(data).toMatchObject({ status: 8, penaltyFen: 0, refundFen: totalFen })
    expect((await cancel()).data).toEqual(data)
    // Nothing waits for anybody, and nothing is on its way that will never arrive.
    expect(await books(t, orderId)).toEqual({})
    expect(await t.call(contract.cashShift.awaited, {}, owner())).toEqual([])
    expect(await t.call(contract.order.detail, { orderId }, owner())).toMatchObject({
      pendingRefunds: null,
      refundDue: 0,
    })
    await booksAgree(t)
  })

  it('that a customer calls off late leaves the penalty with the platform, the rest goes back', async () => {
    const asked = await form({ payment: 'prepaid' })
    const { orderId, totalFen } = (await post('/orders', asked)).data as Placed
    t.clock.set(at('11-23T09:00'))
    const { data } = await post(`/orders/${asked.channelOrderNo}/cancel`)
    const { penaltyFen, refundFen } = data as { penaltyFen: number; refundFen: number }
    expect(penaltyFen).toBeGreaterThan(0)
    expect(data).toMatchObject({ status: 8, refundFen: totalFen - penaltyFen })
    expect(await books(t, orderId)).toEqual({ platform_clearing: penaltyFen, penalty_income: -penaltyFen })
    expect(refundFen).toBeLessThan(totalFen)
    await booksAgree(t)
  })

  it('of the platform that the shop calls off is given back by the platform, once somebody says so', async () => {
    const asked = await form({ payment: 'prepaid' })
    const { orderId, totalFen } = (await post('/orders', asked)).data as Placed
    const off = { reason: cancelReason.noVehicle, responsibility: responsibility.merchant, note: '车辆故障' }
    await t.call(contract.order.cancel, { orderId, ...off, expectPenalty: 0 }, owner())
    expect(await t.call(contract.order.detail, { orderId }, owner())).toMatchObject({
      pendingRefunds: 'byHand',
      refundCame: payWay.platform,
      refundDue: totalFen,
    })
    const pay = {
      orderId,
      action: 'retryRefund',
      voucherIds: await uploadPhotos(t, 'voucher', 1, w.tokens.owner),
    } as const
    // Of an order that the platform placed itself only its own word or its statement counts.
    expect(await t.send(contract.order.updateStatus, { ...pay, payWay: payWay.platform }, owner())).toMatchObject({
      errorCode: -2,
      message: '参数错误：平台收的款由平台退回，请以平台的取消通知或对账单为准',
    })
    await t.root.query('update "order" set arrived = 1 where id = $1', [orderId])
    await t.call(contract.order.updateStatus, { ...pay, payWay: payWay.platform }, owner())
    expect(await books(t, orderId)).toEqual({})
    expect(await t.call(contract.cashShift.awaited, {}, owner())).toEqual([])
    expect(await t.call(contract.order.detail, { orderId }, owner())).toMatchObject({ status: 8 })
    await booksAgree(t)
  })

  it('that the shop called off is over with the word of the platform', async () => {
    const asked = await form({ payment: 'prepaid' })
    const { orderId, totalFen } = (await post('/orders', asked)).data as Placed
    const off = { reason: cancelReason.noVehicle, responsibility: responsibility.merchant, note: '车辆故障' }
    await t.call(contract.order.cancel, { orderId, ...off, expectPenalty: 0 }, owner())
    expect((await post(`/orders/${asked.channelOrderNo}/cancel`)).data).toMatchObject({
      status: 8,
      refundFen: totalFen,
    })
    expect(await books(t, orderId)).toEqual({})
  })

  it('that was prepaid is booked once the store accepts it, and a refusal leaves nothing', async () => {
    await openChannel(t, w, 2, { auto_confirm: false })
    const place = async () => {
      const asked = await form({ payment: 'prepaid' })
      return { no: asked.channelOrderNo, ...((await post('/orders', asked)).data as Placed & { paidFen: number }) }
    }
    const one = await place()
    const { orderId, totalFen } = one
    expect(one).toMatchObject({ status: 2, paidFen: totalFen })
    expect(await books(t, orderId)).toEqual({ customer_receivable: totalFen, unearned: -totalFen })
    const detail = await t.call(contract.order.detail, { orderId }, owner())
    expect(detail.fees).toMatchObject({ owed: 0, paid: 0, byPlatform: true })
    expect(detail.actions.map(({ code }) => code)).not.toContain('pay')
    const bill = { receivable: totalFen, received: 0, platformHeld: totalFen, owed: 0 }
    expect(await t.call(contract.expense.bill, { orderId }, owner())).toMatchObject(bill)
    const collect = { orderId, payKind: payKind.rent, amount: totalFen, payWay: payWay.cash }
    expect(await t.send(contract.payment.collect, collect, owner())).toMatchObject({ errorCode: 4001 })
    await t.call(contract.order.updateStatus, { orderId, status: 3 }, owner())
    expect(await books(t, orderId)).toEqual({ platform_clearing: totalFen, unearned: -totalFen })
    expect((await t.call(contract.order.detail, { orderId }, owner())).fees).toMatchObject({ owed: 0, paid: totalFen })
    await booksAgree(t)

    const two = await place()
    await t.call(contract.order.updateStatus, { orderId: two.orderId, status: 8, reason: '没有车' }, owner())
    expect((await get(`/orders/${two.no}`)).data).toMatchObject({ status: 8 })
    expect(await books(t, two.orderId)).toEqual({})
    expect((await t.root.query('select 1 from payment where order_id = $1', [two.orderId])).rows).toEqual([])
    // The platform learns what it has to give back, although none of it was ever in the books.
    expect((await post(`/orders/${two.no}/cancel`)).data).toMatchObject({ status: 8, refundFen: totalFen })
    await booksAgree(t)
  })

  it('that was prepaid and is called off late while it waits pays its penalty from what the platform has', async () => {
    await openChannel(t, w, 2, { auto_confirm: false })
    const asked = await form({ payment: 'prepaid' })
    const { orderId, totalFen } = (await post('/orders', asked)).data as Placed
    t.clock.set(at('11-23T09:00'))
    const preview = (await post(`/orders/${asked.channelOrderNo}/cancel/preview`)).data as { penaltyFen: number }
    const { data } = await post(`/orders/${asked.channelOrderNo}/cancel`)
    expect(data).toMatchObject({ ...preview, paidFen: preview.penaltyFen })
    expect(preview).toMatchObject({ paidFen: totalFen, refundFen: totalFen - preview.penaltyFen })
    expect(await books(t, orderId)).toEqual({
      platform_clearing: preview.penaltyFen,
      penalty_income: -preview.penaltyFen,
    })
  })

  it('with deposits that the platform exempts or has taken asks for none of them at the pickup', async () => {
    const asked = await form({ deposits: { rental: 'waived', violation: 'held' } })
    const placed = (await post('/orders', asked)).data as Placed
    const told = { rental: { by: 'waived', dueFen: 0 }, violation: { by: 'held', dueFen: 0 } }
    expect(placed).toMatchObject({ deposits: told })
    expect((await get(`/orders/${asked.channelOrderNo}`)).data).toMatchObject({ deposits: told })
    const { orderId } = placed
    const { rows } = await t.call(contract.deposit.detail, { orderId }, owner())
    expect(rows).toMatchObject([
      { kind: 1, payStatus: 1, mode: 3, waiveType: 3, held: 0, holdStatus: 9 },
      { kind: 2, payStatus: 1, mode: 3, waiveType: 5, held: rows[1]!.amount, holdStatus: 9 },
    ])
    expect(await t.call(contract.order.detail, { orderId }, owner())).toMatchObject({ depositStatus: 2 })
    const collect = { orderId, kind: 3, mode: 1, payWay: 1, amount: rows[0]!.amount } as const
    expect(await t.send(contract.deposit.pay, collect, owner())).toMatchObject({ errorCode: 4003 })
    expect(
      await t.send(contract.deposit.withdrawWaiver, { depositId: rows[1]!.depositId, reason: '改为门店收取' }, owner()),
    ).toMatchObject({ errorCode: -2, message: '参数错误：该押金由平台免除或代收，不能向客户收取' })
    expect(await post('/orders', { ...asked, deposits: { rental: 'waived' } })).toMatchObject({ errorCode: 9203 })
  })

  it('with one deposit exempted owes the other', async () => {
    const asked = await form({ deposits: { violation: 'waived' } })
    const { orderId } = (await post('/orders', asked)).data as Placed
    const { rows } = await t.call(contract.deposit.detail, { orderId }, owner())
    expect((await get(`/orders/${asked.channelOrderNo}`)).data).toMatchObject({
      deposits: { rental: { by: 'store', dueFen: rows[0]!.amount }, violation: { by: 'waived', dueFen: 0 } },
    })
    expect(rows[0]!.amount).toBeGreaterThan(0)
    expect(rows.map(({ payStatus }) => payStatus)).toEqual([0, 1])
  })

  it('takes the privacy numbers of platforms, and sends them no text; two spellings of a mobile are one person', async () => {
    const renterOf = async (mobile: string) => {
      const asked = await form({ customer: { name: '王五', mobile } })
      expect(await post('/orders', asked)).toMatchObject({ success: true })
      return (await stored(asked.channelOrderNo))[0]
    }
    const hidden = await renterOf('95187123456转1234')
    const texts = 'select 1 from outbox where merchant_id = $1 and order_id = $2'
    expect((await t.root.query(texts, [w.merchantId, hidden.id])).rows).toEqual([])
    await post(`/orders/${hidden.channelOrderNo}/cancel`)
    const plain = await renterOf('13800005678')
    expect((await t.root.query(texts, [w.merchantId, plain.id])).rows).toHaveLength(1)
    expect((await renterOf('+86 138-0000-5678')).renterId).toBe(plain.renterId)
  })

  it('that staff typed before is taken over where it is the same', async () => {
    const typed = await t.call(
      contract.quote.quote,
      {
        storeId: w.stores.hongqiao,
        modelId: w.models.lavida,
        pickupAt: at('11-23T10:00'),
        returnAt: at('11-24T10:00'),
        source: 2,
      },
      owner(),
    )
    const { orderId } = await t.call(contract.order.create, formOf(typed, { channelOrderNo: 'TYPED-1' }), owner())
    const other = await form({ channelOrderNo: 'TYPED-1', returnAt: '2026-11-25T10:00:00+08:00' })
    expect(await post('/orders', other)).toMatchObject({ errorCode: 9203 })
    const same = await form({ channelOrderNo: 'TYPED-1' })
    expect((await post('/orders', { ...same, deposits: { rental: 'held' } })).data).toMatchObject({
      orderId,
      duplicate: true,
      deposits: { rental: { by: 'held', dueFen: 0 }, violation: { by: 'store' } },
    })
    expect(await stored('TYPED-1')).toMatchObject([{ id: orderId, arrived: 2 }])
  })

  it.each([
    [{ pickupAt: '2026-11-23T23:30:00+08:00' }, 9206],
    [{ pickupAt: '2026-11-20T09:00:00+08:00' }, 9207],
    [{ pickupAt: '2026-11-23 10:00' }, -2],
    [{ pickupAt: '2026-02-31T10:00:00+08:00' }, -2],
    [{ customer: { name: '张三', mobile: '138' } }, -2],
    [{ customer: { name: '张三', mobile: '13800001234', idNumber: '310101199001010000' } }, 9209],
    [{ channelOrderNo: "a'b" }, -2],
    [{ deposits: { rental: 'free' } }, -2],
  ])('is refused: %o → %i', async (more, code) => {
    expect((await post('/orders', await form(more))).errorCode).toBe(code)
  })
})
