import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { expect, it } from 'vitest'
import { at } from '../../../testing/at.ts'
import { book } from '../../../testing/world/bookings.ts'
import { car, other, owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'

ownMerchant({ other: true })

/*
 * The home's counter of oversold models says what the stock shows: as many pools as have a red day in their 30.
 */

const { overview, stopSave, stopRemove, conflicts, repack } = contract.stock
const trip = { pickupAt: at('11-24T10:00'), returnAt: at('11-24T20:00') }

const counter = async (token = w.tokens.owner, storeId?: string) =>
  (await t.call(contract.todo.counts, { storeId }, { token })).find(({ code }) => code === 'oversold')
/** Pools with a red day, as the matrices of all stores show them. */
async function red(): Promise<string[]> {
  const all = await Promise.all(
    Object.values(w.stores).map(async (storeId) => {
      const { pools } = await t.call(overview, { storeId, days: 30 }, owner())
      return pools
        .filter(({ days }) => days.some(({ spare }) => spare < 0))
        .map(({ modelId }) => `${storeId} ${modelId}`)
    }),
  )
  return all.flat()
}
const agree = async (count: number) => {
  expect(await red()).toHaveLength(count)
  expect((await counter())?.count).toBe(count)
}
const stop = async (over: Partial<InputOf<typeof stopSave>> = {}) =>
  (
    await t.call(
      stopSave,
      {
        storeId: w.stores.hongqiao,
        modelId: w.models.lavida,
        start: at('11-24T00:00'),
        end: at('11-25T00:00'),
        quantity: null,
        reason: 1,
        confirm: true,
        ...over,
      },
      owner(),
    )
  ).id
const withdraw = (vehicleId: string, lifecycle: 1 | 2) =>
  t.call(contract.inventory.setLifecycle, { vehicleId, lifecycle }, owner())

it('counts nothing while every order has a car, with one statement more than without it', async () => {
  await book(t, w, { trip })
  await agree(0)
  expect(t.calls.at(-1)).toMatchObject({ call: 'todo.counts', queries: 4 })
  expect((await counter())?.link).toBe('/stock')
})

it('counts a model of which all is kept from sale over a booking, and leads to its store', async () => {
  await book(t, w, { trip })
  const id = await stop()
  await agree(1)
  expect(await counter()).toMatchObject({
    name: '超售车型',
    link: `/stock?storeId=${w.stores.hongqiao}&only=oversold&days=30`,
  })
  expect((await counter(w.tokens.owner, w.stores.pudong))?.count).toBe(0)
  await t.call(stopRemove, { id }, owner())
  await agree(0)
})

it('lists the orders that a stop by quantity is over, with the stop that gives them a car again', async () => {
  const first = await book(t, w, { trip })
  const second = await book(t, w, { trip: { ...trip, pickupAt: at('11-24T11:00') } })
  const listed = () => t.call(conflicts, { storeId: w.stores.hongqiao }, owner())
  const counted = async () => (await t.call(overview, { storeId: w.stores.hongqiao }, owner())).conflicts
  const id = await stop({ quantity: 1 })
  await agree(1)
  expect(await listed()).toMatchObject([
    { orderId: second.orderId, stopId: id, why: '停售 1 辆，车不够', storeName: '虹桥机场店' },
  ])
  expect(await counted()).toBe(1)
  const all = await stop({ quantity: null })
  expect((await listed()).map((one) => one.orderId)).toEqual([first.orderId, second.orderId])
  expect(await t.call(conflicts, {}, { token: other.tokens.owner })).toEqual([])
  await t.call(stopRemove, { id: all }, owner())
  await t.call(stopRemove, { id }, owner())
  expect(await listed()).toEqual([])
  expect(await counted()).toBe(0)
  await agree(0)
})

it('leaves alone what is stopped for some channels only, at night, or further ahead than the stock looks', async () => {
  await book(t, w, { trip })
  await stop({ channels: [3] })
  await stop({ start: at('11-24T00:00'), end: at('11-24T07:00') })
  await agree(0)
  await book(t, w, { trip: { pickupAt: at('12-28T10:00'), returnAt: at('12-28T20:00') } })
  await stop({ start: at('12-28T00:00'), end: at('12-29T00:00') })
  await agree(0)
  t.clock.set(at('11-29T00:01'))
  await agree(1)
})

it('counts a model whose cars were withdrawn from under its orders, as the conflicts list them', async () => {
  const { orderId } = await book(t, w, { trip })
  const last = (await t.root.query('select vehicle_id from "order" where id = $1', [orderId])).rows[0].vehicleId
  const [first] = [car(0), car(1)].filter(({ id }) => id !== last)
  await withdraw(first!.id, 2)
  await agree(0)
  await withdraw(last, 2)
  await agree(1)
  expect((await t.call(conflicts, {}, owner())).map((one) => one.orderId)).toEqual([orderId])
  await withdraw(first!.id, 1)
  await t.call(repack, { orderId }, owner())
  expect(await t.call(conflicts, {}, owner())).toEqual([])
  await agree(0)
})

it('asks as often for many stores and models as for one', async () => {
  const queries = async () => {
    await counter()
    return t.calls.at(-1)!.queries
  }
  await book(t, w, { trip })
  await stop()
  const few = await queries()
  for (const modelId of [w.models.qin, w.models.gl8]) {
    await book(t, w, { trip: { ...trip, modelId } })
    await stop({ modelId })
  }
  await agree(3)
  expect(await queries()).toBe(few)
})

it('is for those who see the stock, of their own stores', async () => {
  await book(t, w, { trip })
  await stop()
  expect(await counter(w.tokens.finance)).toBeUndefined()
  expect((await counter(other.tokens.owner))?.count).toBe(0)
  await t.root.query(
    `update account set store_scope = 1, store_ids = $2 where merchant_id = $1 and name = '测试manager'`,
    [w.merchantId, [w.stores.pudong]],
  )
  expect((await counter(w.tokens.manager))?.count).toBe(0)
})

it('who sees own orders only finds the car of a colleague taken, without a name or a link, and no conflict to open', async () => {
  const { orderId } = await book(t, w, { trip })
  await t.call(contract.arrange.plan, { orderId, vehicleId: car(0).id, pinned: true }, owner())
  await book(t, w, { trip })
  await stop()
  await t.root.query(
    `update account set store_scope = 2, store_ids = $2 where merchant_id = $1 and name = '测试manager'`,
    [w.merchantId, [w.stores.hongqiao]],
  )
  const token = { token: w.tokens.manager }
  const place = { storeId: w.stores.hongqiao, modelId: w.models.lavida }
  expect((await t.call(overview, { storeId: place.storeId, days: 30 }, owner())).conflicts).toBe(2)
  expect((await t.call(overview, { storeId: place.storeId, days: 30 }, token)).conflicts).toBe(0)
  expect(await t.call(conflicts, { storeId: place.storeId }, token)).toEqual([])
  const { vehicles } = await t.call(contract.stock.day, { ...place, date: '2026-11-24' }, token)
  const [bar] = vehicles.find(({ vehicleId }) => vehicleId === car(0).id)!.bars.filter(({ order }) => order !== null)
  expect(bar!.order).toMatchObject({ orderId: null, contactName: '' })
  const { list } = await t.call(contract.inventory.timeline, { vehicleId: car(0).id }, token)
  expect(list.filter(({ type }) => type === 'order')).toMatchObject([
    { orderId: null, orderNo: null, contactName: null, from: trip.pickupAt },
  ])
})
