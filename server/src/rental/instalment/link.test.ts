import { contract } from '@cheyi/contract/index'
import { payKind, paymentStatus, payWay } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { instalmentStatus as s } from '@cheyi/domain/rental/instalment/codes'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PaySimulator } from '../../kernel/pay-port.ts'
import { runDue } from '../../testing/jobs.ts'
import { books, booksAgree } from '../../testing/world/bookings.ts'
import { bookLong, driveLong, longMerchant, payInstalment } from '../../testing/world/long.ts'
import { owner, t, w } from '../../testing/world/merchant.ts'
import { openOnlinePay, payLink } from '../../testing/world/online.ts'

/* Instalments of L1 (six months from 2027-01-31 at 420000) that customers pay by themselves, on the page that their link opens. */

const { instalment, order, payment, quote } = contract
const at = (text: string): number => Date.parse(`${text}:00+08:00`)
const nobody = { token: undefined }
let simulator: PaySimulator

longMerchant({ cars: 4 })
beforeEach(async () => {
  simulator = await openOnlinePay(t, w)
})

const plan = (orderId: string) => t.call(instalment.list, { orderId }, owner())
const row = async (orderId: string, seq: number) => (await plan(orderId)).rows.find((one) => one.seq === seq)!
const asked = (orderId: string, refId: string) =>
  t.send(payment.askLink, { orderId, payKind: payKind.instalment, refId, way: 2 }, owner())
/** The link of a row, by its token. */
async function linkOf(orderId: string, seq: number): Promise<string> {
  const { url } = (await asked(orderId, (await row(orderId, seq)).id)).data as { url: string }
  return new URL(url, 'http://x').searchParams.get('t')!
}
const page = (token: string) => t.call(payment.payPage, { t: token }, nobody)
/** Who holds the link begins to pay at their provider, and goes through with it. */
async function approve(token: string): Promise<void> {
  await t.call(payment.payByLink, { t: token, payWay: payWay.wechat }, nobody)
  const [trade] = await simulator.trades()
  await simulator.act(trade!.no, 'approve')
}

const handedOut = () => driveLong(t, w)

describe('a link of an instalment', () => {
  it('asks for principal and late fee as of the day it is opened, and one payment pays both', async () => {
    const orderId = await handedOut()
    t.clock.set(at('2027-02-28T09:00'))
    await runDue(t, 'instalment')
    const token = await linkOf(orderId, 2)
    expect(await page(token)).toMatchObject({ name: '第2期租金', why: '2027-02-28到期', amount: 420_000 })
    t.clock.set(at('2027-02-28T21:00'))
    const later = await linkOf(orderId, 2)
    t.clock.set(at('2027-03-04T09:00'))
    // Links open for a day; the debt stands, and is asked for by another.
    expect(await t.send(payment.payPage, { t: later }, nobody)).toMatchObject({ errorCode: 5301 })
    const late = await linkOf(orderId, 2)
    expect(await page(late)).toMatchObject({ amount: 420_210 })
    await approve(late)
    expect(await row(orderId, 2)).toMatchObject({ status: s.paid, open: 0, lateFee: 210, feeOpen: 0 })
    expect(await page(late)).toMatchObject({ amount: 0 })
    expect((await books(t, orderId))[account.receivable] ?? 0).toBe(0)
  })

  it('is paid before its row is due, which is billed with it', async () => {
    const orderId = await handedOut()
    const token = await linkOf(orderId, 2)
    expect(await page(token)).toMatchObject({ amount: 420_000 })
    await approve(token)
    expect(await row(orderId, 2)).toMatchObject({ status: s.paid, open: 0 })
    expect((await books(t, orderId))[account.receivable] ?? 0).toBe(0)
    t.clock.set(at('2027-02-28T09:00'))
    await runDue(t, 'instalment')
    expect((await books(t, orderId))[account.receivable] ?? 0).toBe(0)
  })

  it('of a later row comes after the earlier ones, and names a row of its order', async () => {
    const { orderId } = await bookLong(t, w)
    const other = await bookLong(t, w, { form: { contactPhone: '13917265581' } })
    expect(await asked(orderId, (await row(orderId, 2)).id)).toMatchObject({ errorCode: 4304 })
    expect(await asked(orderId, (await row(other.orderId, 1)).id)).toMatchObject({ errorCode: -4 })
    await payInstalment(t, w, orderId, 1)
    expect(await asked(orderId, (await row(orderId, 1)).id)).toMatchObject({ errorCode: 4001 })
    expect(await asked(orderId, (await row(orderId, 2)).id)).toMatchObject({ success: true })
  })

  it('of the first row asks for the new sum after a change of the order', async () => {
    const { orderId } = await bookLong(t, w)
    const token = await linkOf(orderId, 1)
    expect(await page(token)).toMatchObject({ amount: 420_000 })
    const place = { storeId: w.stores.hongqiao, modelId: w.models.lavida, pickupAt: at('2027-01-31T10:00') }
    const wish = { orderId, orderKind: 2 as const, ...place, termMonths: 6, payInterval: 3 as const }
    const { quoteId } = await t.call(quote.quote, wish, owner())
    await t.call(order.updateStatus, { orderId, action: 'modify', quoteId }, owner())
    expect(await page(token)).toMatchObject({ amount: 1_260_000 })
    await approve(token)
    expect(await row(orderId, 1)).toMatchObject({ status: s.paid, paid: 1_260_000 })
  })

  it('is paid at the cash shift and by its customer at once: what comes second goes back', async () => {
    const orderId = await handedOut()
    t.clock.set(at('2027-02-28T09:00'))
    await runDue(t, 'instalment')
    const { id } = await row(orderId, 2)
    const collect = { orderId, payKind: payKind.instalment, refId: id, payWay: payWay.wechat, amount: 420_000 }
    const { paymentId } = await t.call(payment.collect, { ...collect, client: 'qr' }, owner())
    const cashShift = { instalmentId: id, amount: 420_000, payMode: 2, payWay: 4 } as const
    const [byHand] = await Promise.all([t.send(instalment.pay, cashShift, owner()), payLink(t, paymentId!)])
    expect(byHand.success || byHand.errorCode === 4302).toBe(true)
    expect(await row(orderId, 2)).toMatchObject({ status: s.paid, paid: 420_000 })
    const { rows } = await t.root.query(
      `select direction, sum(amount_fen)::int as fen from payment where order_id = $1 and (ref_id = $2 or direction = 'out')
        and status <> ${paymentStatus.closed} group by direction order by direction`,
      [orderId, id],
    )
    const both = [
      { direction: 'in', fen: 840_000 },
      { direction: 'out', fen: 420_000 },
    ]
    expect(rows).toEqual(byHand.success && rows.length > 1 ? both : [{ direction: 'in', fen: 420_000 }])
    await booksAgree(t)
    await runDue(t, 'moneyOut')
    expect((await books(t, orderId))[account.receivable] ?? 0).toBe(0)
    t.clock.set(at('2027-03-31T09:00'))
    await runDue(t, 'instalment')
    expect(await row(orderId, 3)).toMatchObject({ paid: 0 })
  })

  it('is made by the cash shift for all that is open of its row alone, since a link asks for no part', async () => {
    const orderId = await handedOut()
    t.clock.set(at('2027-03-04T09:00'))
    await runDue(t, 'instalment')
    const { id } = await row(orderId, 2)
    const online = (amount: number) =>
      t.send(instalment.pay, { instalmentId: id, amount, payMode: 1 } as const, owner())
    const wrong = { errorCode: -2, data: { field: 'amount' }, message: expect.stringContaining('¥4,202.10') }
    expect(await online(1)).toMatchObject(wrong)
    expect(await online(420_000)).toMatchObject(wrong)
    expect(await online(420_210)).toMatchObject({ success: true, data: { payUrl: expect.any(String) } })
  })

  it('two cash shifts at once take one row once', async () => {
    const orderId = await handedOut()
    t.clock.set(at('2027-02-28T09:00'))
    await runDue(t, 'instalment')
    const cashShift = { instalmentId: (await row(orderId, 2)).id, amount: 420_000, payMode: 2, payWay: 4 } as const
    const answers = await Promise.all(Array.from({ length: 4 }, () => t.send(instalment.pay, cashShift, owner())))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    for (const { success, errorCode } of answers) if (!success) expect([4302, 4303]).toContain(errorCode)
    expect((await books(t, orderId))[account.receivable] ?? 0).toBe(0)
  })

  it('asks nothing of a row that an agreed end took away, and what is paid on it meets what the order owes', async () => {
    const orderId = await handedOut()
    t.clock.set(at('2027-02-28T09:00'))
    await runDue(t, 'instalment')
    await payInstalment(t, w, orderId, 2)
    const token = await linkOf(orderId, 3)
    expect(await page(token)).toMatchObject({ amount: 420_000 })
    const ask = { orderId, endOn: '2027-03-15', merchantCause: false }
    const { owed } = await t.call(instalment.terminatePreview, ask, owner())
    await t.call(instalment.terminate, { ...ask, reason: '客户回国', expectAmount: owed }, owner())
    expect(await page(token)).toMatchObject({ amount: 0 })
    expect(await t.send(payment.payByLink, { t: token, payWay: payWay.wechat }, nobody)).toMatchObject({
      errorCode: 4001,
    })
  })
})
