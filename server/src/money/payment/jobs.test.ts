import { contract } from '@cheyi/contract/index'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { merchantPlace, merchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { DAY } from '@cheyi/domain/time'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { booksThatDiffer } from '../../command/doctor/gather.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { followEvents, runDue, runMerchants } from '../../testing/jobs.ts'
import { book, books, booksAgree, pickUp } from '../../testing/world/bookings.ts'
import { sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { setMerchantStatus } from '../../testing/world/world.ts'

sharedMerchant({ cars: 20 })
afterEach(() => t.clock.set(TEST_NOW))

const at = (text: string) => Date.parse(`${text}:00+08:00`)
const earned = async (orderId: string) =>
  (
    await t.root.query(
      `select t.posted_on::text as day, e.account, sum(e.credit_fen - e.debit_fen)::int as fen
         from ledger_txn t join ledger_entry e on e.txn_id = t.id
        where t.order_id = $1 and t.journal = 8 and e.account <> 'unearned' group by 1, 2 order by 1, 2`,
      [orderId],
    )
  ).rows.map((row) => [row.day, row.account, row.fen])

/** Five days over the end of November: 1064.00 of rent. */
const overTheMonth = { pickupAt: at('2026-11-28T10:00'), returnAt: at('2026-12-03T10:00') }
async function out(trip: Parameters<typeof book>[2] = {}, pickedUpAt = overTheMonth.pickupAt) {
  t.clock.set(TEST_NOW)
  const { orderId } = await book(t, w, { ...trip, trip: { ...overTheMonth, ...trip.trip } })
  t.clock.set(pickedUpAt)
  await pickUp(t, w, orderId)
  return orderId
}

describe('the end of a month', () => {
  it('earns the hours of it, dated to its last day, once', async () => {
    const orderId = await out()
    t.clock.set(at('2026-12-01T00:30'))
    await Promise.all([runDue(t, 'monthEnd'), runDue(t, 'monthEnd')])
    await runDue(t, 'monthEnd')
    // 62 of 120 hours; the services of the rental are earned with its end.
    expect(await earned(orderId)).toEqual([['2026-11-30', 'rent_income', 54973]])
    expect(await books(t, orderId)).toEqual({
      customer_receivable: 134900,
      rent_income: -54973,
      unearned: -(134900 - 54973),
    })
    await booksAgree(t)
  })

  it('that was missed is made up later, dated the same', async () => {
    const orderId = await out()
    t.clock.set(at('2026-12-17T09:00'))
    await runDue(t, 'monthEnd')
    expect(await earned(orderId)).toEqual([['2026-11-30', 'rent_income', 54973]])
  })

  it('earns insurance with the time, and what the channel pays like rent', async () => {
    const insured = await out({ trip: { services: [{ code: 'premium', qty: 1 }] } })
    const subsidised = await out({
      trip: { source: 2, reduces: [{ reduceType: 3, amount: 2000 }] },
      form: { channelOrderNo: 'C1' },
    })
    const reduced = await out({ trip: { reduces: [{ reduceType: 2, amount: 2000 }] } })
    t.clock.set(at('2026-12-01T00:30'))
    await runDue(t, 'monthEnd')
    expect(await earned(insured)).toEqual([
      ['2026-11-30', 'rent_income', 54973],
      ['2026-11-30', 'service_income', 9042],
    ])
    expect(await earned(subsidised)).toEqual([['2026-11-30', 'rent_income', 54973]])
    expect(await earned(reduced)).toEqual([['2026-11-30', 'rent_income', 53940]])
  })

  it('over several months sums to the order', async () => {
    const orderId = await out({ trip: { returnAt: at('2027-01-20T10:00') } })
    for (const day of ['2026-12-01', '2027-01-01', '2027-02-01']) {
      t.clock.set(at(`${day}T00:30`))
      await runDue(t, 'monthEnd')
    }
    const months = await earned(orderId)
    expect(months.map(([day]) => day)).toEqual(['2026-11-30', '2026-12-31', '2027-01-31'])
    const { rows } = await t.root.query(
      'select sum(amount_fen)::int as fen from order_item where order_id = $1 and item_type = 0',
      [orderId],
    )
    expect(months.reduce((sum, [, , fen]) => sum + fen, 0)).toBe(rows[0].fen)
  })

  it('earns nothing of a car that was still here, or came back before', async () => {
    const late = await out({}, at('2026-12-01T00:00'))
    const booked = (await book(t, w, { trip: { pickupAt: at('2026-12-01T12:00'), returnAt: at('2026-12-03T10:00') } }))
      .orderId
    t.clock.set(at('2026-12-01T00:30'))
    await runDue(t, 'monthEnd')
    expect(await earned(late)).toEqual([])
    expect(await earned(booked)).toEqual([])
  })
})

it('tells every night what differs from the books, until it is repaired', async () => {
  const { orderId, orderNo } = await book(t, w)
  await t.call(
    contract.payment.collect,
    { orderId, payKind: payKind.rent, amount: 100, payWay: payWay.cash },
    { token: w.tokens.clerk },
  )
  await followEvents(t)
  t.clock.set(TEST_NOW + DAY)
  const told: unknown[] = []
  const log = vi.spyOn(t.kernel.log, 'child').mockImplementation((() => ({
    error: (...line: unknown[]) => told.push(line),
  })) as never)
  try {
    await runMerchants(t, 'nightly')
    expect(told).toEqual([])
    await t.root.query('update "order" set paid_fen = 0 where id = $1', [orderId])
    // Nobody was told that it moved.
    await runMerchants(t, 'nightly')
    expect(told).toEqual([])
    await followEvents(t)
    await runMerchants(t, 'nightly')
    expect(told).toHaveLength(2)
    // Until it is repaired, each night tells it again: the log, the metric that an alert asks for, and the doctor.
    await runMerchants(t, 'nightly')
    expect(told.splice(2)).toHaveLength(2)
    expect(await t.kernel.metrics.registry.metrics()).toMatch(/cheyi_differences_total\{work="nightly"\} 4/)
    const differing = [{ merchant: expect.any(String), differences: 2 }]
    expect(await booksThatDiffer(t.root)).toEqual(differing)
    // No night compares a merchant that moved or was closed: what its last one found says nothing of the last night here.
    await t.root.query('insert into merchant_place (merchant_id, state) values ($1, $2)', [
      w.merchantId,
      merchantPlace.elsewhere,
    ])
    expect(await booksThatDiffer(t.root)).toEqual([])
    await t.root.query('delete from merchant_place')
    await setMerchantStatus(t, w.merchantId, merchantStatus.closed)
    expect(await booksThatDiffer(t.root)).toEqual([])
    await setMerchantStatus(t, w.merchantId, merchantStatus.normal)
    expect(await booksThatDiffer(t.root)).toEqual(differing)
    await t.root.query('update "order" set paid_fen = 100 where id = $1', [orderId])
    await runMerchants(t, 'nightly')
    expect(told).toHaveLength(2)
    expect(await booksThatDiffer(t.root)).toEqual([])
  } finally {
    log.mockRestore()
  }
  const difference = { merchantId: w.merchantId, orderNo, stored: 0, rebuilt: 100 }
  const whats = ['已收金额与收款、扣款记录不一致', '已收金额与账簿不一致']
  expect(told).toMatchObject(whats.map((what) => [{ difference: { ...difference, what } }, 'books and caches differ']))
})
