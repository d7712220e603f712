import { contract } from '@cheyi/contract/index'
import { account } from '@cheyi/domain/money/payment/ledger'
import { instalmentStatus as s } from '@cheyi/domain/rental/instalment/codes'
import { afterEach, describe, expect, it } from 'vitest'
import { book, books, booksAgree, placeUnpinned } from '../../testing/world/bookings.ts'
import { bringBack } from '../../testing/world/handover.ts'
import { driveLong, longMerchant, passMonths, payInstalment, refundRent } from '../../testing/world/long.ts'
import { orderRow, owner, t, w } from '../../testing/world/merchant.ts'

/*
 * An earlier end of L1 (six months from 2027-01-31 at 420000 a month) that was agreed and is taken back before the car is due.
 */

const { instalment } = contract
const at = (text: string): number => Date.parse(`${text}:00+08:00`)
const list = (orderId: string) => t.call(instalment.list, { orderId }, owner())
const handedOut = () => driveLong(t, w)
const pay = (orderId: string, seq: number) => payInstalment(t, w, orderId, seq)
const months = (orderId: string, until: string, paid: readonly number[]) => passMonths(t, w, orderId, until, paid)

longMerchant({ settings: { freeKmPerDay: 0, refundApproveLimitFen: 1_000_000 } })
afterEach(() => booksAgree(t))

describe('an agreed end that is taken back', () => {
  const agree = async (orderId: string, endOn: string) => {
    const asked = { orderId, endOn, merchantCause: false }
    const { owed: expectAmount } = await t.call(instalment.terminatePreview, asked, owner())
    await t.call(instalment.terminate, { ...asked, reason: '客户换车', expectAmount }, owner())
  }
  const withdraw = (orderId: string, as = owner()) =>
    t.send(instalment.withdrawEnd, { orderId, reason: '客户继续租用' }, as)
  const stand = async (orderId: string) => {
    const { rows, sums, term, endDates } = await list(orderId)
    return { rows: rows.map(({ version, ...row }) => row), sums, term, endDates, books: await books(t, orderId) }
  }
  const heldUntil = async (orderId: string): Promise<number> =>
    (await t.root.query('select to_at from occupancy where ref_id = $1 and active', [orderId])).rows[0].toAt.getTime()

  it('is as if there had been none: plan, bill, books, car and end, also of a row that was paid ahead', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-04-01', [2, 3])
    await pay(orderId, 4)
    const before = { ...(await stand(orderId)), held: await heldUntil(orderId) }
    await agree(orderId, '2027-04-15')
    expect(await list(orderId)).toMatchObject({
      terminated: { on: '2027-04-15', contractEnd: '2027-07-31', withdrawable: true },
    })
    const answer = await withdraw(orderId)
    expect(answer).toMatchObject({ success: true, data: { returnAt: at('2027-07-31T10:00'), moved: 0 } })
    expect({ ...(await stand(orderId)), held: await heldUntil(orderId) }).toEqual(before)
    expect(await list(orderId)).toMatchObject({ terminated: null })
    expect(await withdraw(orderId)).toMatchObject({ errorCode: 2001 })

    // It runs to its end as it was sold, and is renewed again too.
    await months(orderId, '2027-07-31', [5, 6])
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-07-31T10:00') })
    expect(settlement).toMatchObject({ balance: 0, items: [] })
    expect((await books(t, orderId)).rent_income).toBe(-2_520_000)
  })

  it('tells its customer and stands in the history of the order', async () => {
    const orderId = await handedOut()
    await agree(orderId, '2027-02-10')
    await withdraw(orderId)
    const { rows } = await t.root.query(`select from outbox where order_id = $1 and kind = 'modified'`, [orderId])
    expect(rows).toHaveLength(2)
    const { list: log } = await t.call(contract.order.log, { orderId }, owner())
    expect(log[0]).toMatchObject({ text: expect.stringContaining('撤销提前退租') })
  })

  it('bills what fell due for it meanwhile', async () => {
    await t.root.query(`update merchant set settings = settings || '{"instalmentLeadDays": 10}' where id = $1`, [
      w.merchantId,
    ])
    const orderId = await handedOut()
    await months(orderId, '2027-03-31', [2, 3])
    t.clock.set(at('2027-04-10T12:00'))
    await agree(orderId, '2027-04-29')
    // The fourth row, dropped, would have fallen due on 04-20.
    t.clock.set(at('2027-04-22T12:00'))
    expect(await withdraw(orderId)).toMatchObject({ success: true })
    expect((await list(orderId)).rows[3]).toMatchObject({ status: s.due, open: 420_000, dueDate: '2027-04-20' })
    expect((await books(t, orderId))[account.receivable]).toBe(420_000)
  })

  it('is another afterwards, at its own amount, and that is taken back as well', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-03-31', [2, 3])
    const before = await stand(orderId)
    for (const endOn of ['2027-04-15', '2027-04-10']) {
      await agree(orderId, endOn)
      expect(await withdraw(orderId)).toMatchObject({ success: true })
    }
    expect(await stand(orderId)).toEqual(before)
    await agree(orderId, '2027-04-15')
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-04-15T10:00') })
    expect(settlement.balance).toBe(210_000)
  })

  it('is not, where rent went back for the dates that were not to be used', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-04-01', [2, 3])
    await pay(orderId, 4)
    await agree(orderId, '2027-04-30')
    await refundRent(t, w, orderId, 420_000)
    expect(await withdraw(orderId)).toMatchObject({ errorCode: 2001 })
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-04-30T10:00') })
    expect(settlement.balance).toBe(420_000)
  })

  it('moves who was planned on its car, and is refused where they have no other', async () => {
    const orderId = await handedOut()
    await agree(orderId, '2027-02-10')
    const trip = { pickupAt: at('2027-02-20T10:00'), returnAt: at('2027-02-22T10:00') }
    const car = w.vehicles.lavida[0]!
    const { orderId: next } = await book(t, w, { trip })
    await placeUnpinned(t, next, car.id)
    expect(await withdraw(orderId)).toMatchObject({ success: true, data: { moved: 1 } })
    expect((await orderRow(next)).plate).not.toBe(car.plate)
    // Somebody who was promised this very car.
    await agree(orderId, '2027-02-10')
    await book(t, w, {
      trip: { pickupAt: at('2027-03-01T10:00'), returnAt: at('2027-03-02T10:00') },
      form: { vehicleId: car.id },
    })
    const before = await stand(orderId)
    expect(await withdraw(orderId)).toMatchObject({ errorCode: 3104 })
    expect(await stand(orderId)).toEqual(before)
  })

  it('goes until the car is due, by who may end it', async () => {
    const orderId = await handedOut()
    await agree(orderId, '2027-02-10')
    expect(await withdraw(orderId, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
    t.clock.set(at('2027-02-10T10:00'))
    expect(await withdraw(orderId)).toMatchObject({ errorCode: 2001 })
    expect(await list(orderId)).toMatchObject({ terminated: { withdrawable: false } })
    const regular = await book(t, w, { trip: { pickupAt: at('2027-02-20T10:00'), returnAt: at('2027-02-22T10:00') } })
    expect(await withdraw(regular.orderId)).toMatchObject({ errorCode: 2002 })
  })

  it('once, however many do it at once, and beside a payment', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-03-31', [2])
    await agree(orderId, '2027-04-15')
    const row = (await list(orderId)).rows[2]!
    const paid = t.send(instalment.pay, { instalmentId: row.id, amount: 420_000, payMode: 2, payWay: 4 }, owner())
    const answers = await Promise.all(Array.from({ length: 4 }, () => withdraw(orderId)))
    expect(answers.map(({ errorCode }) => errorCode).toSorted((a, b) => a - b)).toEqual([0, 2001, 2001, 2001])
    expect(await paid).toMatchObject({ success: true })
    expect((await list(orderId)).rows.map(({ status }) => status)).toEqual([s.paid, s.paid, s.paid, 0, 0, 0])
  })
})
