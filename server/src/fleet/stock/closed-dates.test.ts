import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { formOf } from '../../testing/world/booking.ts'
import { book } from '../../testing/world/bookings.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

ownMerchant()

/* What the price calendar closes is not for sale anywhere: matrix, month, day and timeline say so as bookings do. */

const { overview, summary, day, timeline, free } = contract.stock
const { saveCalendar } = contract.price

const date = '2026-11-24'
const pool = () => ({ storeId: w.stores.hongqiao, modelId: w.models.lavida })
const trip = { pickupAt: at('11-24T10:00'), returnAt: at('11-24T20:00') }
const close = (more: Partial<InputOf<typeof saveCalendar>> = {}) =>
  t.call(saveCalendar, { ...pool(), from: date, to: date, stop: true, ...more }, owner())
const cell = async () => {
  const { pools } = await t.call(overview, { storeId: w.stores.hongqiao, day: date, days: 1 }, owner())
  return pools.find(({ modelId }) => modelId === w.models.lavida)!.days[0]!
}
const dayOf = () => t.call(day, { ...pool(), date }, owner())
async function tryBook(source: 1 | 2): Promise<number> {
  const quoted = await t.send(contract.quote.quote, { ...pool(), ...trip, source }, owner())
  if (!quoted.success) return quoted.errorCode
  return (await t.send(contract.order.create, { ...formOf(quoted.data as never), source }, owner())).errorCode
}

it('says of a closed date that nothing is free, why, and that no car is taken', async () => {
  expect(await cell()).toMatchObject({ free: 2, spare: 2, closedFor: [] })
  await close()
  const shown = await cell()
  expect(shown).toMatchObject({ total: 2, stopped: 0, spare: 2, free: 0, closedFor: [0] })
  const month = await t.call(summary, { ...pool(), from: '2026-11-15' }, owner())
  expect(month.days.filter(({ closedFor }) => closedFor.length > 0)).toEqual([shown])
  // It is the price calendar that opens it again, not the list of stops.
  expect(month.stops).toEqual([])
  expect(await dayOf()).toMatchObject({ day: shown, why: '价格日历停售', stops: [], channels: [] })
  const week = await t.call(timeline, { ...pool(), from: '2026-11-23' }, owner())
  expect(week.closed).toEqual([{ date, closedFor: [0] }])
  expect(await tryBook(1)).toBe(3002)
  await close({ stop: false })
  expect(await cell()).toMatchObject({ free: 2, closedFor: [] })
  expect(await tryBook(1)).toBe(0)
})

it('names the channels that alone are closed, and goes on selling to the others', async () => {
  await close({ source: 2 })
  expect(await cell()).toMatchObject({ free: 2, closedFor: [2] })
  const shown = await dayOf()
  expect(shown).toMatchObject({ why: null, channels: [{ source: 2, used: 0, sellable: 0 }] })
  expect(await tryBook(2)).toBe(3002)
  expect(await tryBook(1)).toBe(0)
})

it('tells the closed date beside what else blocks the day; orders that stand stay', async () => {
  await book(t, w, { trip })
  await book(t, w, { trip })
  await close()
  const shown = await dayOf()
  expect(shown).toMatchObject({
    day: { ordered: 2, spare: 0, free: 0 },
    why: '价格日历停售；10:00 2 辆车全部占用：订单 2',
    channels: [{ source: 1, used: 2, sellable: 0 }],
  })
})

it('offers nothing of a stay with a closed date, priced or not', async () => {
  await close()
  const asked = (from: string, to: string, more: Partial<InputOf<typeof free>> = {}) =>
    t.call(
      free,
      { storeId: w.stores.hongqiao, modelIds: [w.models.lavida], from: at(from), to: at(to), ...more },
      owner(),
    )
  for (const priced of [true, false])
    expect(await asked('11-23T10:00', '11-25T10:00', { priced })).toMatchObject([
      { free: 2, sellable: 0, why: '所选日期已停售', days: [{ free: 2 }, { date, free: 0 }, { free: 2 }] },
    ])
  // The date of the hours over counts, the morning of a return within its grace does not.
  expect(await asked('11-23T10:00', '11-24T12:00')).toMatchObject([{ sellable: 0 }])
  expect(await asked('11-23T10:00', '11-24T10:20')).toMatchObject([{ sellable: 2, why: null }])
  expect(await asked('11-25T10:00', '11-26T10:00', { source: 2 })).toMatchObject([{ sellable: 2 }])
})

it('is read in one statement, however many dates are closed', async () => {
  await cell()
  const open = t.calls.at(-1)!.queries
  await close({ to: '2026-12-20' })
  await t.call(overview, { storeId: w.stores.hongqiao, days: 31 }, owner())
  expect(t.calls.at(-1)!.queries).toBe(open)
})

it('is told to others who look at the stock, when it closes and when it opens; a price alone is not', async () => {
  const told = async () => {
    const { rows } = await t.root.query(
      `select data from event where merchant_id = $1 and type = 'stock.changed' order by xid, id`,
      [w.merchantId],
    )
    return rows.map(({ data }) => data)
  }
  const before = (await told()).length
  await t.call(saveCalendar, { ...pool(), from: '2026-12-10', to: '2026-12-12', price: 30_000 }, owner())
  expect(await told()).toHaveLength(before)
  await close({ to: '2026-11-26' })
  await close({ from: '2026-11-26', to: '2026-11-26', stop: false })
  expect((await told()).slice(before)).toEqual([
    { ...pool(), from: at('11-24T00:00'), to: at('11-27T00:00') },
    { ...pool(), from: at('11-26T00:00'), to: at('11-27T00:00') },
  ])
})
