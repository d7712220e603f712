import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { DAY, MINUTE } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../../../testing/app.ts'
import { runDue } from '../../../../testing/jobs.ts'
import { books, weekend } from '../../../../testing/world/bookings.ts'
import { t, w } from '../../../../testing/world/merchant.ts'
import { payLink, tradeOf } from '../../../../testing/world/online.ts'
import { onlineMerchant, simulator } from '../../../../testing/world/online-merchant.ts'
import { onlineOrders } from '../../../../testing/world/online-orders.ts'
import { makeWorld } from '../../../../testing/world/world.ts'

onlineMerchant({ cars: 40 })

const { charge, query, cancel } = contract.payment
const { token, awaiting, link, paymentRow, orderRow } = onlineOrders(() => ({ t, w }))

let serial = 0
const codeOf = (way: number) => `${way === payWay.alipay ? '28' : '13'}${String(++serial).padStart(16, '0')}`
const scan = (paymentId: string, authCode: string) => t.call(charge, { paymentId, authCode }, { token: token() })
/** A code on the screen for what an order owes: above what is paid without a password where there are `days` enough. */
async function shown(way: number = payWay.alipay, days = 1) {
  const { orderId, total } = await awaiting({ trip: { returnAt: weekend.pickupAt + days * DAY } })
  const { paymentId } = await link(orderId, total, { payWay: way as never })
  return { orderId, total, paymentId }
}

describe.each([
  ['支付宝', payWay.alipay],
  ['微信', payWay.wechat],
] as const)('the code that a customer of %s holds up', (_, way) => {
  it('pays the order, ends the code on the screen, and is kept nowhere', async () => {
    const { orderId, total, paymentId } = await shown(way)
    const authCode = codeOf(way)
    const paid = await scan(paymentId, `${authCode.slice(0, 4)} ${authCode.slice(4)}`)
    expect(paid).toMatchObject({ status: paymentStatus.succeeded, qr: null })
    expect(paid.paymentId).not.toBe(paymentId)
    expect((await paymentRow(paymentId)).status).toBe(paymentStatus.closed)
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.confirmed, paidFen: String(total) })
    expect(await books(t, orderId)).toEqual({ online_clearing: total, unearned: -total })
    const { rows } = await t.root.query('select to_jsonb(p) as row from payment p where p.order_id = $1', [orderId])
    expect(JSON.stringify(rows)).not.toContain(authCode)
  })

  it('waits for the password of a larger sum, and is paid once the customer has agreed', async () => {
    const { orderId, total, paymentId } = await shown(way, 9)
    const waiting = await scan(paymentId, codeOf(way))
    expect(waiting).toMatchObject({ status: paymentStatus.processing, qr: null, url: null })
    expect(await orderRow(orderId)).toMatchObject({ paidFen: '0' })
    await simulator.act((await tradeOf(t, waiting.paymentId))!.no, 'approve')
    t.clock.set(TEST_NOW + 4000)
    expect(await t.call(query, { paymentId: waiting.paymentId }, { token: token() })).toMatchObject({
      status: paymentStatus.succeeded,
    })
    expect(await orderRow(orderId)).toMatchObject({ paidFen: String(total) })
  })
})

it('of another provider than the code on the screen pays all the same', async () => {
  const { orderId, total, paymentId } = await shown(payWay.wechat)
  const paid = await scan(paymentId, codeOf(payWay.alipay))
  expect(paid.status).toBe(paymentStatus.succeeded)
  expect((await paymentRow(paid.paymentId)).payWay).toBe(payWay.alipay)
  expect(await orderRow(orderId)).toMatchObject({ paidFen: String(total) })
})

it('is not charged when the customer scanned the code on the screen in the same moment', async () => {
  const { orderId, total, paymentId } = await shown()
  await simulator.fail('lose', (await tradeOf(t, paymentId))!.no)
  await payLink(t, paymentId)
  expect(await scan(paymentId, codeOf(payWay.alipay))).toMatchObject({ paymentId, status: paymentStatus.succeeded })
  expect(await orderRow(orderId)).toMatchObject({ paidFen: String(total) })
  expect(await t.send(charge, { paymentId, authCode: codeOf(payWay.alipay) }, { token: token() })).toMatchObject({
    errorCode: 4001,
  })
})

it('that is refused says why, and nothing is paid or left open', async () => {
  const { orderId, paymentId } = await shown()
  const used = codeOf(payWay.alipay)
  await scan((await shown()).paymentId, used)
  expect(await t.send(charge, { paymentId, authCode: used }, { token: token() })).toMatchObject({
    errorCode: 9001,
    message: '渠道拒绝：支付授权码无效',
  })
  const { rows } = await t.root.query('select status from payment where order_id = $1', [orderId])
  expect(rows.map(({ status }) => status)).toEqual([paymentStatus.closed, paymentStatus.closed])
})

it('without an answer is asked about: what was paid counts once', async () => {
  const { orderId, total, paymentId } = await shown()
  await simulator.fail('timeOutAfterSuccess')
  const waiting = await scan(paymentId, codeOf(payWay.alipay))
  await simulator.fail('none')
  expect(waiting.status).toBe(paymentStatus.waiting)
  t.clock.set(TEST_NOW + 11_000)
  await runDue(t, 'payQuery')
  expect(await orderRow(orderId)).toMatchObject({ paidFen: String(total), owedFen: '0' })
})

it('that nobody agrees to is taken back after two minutes', async () => {
  const { orderId, paymentId } = await shown(payWay.alipay, 9)
  const waiting = await scan(paymentId, codeOf(payWay.alipay))
  t.clock.set(TEST_NOW + 3 * MINUTE)
  await runDue(t, 'payQuery')
  expect((await paymentRow(waiting.paymentId)).status).toBe(paymentStatus.closed)
  expect(await tradeOf(t, waiting.paymentId)).toMatchObject({ state: 'closed' })
  expect(await orderRow(orderId)).toMatchObject({ paidFen: '0' })
})

it('is given up by staff before the customer agrees', async () => {
  const { paymentId } = await shown(payWay.wechat, 9)
  const waiting = await scan(paymentId, codeOf(payWay.wechat))
  expect(await t.call(cancel, { paymentId: waiting.paymentId }, { token: token() })).toMatchObject({
    status: paymentStatus.closed,
  })
  expect(await tradeOf(t, waiting.paymentId)).toMatchObject({ state: 'closed' })
})

it('is the business of who may see the order and holds the key, and must be a code', async () => {
  const other = await makeWorld(t, { name: '别家扫码租车' })
  const { paymentId } = await shown()
  const authCode = codeOf(payWay.alipay)
  expect(await t.send(charge, { paymentId, authCode }, { token: other.tokens.owner })).toMatchObject({
    errorCode: 4004,
  })
  expect(await t.send(charge, { paymentId, authCode }, { token: w.tokens.service })).toMatchObject({ errorCode: -3 })
  expect(await t.send(charge, { paymentId, authCode: '6901234567892000' }, { token: token() })).toMatchObject({
    errorCode: -2,
    message: expect.stringContaining('付款码'),
  })
  expect((await paymentRow(paymentId)).status).toBe(paymentStatus.processing)
})
