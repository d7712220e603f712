import { contract } from '@cheyi/contract/index'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, MINUTE } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { at } from '../../kernel/db/instant.ts'
import { bookArranged } from '../../testing/world/handover.ts'
import { orderRow, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

ownMerchant()

/* Readings of a car's dashboard by its terminal, which a handover may take over. */

const { pickupReturn, vehicleControl } = contract
const type = handoverType.pickup

it('are proposed while the terminal is online or asleep, and a record keeps which ones were taken over', async () => {
  const { orderId } = await bookArranged(t, w)
  const { vehicleId } = await orderRow(orderId)
  const { plate } = w.vehicles.lavida.find(({ id }) => id === vehicleId)!
  const task = () => t.call(pickupReturn.task, { orderId, type }, owner())
  expect(await task()).toMatchObject({ device: null })
  await t.call(vehicleControl.deviceSave, { rows: [{ phone: '139030000001', plate, profile: 1 }] }, owner())
  await t.root.query('update vehicle set odometer_km = 12000 where id = $1', [vehicleId])
  await t.root.query('update model set tank_l = 50 where id = $1', [w.models.lavida])
  const report = (ago: number) =>
    t.root.query(
      `insert into device_live (merchant_id, device_id, node, last_msg_at, acc, odometer_m, fuel_dl, charge_pct)
       select merchant_id, id, 'n1', $2, false, 12345900, 380, 64 from device where vehicle_id = $1
       on conflict (merchant_id, device_id) do update set last_msg_at = $2`,
      [vehicleId, at(t.clock.now() - ago)],
    )
  await report(MINUTE)
  const read = { mileageKm: 12_345, fuelEighths: 6, batteryPct: 64 }
  expect(await task()).toMatchObject({ device: { ...read, at: t.clock.now() - MINUTE } })
  await report(DAY - MINUTE)
  expect(await task()).toMatchObject({ device: read })
  await report(DAY + MINUTE)
  expect(await task()).toMatchObject({ device: null })

  const save = (more: object) => t.call(pickupReturn.pickUp, { orderId, draft: true, ...more } as never, owner())
  const { record } = await save({ ...read, readByDevice: ['mileageKm', 'fuelEighths', 'batteryPct'] })
  expect(record).toMatchObject({ ...read, readByDevice: ['mileageKm', 'fuelEighths', 'batteryPct'] })
  expect((await save({ version: record.version, note: '右后轮胎偏旧' })).record.readByDevice).toHaveLength(3)
  const typed = await save({ version: record.version + 1, mileageKm: 12_350, readByDevice: ['fuelEighths'] })
  expect(typed.record).toMatchObject({ mileageKm: 12_350, readByDevice: ['fuelEighths'] })
})
