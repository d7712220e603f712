import { contract } from '@cheyi/contract/index'
import { expenseCode } from '@cheyi/domain/money/expense/codes'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { book, pickUp } from '../../testing/world/bookings.ts'
import { makeWorld, type World } from '../../testing/world/world.ts'

/*
 * Free kilometres go by the days charged at the end: 300 a day, 1.00 for each beyond.
 */

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(at('11-01T10:00'))
  w = await makeWorld(t)
})

const pickupAt = at('11-02T10:00')

/** What a return by then, after so many kilometres, charges for them. */
async function over(mode: number, returnAt: number, back: number, km: number) {
  await t.root.query('update merchant set settings = $2 where id = $1', [w.merchantId, { earlyReturnMode: mode }])
  const vehicleId = w.vehicles.lavida[0]!.id
  const { orderId } = await book(t, w, { trip: { pickupAt, returnAt }, form: { vehicleId } })
  t.clock.set(pickupAt)
  await pickUp(t, w, orderId)
  await t.root.query(
    `insert into pickup_return_record (merchant_id, order_id, type, vehicle_id, mileage_km, fuel_eighths, operator_id, draft, at)
     values ($1, $2, 0, $3, 10000, 8, 0, false, $4)`,
    [w.merchantId, orderId, vehicleId, new Date(pickupAt)],
  )
  t.clock.set(back)
  const { items, freeKm, drivenKm } = await t.call(
    contract.pickupReturn.settlement,
    { orderId, actualReturnAt: back, mileageKm: 10_000 + km, fuelEighths: 8 },
    { token: w.tokens.owner },
  )
  expect(drivenKm).toBe(km)
  return { freeKm, fee: items.find(({ code }) => code === expenseCode.overMileage)?.amount ?? 0 }
}

it.each([
  // A month of 30 days brought back a day early: 29 days would cost more, so nothing is given back and 30 days count.
  ['thirty days, a day unused', 2, at('12-02T10:00'), at('12-01T10:00'), 9_000, { freeKm: 9_000, fee: 0 }],
  ['one kilometre more', 2, at('12-02T10:00'), at('12-01T10:00'), 9_001, { freeKm: 9_000, fee: 100 }],
  ['a week, four days used, nothing back', 1, at('11-09T10:00'), at('11-06T10:00'), 2_050, { freeKm: 2_100, fee: 0 }],
  ['three days paid, nothing back', 1, at('11-05T10:00'), at('11-02T20:00'), 900, { freeKm: 900, fee: 0 }],
  ['a week, three days given back', 2, at('11-09T10:00'), at('11-06T10:00'), 1_300, { freeKm: 1_200, fee: 10_000 }],
  [
    'a week, three days given back whole',
    3,
    at('11-09T10:00'),
    at('11-06T10:00'),
    1_300,
    { freeKm: 1_200, fee: 10_000 },
  ],
  ['a week and a day late', 2, at('11-09T10:00'), at('11-10T10:00'), 2_500, { freeKm: 2_400, fee: 10_000 }],
  ['a week, late within the hours', 2, at('11-09T10:00'), at('11-09T13:00'), 2_150, { freeKm: 2_100, fee: 5_000 }],
] as const)('%s', async (_, mode, returnAt, back, km, expected) => {
  expect(await over(mode, returnAt, back, km)).toEqual(expected)
})
