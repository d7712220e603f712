import { contract } from '@cheyi/contract/index'
import { orderStatus, settleStatus } from '@cheyi/domain/booking/order/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { MINUTE } from '@cheyi/domain/time'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW, type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { runDue } from '../../testing/jobs.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { books, booksAgree } from '../../testing/world/bookings.ts'
import {
  bookArranged,
  bringBack,
  confirmed,
  handOut,
  payDeposits,
  payRent,
  prepare,
  sendConfirm,
} from '../../testing/world/handover.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
  await next()
})
/** Each rental in a merchant of its own: they all want the first car. */
const next = async () => {
  w = await makeWorld(t)
}
afterAll(() => t.close())
afterEach(async () => {
  t.clock.set(TEST_NOW)
  await next()
  await booksAgree(t)
})

const row = async (table: string, id: string) =>
  (await t.root.query(`select * from ${table} where id = $1`, [id])).rows[0]
const orderRow = (orderId: string) => row('"order"', orderId)
const voucher = () => uploadPhotos(t, 'voucher', 1, w.tokens.owner)
const lavida = () => w.vehicles.lavida[0]!

/** Monday to Wednesday: 400.00 of rent, 135.00 of services. */
const twoDays = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }

describe('the main job', () => {
  it('from booking to the last deposit', async () => {
    const { orderId, total, status } = await bookArranged(t, w, { trip: twoDays })
    expect({ total, status }).toEqual({ total: 53500, status: orderStatus.arranged })
    await payRent(t, w, orderId, total)
    await payDeposits(t, w, orderId)
    t.clock.set(twoDays.pickupAt)
    await prepare(t, w, orderId)
    const out = await confirmed(sendConfirm(t, w, { orderId, type: handoverType.pickup }))
    expect(out).toMatchObject({ status: orderStatus.pickedUp, settlement: null })
    expect(await orderRow(orderId)).toMatchObject({ actualPickupAt: new Date(twoDays.pickupAt), pinned: true })
    expect(await row('vehicle', lavida().id)).toMatchObject({ odometerKm: 10_000, fuelPct: '100.0' })

    // Late by 3 h 20 min, three eighths of the tank gone, 250 km too many.
    const back = at('11-25T13:20')
    const { preview, settlement } = await bringBack(t, w, orderId, {
      at: back,
      mileageKm: 10_850,
      fuelEighths: 5,
      confirm: { voucherIds: await voucher() },
    })
    expect(settlement).toEqual(preview)
    expect(preview.items.map((item) => [item.name, item.amount])).toEqual([
      ['超时费', 13332],
      ['燃油费', 18300],
      ['超里程费', 25000],
    ])
    expect(preview).toMatchObject({
      charges: 56632,
      prepaid: 0,
      earlyRefund: 0,
      balance: 56632,
      lateMinutes: 200,
      drivenKm: 850,
      freeKm: 600,
    })
    expect(preview.deposits).toMatchObject([
      { kind: 1, available: 300_000, deduct: 56632, release: 243_368, releaseAt: back + 30 * MINUTE },
      { kind: 2, available: 200_000, deduct: 0, release: 200_000, releaseAt: at('12-25T10:00') },
    ])
    expect(await orderRow(orderId)).toMatchObject({
      status: orderStatus.returned,
      owedFen: '0',
      settleStatus: settleStatus.open,
    })
    expect(await row('vehicle', lavida().id)).toMatchObject({ odometerKm: 10_850 })
    expect(await books(t, orderId)).toEqual({
      cash_on_hand: 53500 + 56632 + 500_000,
      deposit_liability_rental: -300_000,
      deposit_liability_violation: -200_000,
      rent_income: -40000,
      service_income: -13500 - 56632,
    })

    t.clock.set(back + 30 * MINUTE)
    await release(orderId, 1)
    expect((await orderRow(orderId)).settleStatus).toBe(settleStatus.rentSettled)
    t.clock.set(at('12-25T10:00'))
    await runDue(t, 'violationRelease')
    await release(orderId, 2)
    expect(await orderRow(orderId)).toMatchObject({ settleStatus: settleStatus.settled, owedFen: '0' })
    expect(await books(t, orderId)).toEqual({
      cash_on_hand: 53500 + 56632,
      rent_income: -40000,
      service_income: -13500 - 56632,
    })
  })
})

describe('a return', () => {
  it('takes what is due out of the rental deposit, the rest of which goes back', async () => {
    const { orderId } = await handOut(t, w, { trip: twoDays })
    const { answer } = await bringBack(t, w, orderId, {
      at: at('11-25T13:20'),
      confirm: { settle: 3, payWay: undefined },
    })
    expect(answer.status).toBe(orderStatus.returned)
    const { rows } = await t.root.query(
      'select captured_fen, in_flight_fen, hold_status from deposit where order_id = $1 and kind = 1',
      [orderId],
    )
    expect(rows).toEqual([{ capturedFen: '13332', inFlightFen: '286668', holdStatus: 3 }])
    expect(await books(t, orderId)).toEqual({
      cash_on_hand: 553_500,
      deposit_liability_rental: -286_668,
      deposit_liability_violation: -200_000,
      rent_income: -40000,
      service_income: -26832,
    })
  })

  it('on time costs nothing and earns everything', async () => {
    const { orderId } = await handOut(t, w, { trip: twoDays })
    const { settlement } = await bringBack(t, w, orderId, { at: twoDays.returnAt })
    expect(settlement).toMatchObject({ items: [], charges: 0, balance: 0, earlyRefund: 0 })
    expect(await earned(orderId)).toEqual([
      ['2026-11-25', 'rent_income', 40000],
      ['2026-11-25', 'service_income', 13500],
    ])
  })

  it('of a company that pays later leaves its whole debt visible, with a reason', async () => {
    const { orderId, total } = await handOut(t, w, { trip: twoDays, paid: false })
    const confirm = { settle: undefined, payWay: undefined }
    const back = { at: at('11-25T13:20'), confirm }
    await expect(bringBack(t, w, orderId, back)).rejects.toThrow('4009')
    const type = handoverType.return
    const amount = { orderId, type, expectAmount: total + 13332, overrideReason: '月结客户' }
    expect(await sendConfirm(t, w, amount, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
    await confirmed(sendConfirm(t, w, amount))
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.returned, owedFen: String(total + 13332) })
    // The debt keeps its part of the deposit back.
    const { rows } = await t.root.query('select in_flight_fen from deposit where order_id = $1 order by kind', [
      orderId,
    ])
    expect(rows.map((one) => one.inFlightFen)).toEqual([String(300_000 - total - 13332), '0'])
    expect((await books(t, orderId)).customer_receivable).toBe(total + 13332)
  })

  it('refuses the amount that is no longer due', async () => {
    const { orderId } = await handOut(t, w, { trip: twoDays })
    const refused = bringBack(t, w, orderId, { at: at('11-25T13:20'), confirm: { expectAmount: 13331 } })
    await expect(refused).rejects.toThrow('5010 结算金额已变化，请确认 {"balance":13332}')
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.pickedUp })
  })
})

describe('an early return', () => {
  /** A week for 1753.00; a merchant gives back what was not used, less a fifth. */
  const week = { pickupAt: at('11-23T10:00'), returnAt: at('11-30T10:00') }
  const back = at('11-27T09:40')

  it('gives back what four days of seven cost less, minus its fee', async () => {
    const { orderId, total } = await handOut(t, w, { trip: week })
    expect(total).toBe(175_300)
    const { preview, settlement } = await bringBack(t, w, orderId, { at: back })
    expect(settlement).toEqual(preview)
    expect(preview).toMatchObject({ charges: 15160, earlyRefund: 75800, balance: -60640 })
    expect(preview.items.map(({ name, amount }) => [name, amount])).toEqual([['提前还车手续费', 15160]])
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '-60640' })
    expect(await books(t, orderId)).toEqual({
      cash_on_hand: 675_300,
      customer_receivable: -60640,
      deposit_liability_rental: -300_000,
      deposit_liability_violation: -200_000,
      rent_income: -76000,
      service_income: -23500 - 15160,
    })
    const log = await t.root.query(
      'select journal from ledger_txn where order_id = $1 and journal in (8, 10) order by id',
      [orderId],
    )
    expect(log.rows.map((txn) => txn.journal)).toEqual([10, 8])
    // The fee is shown among the charges, and nobody may deduct it again.
    const { list } = await bill(orderId)
    expect(list).toEqual(['提前还车手续费'])
    await payBack(orderId)
    expect(await orderRow(orderId)).toMatchObject({ owedFen: '0', refundedFen: '60640' })
    expect((await books(t, orderId)).customer_receivable).toBeUndefined()
  })

  it('with a reduction gives back its share', async () => {
    const { orderId } = await handOut(t, w, { trip: { ...week, reduces: [{ reduceType: 2, amount: 17530 }] } })
    const { preview } = await bringBack(t, w, orderId, { at: back })
    expect(preview.balance).toBe(-54576)
    const { unearned, ...rest } = await books(t, orderId)
    expect(unearned).toBeUndefined()
    expect(rest).toMatchObject({ customer_receivable: -54576, service_income: -25000 - 13644 })
  })

  it('keeps the fee of a delivery out of what is given back', async () => {
    const trip = {
      ...week,
      pickupType: 2 as const,
      pickupAddress: '世纪大道1号',
      pickupLng: 121.3363,
      pickupLat: 31.2979,
    }
    const { orderId, total } = await handOut(t, w, { trip })
    const fee = total - 175_300
    expect(fee).toBeGreaterThan(0)
    await bringBack(t, w, orderId, { at: back })
    expect(await books(t, orderId)).toMatchObject({
      customer_receivable: -60640,
      rent_income: -76000,
      service_income: -23500 - fee - 15160,
    })
  })

  it('gives nothing back where the merchant does not, or where the shorter rental is dearer', async () => {
    await t.root.query(`update merchant set settings = '{"earlyReturnMode": 1}' where id = $1`, [w.merchantId])
    const { orderId } = await handOut(t, w, { trip: week })
    const { preview } = await bringBack(t, w, orderId, { at: back })
    expect(preview).toMatchObject({ earlyRefund: 0, balance: 0 })
    expect(await earned(orderId)).toEqual([
      ['2026-11-27', 'rent_income', 136_800],
      ['2026-11-27', 'service_income', 38500],
    ])
  })
})

describe('a rental over the end of a month', () => {
  /** 1349.00: 1064.00 of rent over 120 hours, 62 of them in November. */
  const trip = { pickupAt: at('11-28T10:00'), returnAt: at('12-03T10:00') }
  const november = ['2026-11-30', 'rent_income', 54973]

  it('is earned by month, and the rest with its services at the return', async () => {
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(at('12-01T00:30'))
    await runDue(t, 'monthEnd')
    await bringBack(t, w, orderId, { at: trip.returnAt })
    expect(await earned(orderId)).toEqual([
      november,
      ['2026-12-03', 'rent_income', 51427],
      ['2026-12-03', 'service_income', 28500],
    ])
  })

  it('returned before the month was closed closes it itself', async () => {
    const { orderId } = await handOut(t, w, { trip })
    await bringBack(t, w, orderId, { at: at('12-01T00:10'), confirm: { overrideReason: '夜间还车' } })
    const posted = await earned(orderId)
    expect(posted[0]).toEqual(november)
    t.clock.set(at('12-01T00:30'))
    await runDue(t, 'monthEnd')
    expect(await earned(orderId)).toEqual(posted)
    expect((await books(t, orderId)).unearned).toBeUndefined()
  })

  it('given up early after cheap days takes back what the month earned too much', async () => {
    // Two cheap days, then five of the holidays: half the time is far less than half the price.
    const holidays = { pickupAt: at('11-29T10:00'), returnAt: at('12-06T10:00') }
    await t.root.query(
      `insert into price_calendar (merchant_id, store_id, model_id, source, date, price_fen)
       select $1, $2, $3, 0, d::date, 100000 from generate_series('2026-12-02'::date, '2026-12-06', '1 day') d`,
      [w.merchantId, w.stores.hongqiao, w.models.lavida],
    )
    const { orderId } = await handOut(t, w, { trip: holidays })
    t.clock.set(at('12-01T00:30'))
    await runDue(t, 'monthEnd')
    const [month] = await earned(orderId)
    await bringBack(t, w, orderId, { at: at('12-01T09:00') })
    const after = await books(t, orderId)
    expect(after.unearned).toBeUndefined()
    // 260.00 and 200.00 of rent for two days, 135.00 of services, whatever November said.
    expect(month![2]).toBeGreaterThan(46000)
    expect(after.rent_income).toBe(-46000)
    const fee = Math.round((await refundable(orderId)) * 0.2)
    expect(after.service_income).toBe(-13500 - fee)
  })
})

const earned = async (orderId: string) =>
  (
    await t.root.query(
      `select t.posted_on::text as day, e.account, sum(e.credit_fen - e.debit_fen)::int as fen
         from ledger_txn t join ledger_entry e on e.txn_id = t.id
        where t.order_id = $1 and t.journal = 8 and e.account <> 'unearned' group by 1, 2 order by 1, 2`,
      [orderId],
    )
  ).rows.map((one) => [one.day, one.account, one.fen])

/** What an early return took off the bill, before its fee. */
const refundable = async (orderId: string): Promise<number> =>
  (
    await t.root.query(
      `select sum(e.debit_fen)::int as fen from ledger_txn t join ledger_entry e on e.txn_id = t.id
        where t.order_id = $1 and t.journal = 10 and e.account = 'unearned'`,
      [orderId],
    )
  ).rows[0].fen

async function bill(orderId: string): Promise<{ list: string[] }> {
  const items = await t.call(contract.expense.list, { orderId, type: handoverType.return }, { token: w.tokens.owner })
  return { list: items.map((item) => item.name) }
}

async function payBack(orderId: string): Promise<void> {
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  await t.call(contract.order.updateStatus, { orderId, action: 'retryRefund', voucherIds }, { token: w.tokens.finance })
}

async function release(orderId: string, kind: 1 | 2) {
  const { rows } = await t.root.query('select hold_status from deposit where order_id = $1 and kind = $2', [
    orderId,
    kind,
  ])
  if (rows[0].holdStatus === 4) return
  const voucherIds = await uploadPhotos(t, 'voucher', 1, w.tokens.finance)
  await t.call(contract.deposit.release, { orderId, kind, voucherIds }, { token: w.tokens.finance })
}
