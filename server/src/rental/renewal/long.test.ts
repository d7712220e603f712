import { contract } from '@cheyi/contract/index'
import { instalmentStatus as s } from '@cheyi/domain/rental/instalment/codes'
import { afterEach, describe, expect, it } from 'vitest'
import { runDue } from '../../testing/jobs.ts'
import { books, booksAgree } from '../../testing/world/bookings.ts'
import { bringBack, confirmed, payDeposits, prepare, renter, sendConfirm } from '../../testing/world/handover.ts'
import { bookLong, longMerchant } from '../../testing/world/long.ts'
import { owner, t, w } from '../../testing/world/merchant.ts'

/*
 * L1, six months from 2027-01-31 at 420000 a month, made longer.
 */

const { instalment, renewal } = contract
const at = (text: string): number => Date.parse(`${text}:00+08:00`)
const plan = (orderId: string) => t.call(instalment.list, { orderId }, owner())

longMerchant({ settings: { freeKmPerDay: 0 } })
afterEach(() => booksAgree(t))

/** Sold and handed over, its first row paid; L1 unless told. */
async function handedOut(trip: { readonly returnAt?: number } = {}): Promise<string> {
  const renterId = await renter(t, w)
  const { orderId } = await bookLong(t, w, { trip, form: { renterId, vehicleId: w.vehicles.lavida[0]!.id } })
  await pay(orderId, 1)
  await payDeposits(t, w, orderId)
  t.clock.set(at('2027-01-31T10:00'))
  await prepare(t, w, orderId)
  await confirmed(sendConfirm(t, w, { orderId, type: 0, expectAmount: 0 }))
  return orderId
}

async function pay(orderId: string, seq: number): Promise<void> {
  const row = (await plan(orderId)).rows.find((one) => one.seq === seq)!
  await t.call(instalment.pay, { instalmentId: row.id, amount: row.open + row.feeOpen, payMode: 2, payWay: 4 }, owner())
}

/** Every due date up to one comes, and its row is paid. */
async function monthsPaid(orderId: string, until: string): Promise<void> {
  for (const { seq, dueDate, open } of (await plan(orderId)).rows) {
    if (dueDate > until || open === 0) continue
    t.clock.set(at(`${dueDate}T00:30`))
    await runDue(t, 'instalment')
    await pay(orderId, seq)
  }
}

async function renew(orderId: string, until: string, more = {}) {
  const quote = await t.call(renewal.price, { orderId, newReturnAt: at(`${until}T08:00`) }, owner())
  return { quote, made: await t.call(renewal.create, { orderId, quoteId: quote.quoteId, ...more }, owner()) }
}

const dates = async (orderId: string) =>
  (await plan(orderId)).rows.map(({ periodFrom, periodTo, amount }) => [periodFrom, periodTo, amount])
const owed = async (orderId: string) =>
  Number((await t.root.query('select owed_fen from "order" where id = $1', [orderId])).rows[0].owedFen)

describe('a long rental made longer', () => {
  it('has rows appended at its own price on its own boundaries, billed as they fall due', async () => {
    const orderId = await handedOut()
    await monthsPaid(orderId, '2027-07-31')
    t.clock.set(at('2027-07-20T10:00'))
    const { quote, made } = await renew(orderId, '2027-08-15')
    expect(quote).toMatchObject({ amount: 210_000, due: 0, addedDays: 15, newReturnAt: at('2027-08-15T10:00') })
    expect(made).toMatchObject({ status: 2, returnAt: at('2027-08-15T10:00'), owed: 0, paymentId: null })
    await renew(orderId, '2027-09-30')
    expect((await dates(orderId)).slice(6)).toEqual([
      ['2027-07-31', '2027-08-15', 210_000],
      ['2027-08-15', '2027-08-31', 210_000],
      ['2027-08-31', '2027-09-30', 420_000],
    ])
    const detail = await t.call(instalment.longDetail, { orderId }, owner())
    expect(detail).toMatchObject({
      returnAt: at('2027-09-30T10:00'),
      term: { endDate: '2027-09-30', months: 8, extraDays: 0 },
      sums: { amount: 2_520_000 + 840_000 },
    })
    const bill = await t.call(contract.expense.bill, { orderId }, owner())
    expect(bill.groups.find(({ group }) => group === 'renewal')).toMatchObject({ subtotal: 840_000 })
    await monthsPaid(orderId, '2027-09-30')
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-09-30T18:00') })
    expect(settlement).toMatchObject({ balance: 0, items: [] })
    const { rows } = await t.root.query(
      `select sum(credit_fen - debit_fen)::int as fen from ledger_entry where order_id = $1 and account = 'rent_income'`,
      [orderId],
    )
    expect(rows[0].fen).toBe(2_520_000 + 840_000)
  })

  it('late by dates has no late fee, and is paid at once for what is due', async () => {
    const orderId = await handedOut()
    await monthsPaid(orderId, '2027-07-31')
    t.clock.set(at('2027-08-04T09:00'))
    const { quote, made } = await renew(orderId, '2027-08-31', { payMode: 2, payWay: 4 })
    expect(quote).toMatchObject({ amount: 420_000, due: 420_000 })
    expect(made).toMatchObject({ owed: 0, paymentId: expect.any(String) })
    expect((await plan(orderId)).rows.at(-1)).toMatchObject({ seq: 7, status: s.paid, lateFee: 0 })
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-08-31T10:00') })
    expect(settlement).toMatchObject({ balance: 0, items: [] })
  })

  it('asks for instalments that are overdue first, but of who may override', async () => {
    const orderId = await handedOut()
    t.clock.set(at('2027-03-10T09:00'))
    await runDue(t, 'instalment')
    const asked = { orderId, newReturnAt: at('2027-08-31T10:00') }
    expect(await t.send(renewal.price, asked, { token: w.tokens.clerk })).toMatchObject({
      errorCode: 2201,
      message: '请先结清逾期款',
      data: { fee: 420_000 + 7 * 210, charged: true },
    })
    expect(await t.send(renewal.price, asked, owner())).toMatchObject({ errorCode: 0 })
  })

  it('is priced by its contract: no reductions, no other services', async () => {
    const orderId = await handedOut()
    const asked = { orderId, newReturnAt: at('2027-08-31T10:00') }
    for (const more of [{ reduces: [{ reduceType: 5, amount: 100 }] }, { services: [{ code: 'x', qty: 1 }] }])
      expect(await t.send(renewal.price, { ...asked, ...more } as never, owner())).toMatchObject({ errorCode: -2 })
    expect(await t.send(renewal.price, { ...asked, newReturnAt: at('2027-07-31T23:00') }, owner())).toMatchObject({
      errorCode: -2,
    })
  })

  it('taken back before it begins leaves the plan that was sold', async () => {
    const orderId = await handedOut()
    await monthsPaid(orderId, '2027-07-31')
    t.clock.set(at('2027-07-20T10:00'))
    const { made } = await renew(orderId, '2027-08-31')
    await pay(orderId, 7)
    const back = await t.call(renewal.cancel, { renewalId: made.renewalId, reason: '客户不续了' }, owner())
    expect(back).toMatchObject({ status: 3, returnAt: at('2027-07-31T10:00'), refund: 420_000 })
    expect(await owed(orderId)).toBe(-420_000)
    expect((await plan(orderId)).rows.map(({ status }) => status)).toEqual(Array(6).fill(s.paid))
    const { made: again } = await renew(orderId, '2027-08-31')
    expect(again.returnAt).toBe(at('2027-08-31T10:00'))
    expect((await plan(orderId)).rows.at(-1)).toMatchObject({ seq: 8, amount: 420_000 })
  })

  it('taken back gives the late fee of its row back with it', async () => {
    await t.root.query(`update merchant set settings = settings || '{"instalmentLeadDays": 10}' where id = $1`, [
      w.merchantId,
    ])
    const orderId = await handedOut()
    await monthsPaid(orderId, '2027-07-01')
    t.clock.set(at('2027-07-10T10:00'))
    const { made } = await renew(orderId, '2027-08-31')
    expect((await plan(orderId)).rows.at(-1)).toMatchObject({ seq: 7, dueDate: '2027-07-21' })
    t.clock.set(at('2027-07-28T10:00'))
    await runDue(t, 'instalment')
    await pay(orderId, 7)
    const { lateFee } = (await plan(orderId)).rows.at(-1)!
    expect(lateFee).toBeGreaterThan(0)
    const back = await t.call(renewal.cancel, { renewalId: made.renewalId, reason: '客户不续了' }, owner())
    expect(back).toMatchObject({ status: 3, refund: 420_000 + lateFee })
    expect((await books(t, orderId)).penalty_income).toBeUndefined()
  })

  it('uses its services up in the order in which they were sold', async () => {
    await t.root.query(`update service_item set enabled = true where merchant_id = $1 and code = 'base'`, [
      w.merchantId,
    ])
    const orderId = await handedOut({ returnAt: at('2027-03-10T10:00') })
    await renew(orderId, '2027-03-31')
    t.clock.set(at('2027-02-10T10:00'))
    const services = await t.call(contract.order.services, { orderId }, owner())
    const [first, ...later] = services.filter(({ code }) => code.startsWith('base'))
    expect(first!.used).toBeGreaterThan(0)
    expect(later.map(({ used }) => used)).toEqual(later.map(() => 0))
    expect(later).toHaveLength(2)
  })

  it('ended before its new end is a termination: used, a month of penalty, the fee of what is open', async () => {
    const orderId = await handedOut()
    await monthsPaid(orderId, '2027-07-30')
    t.clock.set(at('2027-07-20T10:00'))
    await renew(orderId, '2027-09-30')
    for (const day of ['2027-07-31', '2027-08-20']) {
      t.clock.set(at(`${day}T00:30`))
      await runDue(t, 'instalment')
    }
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-08-20T10:00') })
    expect(settlement.balance).toBe(703_570)
  })

  it('brought back in time needs nothing of a row of nothing', async () => {
    const orderId = await handedOut({ returnAt: at('2027-03-30T10:00') })
    const { made } = await renew(orderId, '2027-03-31')
    expect(made.owed).toBe(0)
    expect((await plan(orderId)).rows.at(-1)).toMatchObject({ amount: 0, status: s.paid })
    const back = await t.call(renewal.cancel, { renewalId: made.renewalId, reason: '客户不续了' }, owner())
    expect(back.refund).toBe(0)
  })
})
