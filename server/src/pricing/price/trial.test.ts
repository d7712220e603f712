import { contract } from '@cheyi/contract/index'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { book } from '../../testing/world/bookings.ts'
import { priceWorld } from '../../testing/world/prices.ts'

const { price, quote: quotes } = contract
const { t, w, owner, lavida, ruleOf, saveDays, rentOf } = await priceWorld()
afterAll(() => t.close())
beforeEach(() => {
  t.clock.set(at('11-20T10:00'))
})

describe('trial', () => {
  it('prices lengths by unsaved values, beside the saved ones, as a quote would', async () => {
    const trip = { pickupAt: at('12-28T10:00'), returnAt: at('12-31T10:00') }
    const [saved] = await t.call(price.trial, { ...lavida(), trips: [trip] }, owner())
    const quote = await t.call(quotes.quote, { ...lavida(1), ...trip }, owner())
    expect(saved).toMatchObject({ days: 3, total: quote.total, saved: null })
    expect(saved!.lines).toEqual(quote.lines)
    const draft = { basePrice: 30_000, tiers: [] }
    const [tried] = await t.call(price.trial, { ...lavida(), trips: [trip], draft }, owner())
    expect(tried).toMatchObject({ rent: 90_000, saved: quote.total })
    expect((await ruleOf(lavida())).rule!.basePrice).toBe(20_000)
  })

  it('prices a store that only delivers', async () => {
    await t.root.query(`update store set pickup_modes = '{2}', return_modes = '{2}' where id = $1`, [lavida().storeId])
    const trips = [{ pickupAt: at('12-28T10:00'), returnAt: at('12-31T10:00') }]
    const [tried] = await t.call(price.trial, { ...lavida(), trips }, owner())
    await t.root.query(`update store set pickup_modes = '{1,2,3}', return_modes = '{1,2,3}' where id = $1`, [
      lavida().storeId,
    ])
    expect(tried).toMatchObject({ days: 3, why: null })
  })

  it('says why a length cannot be sold', async () => {
    const trips = [{ pickupAt: at('12-28T10:00'), returnAt: at('12-29T10:00') }]
    const [tried] = await t.call(price.trial, { ...lavida(), trips, draft: { minDays: 2 } }, owner())
    expect(tried).toMatchObject({ total: null, why: '租期超出限制' })
    expect(await t.send(price.trial, { ...lavida(), trips, draft: { basePrice: 0 } }, owner())).toMatchObject({
      errorCode: 3201,
    })
  })
})

describe('the bench', () => {
  it('prices last month’s orders anew by unsaved values, for who may know what was earned', async () => {
    t.clock.set(at('10-19T10:00'))
    const { orderId } = await book(t, w, {
      trip: { ...lavida(1), pickupAt: at('10-20T10:00'), returnAt: at('10-21T10:00') },
    })
    const gone = await book(t, w, { trip: { ...lavida(1), pickupAt: at('10-20T12:00'), returnAt: at('10-22T12:00') } })
    await t.call(
      contract.order.cancel,
      { orderId: gone.orderId, reason: 5, responsibility: 2, expectPenalty: 0 },
      owner(),
    )
    t.clock.set(at('11-20T10:00'))
    const { lines } = (await t.root.query('select quote_snapshot as s from "order" where id = $1', [orderId])).rows[0].s
    const rent = lines
      .filter(({ kind }: { kind: string }) => kind === 'rent')
      .reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
    const dearer = await t.call(price.bench, { ...lavida(), draft: { basePrice: 30_000 } }, owner())
    expect(dearer).toMatchObject({
      from: '2026-10-01',
      to: '2026-10-31',
      orders: 1,
      sold: rent,
      draft: 30_000,
      unsold: 0,
      days: [{ day: '2026-10-20', orders: 1, sold: rent, draft: 30_000 }],
    })
    const longer = await t.call(price.bench, { ...lavida(), draft: { minDays: 2 } }, owner())
    expect(longer).toMatchObject({ orders: 1, draft: 0, unsold: 1, unsoldRent: rent })
    const none = await t.call(price.bench, { ...lavida(2), draft: { basePrice: 30_000 } }, owner())
    expect(none).toMatchObject({ orders: 0, days: [] })
    const without = async (set: string) => {
      await t.root.query(`update role set menu_ids = ${set} where merchant_id = $1 and 400 = any (menu_ids)`, [
        w.merchantId,
      ])
      await t.root.query('update login_session set stamp = stamp + 1 where merchant_id = $1', [w.merchantId])
    }
    await without('array_remove(menu_ids, 401)')
    expect(await t.send(price.bench, { ...lavida(), draft: { basePrice: 30_000 } }, owner())).toMatchObject({
      errorCode: -3,
    })
    await without('menu_ids || 401')
  })
})

describe('what is quoted or booked', () => {
  it('keeps its price, whatever changes', async () => {
    const trip = { ...lavida(1), pickupAt: at('12-17T10:00'), returnAt: at('12-18T10:00') }
    const order = await book(t, w, { trip })
    const quote = await t.call(quotes.quote, trip, owner())
    const told = async () =>
      (
        await t.root.query('select total_fen, quote_snapshot, cancel_rule_snapshot from "order" where id = $1', [
          order.orderId,
        ])
      ).rows[0]
    const before = await told()

    await t.call(price.saveRule, { ...lavida(), basePrice: 77_700, longRows: [] }, owner())
    await saveDays({ from: '2026-12-17', to: '2026-12-17', price: 88_800 })
    await t.call(price.adjust, { fen: 100 }, owner())
    const services = await t.call(quotes.services, { all: true }, owner())
    const base = services.find((service) => service.code === 'base')!
    await t.call(contract.terms.saveService, { ...base, itemType: 1, unit: 'day', price: 9900 } as never, owner())

    expect(await told()).toEqual(before)
    const made = await t.call(
      contract.order.create,
      {
        submit: true,
        quoteId: quote.quoteId,
        expectTotal: quote.total,
        contactName: '王小明',
        contactPhone: '13800138000',
      },
      owner(),
    )
    expect((await t.root.query('select total_fen from "order" where id = $1', [made.orderId])).rows[0].totalFen).toBe(
      String(quote.total),
    )
    expect(await rentOf(trip)).toEqual([88_800])
    await t.call(
      price.saveRule,
      { ...lavida(), basePrice: 20_000, weekendPrice: 26_000, holidayPrice: 39_900 },
      owner(),
    )
  })
})
