import { contract } from '@cheyi/contract/index'
import { DAY, HOUR, MINUTE } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { at } from '../../kernel/db/instant.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { handOut } from '../../testing/world/handover.ts'
import { clerk, orderRow, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

/* How the car of an order was driven: summed where its contract says so, shown to who may see tracks, kept as long as the track. */

ownMerchant({ cars: 1 })

/** Reports of the car, one in ten seconds, from that time on with these speeds, km/h. */
async function drives(vehicleId: string, from: number, speeds: readonly number[]): Promise<void> {
  await t.root.query(
    `insert into position (merchant_id, device_id, at, received_at, lat_e6, lng_e6, speed, valid)
       select d.merchant_id, d.id, $2::timestamptz + make_interval(secs => 10 * (n - 1)), $2, 31200000 + n * 1000, 121400000, s * 10, true
         from device d, unnest($3::int[]) with ordinality as x (s, n) where d.vehicle_id = $1`,
    [vehicleId, at(from), speeds],
  )
}
const times = (n: number, kmh: number) => Array.from({ length: n }, () => kmh)

async function rented(agreed: boolean) {
  if (agreed)
    await t.root.query(`update merchant set settings = settings || '{"drivingFacts": true}' where id = $1`, [
      w.merchantId,
    ])
  const { orderId } = await handOut(t, w)
  const { vehicleId } = await orderRow(orderId)
  const { plate } = w.vehicles.lavida.find(({ id }) => id === vehicleId)!
  await t.call(contract.vehicleControl.deviceSave, { rows: [{ phone: `5${w.merchantId}`, plate }] } as never, owner())
  await t.root.query(`update device_stay set from_at = from_at - interval '30 days' where vehicle_id = $1`, [vehicleId])
  return { orderId, vehicleId, from: t.clock.now() }
}
const shown = (orderId: string) => t.call(contract.order.driving, { orderId }, owner())

it('is the same whether it was summed each hour, at once, or again with what came late', async () => {
  const { orderId, vehicleId, from } = await rented(true)
  // Before the handover the car was with somebody else.
  await drives(vehicleId, from - HOUR, times(60, 90))
  await drives(vehicleId, from + 5 * MINUTE, [...times(180, 60), ...times(6, 140), ...times(60, 60)])
  await drives(vehicleId, from + 3 * HOUR, times(120, 60))
  t.clock.set(from + 90 * MINUTE)
  await runMerchants(t, 'driving')
  t.clock.set(from + 4 * HOUR)
  const whole = await shown(orderId)
  expect(whole).toMatchObject({
    agreed: true,
    driving: { longestMs: 2450_000, fastest: 1400, limit: 1300, speedings: 1, brakings: 0 },
  })
  expect(whole.driving!.movingS).toBe(2450 + 1190)
  expect(whole.driving!.metres).toBe(364 * 111)
  for (const _ of [1, 2]) await runMerchants(t, 'driving')
  expect(await shown(orderId)).toEqual(whole)
  // Told late, of a time that was summed already: counted once the stay is over for a day.
  await drives(vehicleId, from + 2 * HOUR, times(31, 60))
  expect(await shown(orderId)).toEqual(whole)
  await t.root.query('update vehicle_use set until_at = $1 where order_id = $2', [at(t.clock.now()), orderId])
  t.clock.set(t.clock.now() + DAY)
  for (const _ of [1, 2]) await runMerchants(t, 'driving')
  const late = await shown(orderId)
  expect(late.driving!.movingS).toBe(2450 + 1190 + 300)
  await t.root.query('delete from position')
  expect(await shown(orderId)).toEqual(late)
})

it('is kept as long as the track', async () => {
  const { orderId, vehicleId, from } = await rented(true)
  await drives(vehicleId, from, times(30, 60))
  t.clock.set(from + HOUR)
  await runMerchants(t, 'driving')
  await t.root.query('update vehicle_use set until_at = $1 where order_id = $2', [at(from + HOUR), orderId])
  const kept = async () =>
    Number((await t.root.query('select count(*) as n from driving where order_id = $1', [orderId])).rows[0].n)
  t.clock.set(from + 90 * DAY)
  await runMerchants(t, 'clearPositions')
  expect(await kept()).toBe(1)
  t.clock.set(from + 91 * DAY)
  await runMerchants(t, 'clearPositions')
  expect(await kept()).toBe(0)
  expect(await shown(orderId)).toEqual({ agreed: true, driving: null })
})

it('of a rental that is longer than the track is kept does not shrink when it is over', async () => {
  const { orderId, vehicleId, from } = await rented(true)
  await drives(vehicleId, from, [...times(60, 60), ...times(6, 140), ...times(60, 60)])
  t.clock.set(from + HOUR)
  await runMerchants(t, 'driving')
  t.clock.set(from + 95 * DAY)
  await t.root.query('delete from position')
  await drives(vehicleId, from + 94 * DAY, times(30, 60))
  await runMerchants(t, 'driving')
  const { driving } = await shown(orderId)
  expect(driving).toMatchObject({ speedings: 1, fastest: 1400 })
  await t.root.query('update vehicle_use set until_at = $1 where order_id = $2', [at(from + 95 * DAY), orderId])
  t.clock.set(from + 97 * DAY)
  await runMerchants(t, 'driving')
  expect((await shown(orderId)).driving).toEqual(driving)
})

it('is neither summed nor shown where the contract does not say so, nor to who may not see tracks', async () => {
  const { orderId, vehicleId, from } = await rented(false)
  await drives(vehicleId, from, times(30, 60))
  t.clock.set(from + HOUR)
  await runMerchants(t, 'driving')
  expect((await t.root.query('select from driving where order_id = $1', [orderId])).rows).toEqual([])
  expect(await shown(orderId)).toEqual({ agreed: false, driving: null })
  // The terms are those of the signed contract: a setting of today changes none of before.
  await t.root.query(`update merchant set settings = settings || '{"drivingFacts": true}' where id = $1`, [
    w.merchantId,
  ])
  expect((await shown(orderId)).agreed).toBe(false)
  expect(await t.send(contract.order.driving, { orderId }, clerk())).toMatchObject({ errorCode: -3 })
})
