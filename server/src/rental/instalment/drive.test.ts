import { contract } from '@cheyi/contract/index'
import { instalmentStatus as s } from '@cheyi/domain/rental/instalment/codes'
import { afterEach, describe, expect, it } from 'vitest'
import { runDue } from '../../testing/jobs.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { bringBack, payDeposits, prepare, renter, sendConfirm } from '../../testing/world/handover.ts'
import { bookLong, driveLong, longMerchant, passMonths, payInstalment, refundRent } from '../../testing/world/long.ts'
import { owner, t, w } from '../../testing/world/merchant.ts'

/*
 * A long rental from its pickup to its end: L1, six months from 2027-01-31 at 420000 a month.
 */

const { instalment } = contract
const at = (text: string): number => Date.parse(`${text}:00+08:00`)
const list = (orderId: string) => t.call(instalment.list, { orderId }, owner())
const income = async (orderId: string) =>
  Object.fromEntries(
    (
      await t.root.query(
        `select account, sum(credit_fen - debit_fen)::int as fen from ledger_entry
          where order_id = $1 and account like '%income' group by account having sum(credit_fen - debit_fen) <> 0`,
        [orderId],
      )
    ).rows.map(({ account, fen }) => [account, fen]),
  )

// What is driven, and who may refund how much alone, are other tests' points.
longMerchant({ settings: { freeKmPerDay: 0, refundApproveLimitFen: 1_000_000 } })
afterEach(() => booksAgree(t))

const handedOut = () => driveLong(t, w)
const pay = (orderId: string, seq: number) => payInstalment(t, w, orderId, seq)

const months = (orderId: string, until: string, paid: readonly number[]) => passMonths(t, w, orderId, until, paid)

describe('a long rental that is out', () => {
  it('needs its first instalment before the pickup', async () => {
    const renterId = await renter(t, w)
    const { orderId } = await bookLong(t, w, { form: { renterId, vehicleId: w.vehicles.lavida[0]!.id } })
    await payDeposits(t, w, orderId)
    t.clock.set(at('2027-01-31T10:00'))
    await prepare(t, w, orderId)
    expect(await sendConfirm(t, w, { orderId, type: 0, expectAmount: 420_000 })).toMatchObject({ success: false })
  })

  it('earns by the dates of its rows', async () => {
    const orderId = await handedOut()
    for (const month of ['2027-02-01', '2027-03-01']) {
      t.clock.set(at(`${month}T00:30`))
      await runDue(t, 'instalment')
      await runDue(t, 'monthEnd')
    }
    expect(await income(orderId)).toEqual({ rent_income: 15_000 + 418_548 })
  })

  it('comes back on its end date and is settled', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-07-31', [2, 3, 4, 5, 6])
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-07-31T18:00') })
    expect(settlement).toMatchObject({ balance: 0, items: [] })
    expect(await income(orderId)).toEqual({ rent_income: 2_520_000 })
    expect((await list(orderId)).rows.map(({ status }) => status)).toEqual(Array(6).fill(s.paid))
  })

  it('costs a thirtieth on the first date after its end, half as much again on each further one', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-07-31', [2, 3, 4, 5, 6])
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-08-02T10:00') })
    expect(settlement.balance).toBe(35_000)
  })

  it('F20: brought back on 08-05 instead of a renewal, five dates late', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-07-31', [2, 3, 4, 5, 6])
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-08-05T10:00') })
    expect(settlement.balance).toBe(98_000)
  })

  it('beyond its end offers no late fee by hours: what it owes by dates is settled by the return', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-07-31', [2, 3, 4, 5, 6])
    t.clock.set(at('2027-08-02T10:00'))
    const { actions } = await t.call(contract.order.detail, { orderId }, owner())
    const codes = actions.map(({ code }) => code)
    expect(codes).toContain('return')
    expect(codes).not.toContain('chargeLate')
  })

  it('ended early is a termination of that date: what is used, a month of penalty, the late fee of what is open', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-04-01', [2])
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-04-15T10:00') })
    expect(settlement.balance).toBe(632_520)
    expect(await income(orderId)).toEqual({ rent_income: 1_050_000, penalty_income: 422_520 })
    const rows = (await t.root.query('select status from instalment where order_id = $1 order by seq', [orderId])).rows
    expect(rows.map(({ status }) => status)).toEqual([s.paid, s.paid, s.void, s.void, s.void, s.void])
  })

  it('ended early with more paid than used gets the rest back, less the penalty', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-03-31', [2, 3])
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-04-15T10:00') })
    // Used 1050000 and a penalty of 420000, of which 1260000 are paid.
    expect(settlement.balance).toBe(210_000)
  })
})

describe('an earlier end that is agreed', () => {
  const preview = (orderId: string, endOn: string, merchantCause = false) =>
    t.send(instalment.terminatePreview, { orderId, endOn, merchantCause }, owner())
  const terminate = async (orderId: string, endOn: string, more: object = {}) => {
    const merchantCause = (more as { merchantCause?: boolean }).merchantCause ?? false
    const { data } = await preview(orderId, endOn, merchantCause)
    const { owed } = data as { owed: number }
    return t.send(
      instalment.terminate,
      { orderId, endOn, merchantCause, reason: '客户换车', expectAmount: owed, ...more },
      owner(),
    )
  }
  const statuses = async (orderId: string) =>
    (await t.root.query('select status from instalment where order_id = $1 order by seq', [orderId])).rows.map(
      ({ status }) => status,
    )
  const freeOn = async (day: string) => {
    const from = at(`${day}T12:00`)
    const models = await t.call(
      contract.stock.free,
      { storeId: w.stores.hongqiao, from, to: from + 3_600_000 },
      owner(),
    )
    return models.find(({ modelId }) => modelId === w.models.lavida)?.free ?? 0
  }

  it('says what its return will say, frees the car from then on, and asks for no later row', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-04-01', [2])
    const before = await freeOn('2027-04-20')
    expect((await preview(orderId, '2027-04-15')).data).toEqual({
      returnAt: at('2027-04-15T10:00'),
      used: 1_050_000,
      penalty: 420_000,
      lateFees: 2_520,
      owed: 632_520,
      dropped: [4, 5, 6],
    })
    expect(await terminate(orderId, '2027-04-15')).toMatchObject({ success: true })
    expect(await freeOn('2027-04-20')).toBe(before + 1)
    expect(await statuses(orderId)).toEqual([s.paid, s.paid, s.due, s.void, s.void, s.void])
    const told = await list(orderId)
    expect(told).toMatchObject({ terminated: { on: '2027-04-15', merchantCause: false }, endDates: null })
    expect(told.rows.map(({ seq }) => seq)).toEqual([1, 2, 3])
    // It is agreed once, and nothing makes it longer.
    expect(await preview(orderId, '2027-04-16')).toMatchObject({ errorCode: 2001 })
    const renewed = { orderId, newReturnAt: at('2027-08-31T10:00') }
    expect(await t.send(contract.renewal.price, renewed, owner())).toMatchObject({ errorCode: 2001 })

    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-04-15T18:00') })
    expect(settlement.balance).toBe(632_520)
    expect(await income(orderId)).toEqual({ rent_income: 1_050_000, penalty_income: 422_520 })
    expect(await statuses(orderId)).toEqual([s.paid, s.paid, s.void, s.void, s.void, s.void])
  })

  it('charges no late fee of a row that comes to nothing, as its return does not', async () => {
    await t.root.query(`update merchant set settings = settings || '{"instalmentLeadDays": 10}' where id = $1`, [
      w.merchantId,
    ])
    const orderId = await handedOut()
    await months(orderId, '2027-03-31', [2, 3])
    t.clock.set(at('2027-04-10T12:00'))
    // The fourth row falls due on 04-20, before the end, for a month that begins after it.
    const told = (await preview(orderId, '2027-04-28')).data
    expect(told).toMatchObject({ used: 1_232_000, penalty: 420_000, lateFees: 0, owed: 392_000, dropped: [4, 5, 6] })
    expect(await terminate(orderId, '2027-04-28')).toMatchObject({ success: true })
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-04-28T10:00') })
    expect(settlement.balance).toBe(392_000)
  })

  it('by the merchant costs no penalty, and what was paid ahead goes back', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-04-01', [2, 3])
    await pay(orderId, 4)
    expect((await preview(orderId, '2027-04-30', true)).data).toMatchObject({ penalty: 0, dropped: [4, 5, 6] })
    expect(await terminate(orderId, '2027-04-30', { merchantCause: true })).toMatchObject({ success: true })
    expect(await statuses(orderId)).toEqual([s.paid, s.paid, s.paid, s.refunded, s.void, s.void])
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-04-30T10:00') })
    expect(settlement).toMatchObject({ balance: -420_000, items: [] })
    expect(await income(orderId)).toEqual({ rent_income: 1_260_000 })
  })

  it('gives back no rent that was refunded by itself before', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-04-01', [2, 3])
    const before = (await preview(orderId, '2027-04-15', true)).data as { used: number; owed: number }
    expect(before.owed).toBe(-210_000)
    await refundRent(t, w, orderId, 180_000)
    expect((await preview(orderId, '2027-04-15', true)).data).toMatchObject({ used: before.used, owed: -30_000 })
    await refundRent(t, w, orderId, 100_000)
    // More than was left went back: what is over is a gift, and nothing more goes back.
    expect((await preview(orderId, '2027-04-15', true)).data).toMatchObject({ used: before.used, owed: 0 })
    expect(await terminate(orderId, '2027-04-15', { merchantCause: true })).toMatchObject({ success: true })
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-04-15T10:00') })
    expect(settlement).toMatchObject({ balance: 0, items: [] })
    expect(await income(orderId)).toEqual({ rent_income: 1_260_000 - 280_000 })
  })

  it('gives a row that was paid ahead and refunded by itself back once', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-04-01', [2, 3])
    await pay(orderId, 4)
    await refundRent(t, w, orderId, 420_000)
    expect((await preview(orderId, '2027-04-30', true)).data).toMatchObject({ used: 1_260_000, owed: 0 })
    expect(await terminate(orderId, '2027-04-30', { merchantCause: true })).toMatchObject({ success: true })
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-04-30T10:00') })
    expect(settlement).toMatchObject({ balance: 0, items: [] })
  })

  it('runs until its date though the car comes back before it', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-03-31', [2, 3])
    expect(await terminate(orderId, '2027-04-15', { merchantCause: true })).toMatchObject({ success: true })
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-04-10T10:00') })
    expect(settlement.balance).toBe(-210_000)
  })

  it('is late after its date', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-03-31', [2, 3])
    expect(await terminate(orderId, '2027-04-15', { merchantCause: true })).toMatchObject({ success: true })
    const { settlement } = await bringBack(t, w, orderId, { at: at('2027-04-17T10:00') })
    // Two dates late, 14000 and half as much again, of 210000 that were paid for nothing.
    expect(settlement.balance).toBe(-210_000 + 14_000 + 21_000)
  })

  it('is a date from today to a month ahead, before the end, at the amount that was seen', async () => {
    const orderId = await handedOut()
    for (const wrong of ['2027-01-30', '2027-03-04', '2027-07-31'])
      expect(await preview(orderId, wrong), wrong).toMatchObject({ errorCode: -2, data: { field: 'endOn' } })
    expect(await terminate(orderId, '2027-02-20', { expectAmount: 1 })).toMatchObject({ errorCode: 4305 })
    const clerk = { token: w.tokens.clerk }
    expect(
      await t.send(instalment.terminatePreview, { orderId, endOn: '2027-02-20', merchantCause: true }, clerk),
    ).toMatchObject({ errorCode: -3 })
  })

  it('is agreed once, however many do it at once', async () => {
    const orderId = await handedOut()
    await months(orderId, '2027-03-31', [2, 3])
    const asked = { orderId, endOn: '2027-04-15', merchantCause: false, reason: '客户换车', expectAmount: 210_000 }
    const answers = await Promise.all(Array.from({ length: 5 }, () => t.send(instalment.terminate, asked, owner())))
    expect(answers.map(({ errorCode }) => errorCode).toSorted((a, b) => a - b)).toEqual([0, 2001, 2001, 2001, 2001])
  })
})
