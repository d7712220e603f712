import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PayAccount, PaySimulator } from '../../../kernel/pay-port.ts'
import { TEST_NOW, type TestApp, testApp } from '../../../testing/app.ts'
import { holding } from '../../../testing/hostile/faults.ts'
import { inTheEnd } from '../../../testing/in-the-end.ts'
import { runDue } from '../../../testing/jobs.ts'
import { book, booksAgree } from '../../../testing/world/bookings.ts'
import { payLink, tradeOf } from '../../../testing/world/online.ts'
import { onlineOrders } from '../../../testing/world/online-orders.ts'
import { makeWorld, type World } from '../../../testing/world/world.ts'

let t: TestApp
let w: World
let simulator: PaySimulator
let account: PayAccount
/** How often WeChat was asked which certificates it signs by. */
let asked = 0

const { saveChannel, channels } = contract.payment
const { link, orderRow } = onlineOrders(() => ({ t, w }))

beforeAll(async () => {
  t = await testApp()
  simulator = t.kernel.outside.pay.simulator!
  account = await simulator.account('wechat')
})
afterAll(() => t.close())
beforeEach(async () => {
  w = await makeWorld(t, { cars: 10 })
  asked = 0
  const real = globalThis.fetch
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (String(input).endsWith('/v3/certificates')) asked++
    return real(input, init)
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await booksAgree(t)
  await simulator.certificates('key')
  await simulator.fail('none')
  t.clock.set(TEST_NOW)
  await t.root.query('update pay_channel set certificates_ask_at = null')
})

const owner = () => ({ token: w.tokens.owner })
const save = (more: Partial<PayAccount> & { id?: string; version?: number } = {}) =>
  t.call(saveChannel, { ...account, ...more, payWay: payWay.wechat, enabled: true }, owner())
const held = async () => (await t.call(channels, {}, owner())).list[0]!
/** A contract of a shop that has certificates, the first of which was typed. */
async function byCertificate() {
  await simulator.certificates('begin')
  const { certificates } = t.kernel.outside.pay.provider(account)
  const [first] = await certificates!.fetch()
  asked = 0
  return save({ providerKey: first!.certificate, providerKeyId: first!.serial })
}
/** An order that waits for its customer to pay by WeChat. */
async function awaiting() {
  const { orderId, total } = await book(t, w, { form: { payMode: payMode.onlineIn } })
  const { paymentId } = await link(orderId, total, { payWay: payWay.wechat })
  return { orderId, total, paymentId }
}
const unsigned = async () =>
  (
    await t.root.query(`select count(*)::int as n from pay_notice where verdict = 'unsigned' and merchant_id = $1`, [
      w.merchantId,
    ])
  ).rows[0].n
/** What is told of it waits, signed as of now. */
async function payAndTellLater({ paymentId }: { readonly paymentId: string }): Promise<void> {
  await simulator.fail('delay', (await tradeOf(t, paymentId))!.no)
  await payLink(t, paymentId)
}
const isPaid = async ({ orderId, total }: { orderId: string; total: number }) =>
  expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.confirmed, paidFen: String(total) })

describe('WeChat’s certificates', () => {
  it('are asked for once they are due, all that are given are kept, and again six hours later', async () => {
    await byCertificate()
    await simulator.certificates('publish')
    await Promise.all([runDue(t, 'payCertificates'), runDue(t, 'payCertificates')])
    expect(asked).toBe(1)
    const { certificates, certificatesAt, certificatesFault } = await held()
    expect(certificates).toHaveLength(2)
    expect(certificates[0]).toMatchObject({ to: TEST_NOW + 5 * 365 * DAY, ended: false })
    expect([certificatesAt, certificatesFault]).toEqual([TEST_NOW, ''])
    t.clock.advance(6 * HOUR - MINUTE)
    await runDue(t, 'payCertificates')
    expect(asked).toBe(1)
    t.clock.advance(MINUTE)
    await runDue(t, 'payCertificates')
    expect(asked).toBe(2)
  })

  it('are replaced while a payment is open: the old and the new one count, and then the new one alone', async () => {
    await byCertificate()
    const [byOld, byNew, late, tooLate] = [await awaiting(), await awaiting(), await awaiting(), await awaiting()]
    await simulator.certificates('publish')
    await runDue(t, 'payCertificates')
    await payAndTellLater(late)
    await payLink(t, byOld.paymentId)
    await simulator.certificates('switch')
    await payLink(t, byNew.paymentId)
    // Signed by the old one, told after the new one signs: both are valid.
    await simulator.flush()
    for (const one of [byOld, byNew, late]) await isPaid(one)
    expect([asked, await unsigned()]).toEqual([1, 0])

    await payAndTellLater(tooLate)
    await simulator.certificates('publish')
    await simulator.certificates('switch')
    await simulator.certificates('drop')
    await t.root.query('update pay_channel set certificates_ask_at = $1, certificates_asked_at = null', [
      new Date(TEST_NOW),
    ])
    await runDue(t, 'payCertificates')
    expect((await held()).certificates).toHaveLength(1)
    await simulator.flush()
    expect([await unsigned(), (await orderRow(tooLate.orderId)).paidFen]).toEqual([1, '0'])
    // It is asked about, and the answer is signed by what is given now.
    t.clock.advance(10_000)
    await runDue(t, 'payQuery')
    await isPaid(tooLate)
  })

  it('that nobody here has seen are asked for when a notification comes under one', async () => {
    await byCertificate()
    const open = await awaiting()
    await simulator.certificates('publish')
    await simulator.certificates('switch')
    await payLink(t, open.paymentId)
    await isPaid(open)
    expect([asked, await unsigned()]).toEqual([1, 0])
  })

  it('that nobody here has seen are asked for when an answer comes under one', async () => {
    await byCertificate()
    const open = await awaiting()
    await simulator.fail('lose', (await tradeOf(t, open.paymentId))!.no)
    await payLink(t, open.paymentId)
    await simulator.certificates('publish')
    await simulator.certificates('switch')
    t.clock.advance(10_000)
    await runDue(t, 'payQuery')
    await t.kernel.afterwards.idle()
    await isPaid(open)
    expect(asked).toBe(1)
    expect((await held()).certificates).toHaveLength(2)
  })

  it('are not asked for by a storm of serial numbers that somebody made up', async () => {
    const { id } = await byCertificate()
    const open = await awaiting()
    const send = (n: number) =>
      t.app.inject({
        method: 'POST',
        url: `/callback/v1/pay/wechat/${id}`,
        headers: {
          'wechatpay-serial': n.toString(16).padStart(40, 'A'),
          'wechatpay-timestamp': String(Math.floor(t.clock.now() / 1000)),
          'wechatpay-nonce': 'n',
          'wechatpay-signature': 'bm9uZQ==',
        },
        payload: `{"id":"${n}"}`,
      })
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => send(n)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
    expect([asked, await unsigned()]).toEqual([1, 60])
    t.clock.advance(4 * MINUTE)
    await send(60)
    expect(asked).toBe(1)
    t.clock.advance(MINUTE)
    await send(61)
    await send(62)
    expect(asked).toBe(2)
    // What is signed rightly meanwhile is taken.
    await payLink(t, open.paymentId)
    await isPaid(open)
  })

  it('that have ended sign nothing any more, and the settings say so', async () => {
    const { id, version } = await byCertificate()
    await runDue(t, 'payCertificates')
    const open = await awaiting()
    await payAndTellLater(open)
    const kept = (await t.root.query('select certificates from pay_channel where id = $1', [id])).rows[0].certificates
    const ended = JSON.stringify([{ ...kept[0], to: TEST_NOW - 1 }])
    await t.root.query('update pay_channel set certificates = $2 where id = $1', [id, ended])
    await simulator.flush()
    expect(await orderRow(open.orderId)).toMatchObject({ paidFen: '0' })
    expect((await held()).certificates).toMatchObject([{ ended: true }])
    // The contract itself is as it was: its certificates are no edit of it.
    expect((await held()).version).toBe(version)
    expect([asked, await unsigned()]).toEqual([1, 1])
    // Valid ones are due by then, and asking about the payment makes it good.
    t.clock.advance(6 * HOUR)
    await runDue(t, 'payCertificates')
    await runDue(t, 'payQuery')
    await isPaid(open)
  })

  it('and a public key count side by side while a shop moves from one to the other', async () => {
    await save()
    await runDue(t, 'payCertificates')
    // Without certificates nothing is wrong with a public key.
    expect(await held()).toMatchObject({ certificates: [], certificatesFault: '' })
    const [byCertificateNow, byKey] = [await awaiting(), await awaiting()]
    await simulator.certificates('begin')
    t.clock.advance(6 * HOUR)
    await runDue(t, 'payCertificates')
    expect((await held()).certificates).toHaveLength(1)
    t.clock.set(TEST_NOW)
    await payLink(t, byCertificateNow.paymentId)
    await simulator.certificates('key')
    await payLink(t, byKey.paymentId)
    for (const one of [byCertificateNow, byKey]) await isPaid(one)
  })

  it.each([
    ['another APIv3 key', { secret: 'x'.repeat(32) }, 'APIv3密钥不正确，无法解密平台证书'],
    ['another serial number of the shop', { keySerial: 'ABCDEF0123456789' }, '微信支付拒绝：签名错误'],
  ])('cannot be had with %s, which the settings say', async (_, wrong, fault) => {
    await simulator.certificates('begin')
    const { id, version } = await save(wrong)
    await runDue(t, 'payCertificates')
    expect(await held()).toMatchObject({ certificates: [], certificatesFault: fault })
    // What was mended is asked for at once.
    await save({ id, version })
    await runDue(t, 'payCertificates')
    expect(await held()).toMatchObject({ certificates: [{}], certificatesFault: '' })
  })

  it('that cannot be had are told of once a day to who manages the contract, until they can', async () => {
    const { merchantNo } = account
    const told = async () => {
      const { rows } = await t.root.query(
        `select a.name, n.body, n.read_at is null as unread from notification n join account a on a.id = n.account_id
          where n.merchant_id = $1 and n.ref like 'pay-channel/%' order by n.id`,
        [w.merchantId],
      )
      return rows
    }
    await byCertificate()
    await simulator.fail('down')
    await runDue(t, 'payCertificates')
    const [first, ...others] = await told()
    const holders = others.length + 1
    expect(first).toMatchObject({ body: `商户号${merchantNo}：微信支付没有应答，稍后自动重试`, unread: true })
    expect((await told()).map(({ name }) => name)).not.toContain('店员')
    t.clock.advance(HOUR)
    await runDue(t, 'payCertificates')
    expect(await told()).toHaveLength(holders)
    t.clock.advance(DAY)
    await runDue(t, 'payCertificates')
    expect(await told()).toHaveLength(2 * holders)
    await simulator.fail('none')
    t.clock.advance(HOUR)
    await runDue(t, 'payCertificates')
    expect((await told()).filter(({ unread }) => unread)).toEqual([])
    expect(await told()).toHaveLength(2 * holders)
  })

  it('stay while WeChat does not answer', async () => {
    await byCertificate()
    await runDue(t, 'payCertificates')
    await simulator.fail('down')
    t.clock.advance(6 * HOUR)
    await runDue(t, 'payCertificates')
    expect(await held()).toMatchObject({ certificates: [{}], certificatesFault: '微信支付没有应答，稍后自动重试' })
    await simulator.fail('none')
    t.clock.advance(HOUR)
    await runDue(t, 'payCertificates')
    expect(await held()).toMatchObject({ certificates: [{}], certificatesFault: '' })
  })

  it('that were given to another merchant number are forgotten with it', async () => {
    const { id, version } = await byCertificate()
    await runDue(t, 'payCertificates')
    const { providerKey, providerKeyId } = await held()
    await save({ id, version, providerKey, providerKeyId, merchantNo: '1900000001' })
    expect(await held()).toMatchObject({ certificates: [], certificatesAt: null })
  })
})

it('a contract that two save at once is saved by one, and the other is told that it changed', async () => {
  const { id, version } = await save()
  const more = { ...account, payWay: payWay.wechat, enabled: true, id, version } as const
  // Reading goes on, and both stand still where they want to write.
  const lock = await holding(t, 'lock table pay_channel in exclusive mode')
  const numbers = ['1900000001', '1900000002']
  const both = Promise.all(numbers.map((merchantNo) => t.send(saveChannel, { ...more, merchantNo }, owner())))
  await inTheEnd(async () => expect(await lock.blocked()).toHaveLength(2)).finally(lock.release)
  const answers = await both
  expect(answers.map(({ errorCode }) => errorCode).toSorted()).toEqual([-5, 0])
  const saved = answers.findIndex(({ success }) => success)
  // WeChat knows neither number, so it is kept and switched off.
  expect(answers[saved]!.data).toMatchObject({ id, version: version + 2, check: { state: 'wrong' } })
  expect((await held()).merchantNo).toBe(numbers[saved])
})
