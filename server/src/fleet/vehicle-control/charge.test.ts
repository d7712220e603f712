import { contract } from '@cheyi/contract/index'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { expect, it } from 'vitest'
import { at } from '../../kernel/db/instant.ts'
import { createStaff } from '../../platform/merchant/provision.ts'
import { openSession } from '../../testing/session.ts'
import { bookArranged, handOut } from '../../testing/world/handover.ts'
import { orderRow, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'

/* Charge of electric cars: the to-do before a pickup, its list, the profiles, and its price at the return. */

ownMerchant()

const { vehicleControl } = contract

async function carOf(orderId: string, chargePct: number): Promise<string> {
  const { vehicleId } = await orderRow(orderId)
  const { plate } = w.vehicles.lavida.find(({ id }) => id === vehicleId)!
  const profile = { name: '演示终端', chargeItem: 'e5' }
  const { chargeProfileId } = await t.call(vehicleControl.chargeProfileSave, profile as never, owner())
  const device = { phone: '139030000009', plate, chargeProfileId }
  await t.call(vehicleControl.deviceSave, { rows: [device] } as never, owner())
  await t.root.query(
    `insert into device_live (merchant_id, device_id, last_msg_at, charge_pct, range_km)
       select merchant_id, id, $2, $3, 120 from device where vehicle_id = $1`,
    [vehicleId, at(t.clock.now()), chargePct],
  )
  return vehicleId
}
const todo = async (token = w.tokens.owner) =>
  (await t.call(contract.todo.counts, {}, { token })).find(({ code }) => code === 'lowCharge')?.count ?? 0
const listed = async () => {
  const { list, counts } = await t.call(vehicleControl.page, { group: 'lowCharge' }, owner())
  expect(counts!.lowCharge).toBe(list.length)
  return list.map(({ vehicleId }) => vehicleId)
}
async function managerOf(storeId: string): Promise<string> {
  const { rows } = await t.root.query(`select id from role where merchant_id = $1 and letter = 'B'`, [w.merchantId])
  const staff = { mobile: '13900000901', passwordHash: '-', parentId: null, name: '分店店长', roleIds: [rows[0].id] }
  return openSession(
    t.kernel,
    await createStaff(t.commands, w.merchantId, { ...staff, storeScope: 1, storeIds: [storeId] }),
  )
}
const setting = (settings: object) =>
  t.root.query('update merchant set settings = settings || $2 where id = $1', [w.merchantId, settings])

it('a car with little charge is a to-do from six hours before its pickup until it goes out, or is charged', async () => {
  const pickupAt = t.clock.now() + 8 * HOUR
  const trip = { pickupAt, returnAt: pickupAt + 48 * HOUR }
  const { orderId } = await bookArranged(t, w, { trip })
  const vehicleId = await carOf(orderId, 49)
  expect([await todo(), await listed()]).toEqual([0, []])
  t.clock.set(pickupAt - 6 * HOUR - MINUTE)
  expect(await todo()).toBe(0)
  t.clock.set(pickupAt - 6 * HOUR)
  expect([await todo(), await listed()]).toEqual([1, [vehicleId]])
  expect([await todo(w.tokens.manager), await todo(await managerOf(w.stores.pudong))]).toEqual([1, 0])
  expect(await t.call(vehicleControl.detail, { vehicleId }, owner())).toMatchObject({ chargePct: 49, rangeKm: 120 })
  await t.root.query('update device_live set at = last_msg_at, lat_e6 = 31200000, lng_e6 = 121400000')
  const signs = async () => (await t.call(vehicleControl.map, {}, owner())).cars.map(({ lowCharge }) => lowCharge)
  expect(await signs()).toEqual([true])
  await setting({ pickupChargePct: 49 })
  expect([await todo(), await listed(), await signs()]).toEqual([0, [], [false]])
  await setting({ pickupChargePct: 0 })
  expect(await todo()).toBe(0)
  await setting({ pickupChargePct: 100 })
  expect(await todo()).toBe(1)
  await t.root.query('update device_live set charge_pct = 100')
  expect([await todo(), await listed()]).toEqual([0, []])
})

it('missing charge is priced by percent where the merchant says so, in the bill of the return', async () => {
  await setting({ chargeFenPerPct: 150 })
  const { orderId } = await handOut(t, w)
  await t.root.query('update model set energy = 3, battery_kwh = 0 where id = $1', [w.models.lavida])
  await t.root.query('update pickup_return_record set fuel_eighths = null, battery_pct = 90 where order_id = $1', [
    orderId,
  ])
  t.clock.set((await orderRow(orderId)).returnAt)
  const asked = { orderId, actualReturnAt: t.clock.now(), mileageKm: 10_100, batteryPct: 55 }
  const { items } = await t.call(contract.pickupReturn.settlement, asked, owner())
  expect(items.map(({ name, formula, amount }) => [name, formula, amount])).toContainEqual([
    '充电费',
    '缺35% × ¥1.50 + 服务费¥30.00',
    35 * 150 + 3000,
  ])
})

it('a profile is read, edited by its version, counted by its devices, and refused by its field', async () => {
  const save = (more: object) => t.send(vehicleControl.chargeProfileSave, more as never, owner())
  const saved = await t.call(
    vehicleControl.chargeProfileSave,
    { name: '星辰', chargeItem: '0xE5', chargeScale: 10 } as never,
    owner(),
  )
  const { chargeProfileId } = saved
  await t.call(vehicleControl.deviceSave, { rows: [{ phone: '139030000011', chargeProfileId }] } as never, owner())
  expect(await t.call(vehicleControl.chargeProfiles, {}, owner())).toMatchObject([
    { name: '星辰', chargeItem: 'e5', chargeScale: 10, rangeItem: '', devices: 1, version: 1 },
  ])
  expect(await save({ name: '星辰', chargeItem: 'e5' })).toMatchObject({ data: { field: 'name' } })
  expect(await save({ name: '空白' })).toMatchObject({ errorCode: -2, data: { field: 'chargeItem' } })
  expect(await save({ name: '标准项', rangeItem: '01' })).toMatchObject({ data: { field: 'rangeItem' } })
  expect(await save({ name: '星辰二', chargeItem: 'e7', chargeProfileId, version: 2 })).toMatchObject({ errorCode: -5 })
  expect(await save({ name: '星辰二', chargeItem: 'e7', chargeProfileId, version: 1 })).toMatchObject({ success: true })
  const remove = (version: number) => t.send(vehicleControl.chargeProfileRemove, { chargeProfileId, version }, owner())
  expect(await remove(2)).toMatchObject({ errorCode: 10023, message: expect.stringContaining('还有 1 台设备') })
  const { list } = await t.call(vehicleControl.devicePage, { keyword: '139030000011' }, owner())
  const { deviceId, version } = list[0]!
  await t.call(vehicleControl.deviceSave, { rows: [{ deviceId, version, phone: '139030000011' }] } as never, owner())
  expect(await remove(1)).toMatchObject({ errorCode: -5 })
  expect(await remove(2)).toMatchObject({ success: true })
  expect(await remove(2)).toMatchObject({ errorCode: -4 })
  expect(await t.call(vehicleControl.chargeProfiles, {}, owner())).toEqual([])
  const foreign = { rows: [{ phone: '139030000012', chargeProfileId: '999' }] }
  expect(await t.send(vehicleControl.deviceSave, foreign as never, owner())).toMatchObject({ errorCode: -4 })
})
