import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import type { SitePage } from '@cheyi/contract/sales/site-page'
import { pickupType, returnType, source } from '@cheyi/domain/booking/order/codes'
import { HOUR } from '@cheyi/domain/time'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { rounds } from '../../testing/rounds.ts'
import { openSite, type Visitor, visitor } from '../../testing/site-visitor.ts'
import { owner, t, w } from '../../testing/world/merchant.ts'
import { onlineMerchant } from '../../testing/world/online-merchant.ts'

onlineMerchant({ cars: 2 })

/* Whatever a stranger looks for: the page, the staff's price, the staff's stock and the booking itself agree. */

const searches = rounds('SEARCHES', 60, 10_000)
let browser: Visitor
let booked = 0
beforeAll(async () => {
  const name = await openSite(t, w)
  await t.root.query(`update fee_config set per_km_fen = 250 where kind = 'oneWay' and merchant_id = $1`, [
    w.merchantId,
  ])
  browser = visitor(t, name)
  await browser.enter('13820000099')
})

type Trip = InputOf<SitePage['search']>

const trips = () => {
  const { hongqiao, pudong, hangzhou } = w.stores
  const store = fc.constantFrom(hongqiao, pudong)
  const place = fc.record({
    address: fc.constant('国家会展中心'),
    lng: fc.double({ min: 121.2, max: 121.6, noNaN: true }),
    lat: fc.double({ min: 31.1, max: 31.4, noNaN: true }),
    collect: fc.boolean(),
  })
  return fc
    .record({
      storeId: store,
      returnStoreId: fc.option(fc.constantFrom(hongqiao, pudong, hangzhou), { nil: undefined }),
      from: fc.integer({ min: 1, max: 80 * 48 }),
      length: fc.integer({ min: 2, max: 30 * 24 }),
      delivery: fc.option(place, { nil: undefined, freq: 3 }),
    })
    .map(({ from, length, returnStoreId, delivery, storeId }): Trip => {
      const pickupAt = at('12-01T00:00') + (from * HOUR) / 2
      return {
        ...{ storeId, pickupAt, returnAt: pickupAt + length * HOUR },
        ...(returnStoreId !== undefined && { returnStoreId }),
        ...(delivery !== undefined && { delivery }),
      }
    })
}

/** The same trip as staff enter it. */
const staffTrip = ({ delivery, ...trip }: Trip, modelId: string) => ({
  ...trip,
  modelId,
  source: source.own,
  ...(delivery !== undefined && {
    ...{ pickupType: pickupType.delivery, pickupAddress: delivery.address },
    ...{ pickupLng: delivery.lng, pickupLat: delivery.lat },
    ...(delivery.collect && {
      ...{ returnType: returnType.collection, returnAddress: delivery.address },
      ...{ returnLng: delivery.lng, returnLat: delivery.lat },
    }),
  }),
})

it(
  'shows what staff see: price, stock, and why a model cannot be had; what it sells can be booked at that price',
  async () => {
    await fc.assert(
      fc.asyncProperty(trips(), fc.nat(9), async (trip, dice) => {
        const { models } = await browser.ask('search', trip)
        const { storeId, returnStoreId, pickupAt: from, returnAt: to } = trip
        const pickup = trip.delivery === undefined ? pickupType.store : pickupType.delivery
        const asked = { storeId, ...(returnStoreId !== undefined && { returnStoreId }), from, to, pickupType: pickup }
        const free = await t.call(contract.stock.free, { ...asked, source: source.own }, owner())
        expect(models.map(({ modelId }) => modelId).toSorted()).toEqual(free.map(({ modelId }) => modelId).toSorted())
        for (const model of models) {
          const quote = await t.send(contract.quote.quote, staffTrip(trip, model.modelId), owner())
          // Staff may hand over while the store is closed, and are warned.
          const isShut = model.why?.endsWith('门店未营业') === true
          if (model.total === null)
            expect(quote).toMatchObject({ success: false, ...(!isShut && { message: model.why }) })
          else expect(quote.data).toMatchObject({ total: model.total })
          const { sellable } = free.find(({ modelId }) => modelId === model.modelId)!
          if (model.left > 0 || model.why === '已订满') expect(model.left).toBe(Math.min(5, sellable))
        }
        const [offered] = models.filter(({ left }) => left > 0)
        if (offered !== undefined && dice === 0) await bookAndLeave(trip, offered)
        const [near] = models.flatMap(({ modelId, near: moments }) => moments.map((one) => ({ ...one, modelId })))
        if (near !== undefined) {
          const { left } = await browser.ask('offer', { ...trip, ...near })
          expect(left).toBeGreaterThan(0)
        }
      }),
      { numRuns: searches, endOnFailure: true },
    )
  },
  60_000 + searches * 2000,
)

/** Some cars stay booked, so that later searches meet a fleet that is not empty. */
async function bookAndLeave(trip: Trip, { modelId, total }: { modelId: string; total: number | null }) {
  const offer = await browser.ask('offer', { ...trip, modelId })
  expect(offer.total).toBe(total)
  const form = { quoteId: offer.quoteId, total: offer.total, name: '张三', payNow: false }
  let answer = await browser.send('book', form)
  while (answer.errorCode === 3107) answer = await browser.send('book', form)
  expect(answer).toMatchObject({ success: true })
  const { orderId } = answer.data as { orderId: string }
  const order = await t.call(contract.order.detail, { orderId }, owner())
  expect(order.fees.total).toBe(total)
  // Its customer has paid; a third unpaid booking would be refused.
  await t.root.query('update "order" set contact_phone_tail4 = $2 where id = $1', [
    orderId,
    String(booked++).padStart(4, '0'),
  ])
}
