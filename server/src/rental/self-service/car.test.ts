import { contract } from '@cheyi/contract/index'
import { commandState, commandType } from '@cheyi/domain/fleet/vehicle-control/codes'
import { notifyType } from '@cheyi/domain/platform/notify/notice'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { at } from '../../kernel/db/instant.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { weekend } from '../../testing/world/bookings.ts'
import { handOut, renter } from '../../testing/world/handover.ts'
import { orderRow, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { by, type Phone, selfLink, shoot, unlock } from '../../testing/world/self.ts'

ownMerchant()

/* A customer locks, opens and finds their car by the page of their link, beside it. */

const { selfService, vehicleControl } = contract
const type = handoverType.return
/** Where the car is parked, at the store. */
const parked = { lng: 121.3363, lat: 31.1979 }
const beside = { ...parked, lat: parked.lat + 0.0002, accuracyM: 15 }
const { lock, find, unlock: open } = commandType

let serial = 0
let orderId = ''
let vehicleId = ''
let phone: Phone

/** The car is out, an hour before it is due, and its terminal reports these doors. */
beforeEach(async () => {
  t.clock.set(TEST_NOW)
  const mobile = `1391237${String(1000 + serial++)}`
  ;({ orderId } = await handOut(t, w, { form: { renterId: await renter(t, w, { phone: mobile }) } }))
  t.clock.set(weekend.returnAt - HOUR)
  phone = await unlock(t, await selfLink(t, w, orderId, type), type, mobile)
  vehicleId = (await orderRow(orderId)).vehicleId
  const { plate } = await t.call(contract.inventory.detail, { vehicleId }, owner())
  await t.call(
    vehicleControl.deviceSave,
    { rows: [{ phone: `1390${2_000_000 + serial}`, plate, profile: 1 }] },
    owner(),
  )
  await report({ locked: false })
})

async function report(more: { readonly locked?: boolean | null; readonly agoMs?: number }): Promise<void> {
  const { locked = null, agoMs = 0 } = more
  const now = at(t.clock.now() - agoMs)
  await t.root.query(
    `insert into device_live (merchant_id, device_id, node, last_msg_at, at, received_at, acc, locked, lat_e6, lng_e6)
     select merchant_id, id, 'n1', $2, $2, $2, false, $3, $4, $5 from device where vehicle_id = $1
     on conflict (merchant_id, device_id) do update set last_msg_at = $2, at = $2, received_at = $2, locked = $3`,
    [vehicleId, now, locked, parked.lat * 1e6, parked.lng * 1e6],
  )
}
const give = (command: number, position: object | undefined = beside, on = phone) =>
  t.send(selfService.command, { t: on.link, type, command, position } as never, by(on))
const task = () => t.call(selfService.task, { t: phone.link, type }, by(phone))
const rows = async () => (await t.call(vehicleControl.commandPage, { vehicleId }, owner())).list
const answered = (state: number) =>
  t.root.query('update command set state = $2, ended_at = updated_at where vehicle_id = $1', [vehicleId, state])
const notices = async () =>
  (
    await t.root.query('select title, body from notification where merchant_id = $1 and type = $2', [
      w.merchantId,
      notifyType.selfCheck,
    ])
  ).rows.filter(({ title }) => title.startsWith('客户不在车旁'))

describe('a customer', () => {
  it('locks the car beside it, as its terminal and the record of commands show', async () => {
    expect((await task()).doors).toEqual({ online: true, locked: false, last: null })
    expect(await give(lock)).toMatchObject({ success: true })
    expect((await task()).doors).toMatchObject({ last: { type: lock, state: commandState.toSend, why: '' } })
    expect(await rows()).toMatchObject([{ type: lock, state: commandState.toSend, byName: '客户' }])
    // The phone repeats the call after a lost answer.
    expect(await give(lock)).toMatchObject({ success: true })
    expect(await rows()).toHaveLength(1)
    await answered(commandState.effective)
    await report({ locked: true })
    expect((await task()).doors).toMatchObject({ locked: true, last: { state: commandState.effective } })
  })

  it('who is 300 m away is refused with the metres, which staff and the record show', async () => {
    await t.call(contract.merchant.saveSetting, { settings: { selfRangeM: 200 } } as never, owner())
    const away = { ...parked, lat: parked.lat + 0.0027, accuracyM: 15 }
    expect(await give(open, away)).toMatchObject({ errorCode: 5309, message: '您距车辆约300米，请走到车旁再试' })
    expect(await give(open, away)).toMatchObject({ errorCode: 5309 })
    expect(await rows()).toMatchObject([
      { type: open, state: commandState.refused, reason: '距车辆约300米', byName: '客户' },
      { type: open, state: commandState.refused },
    ])
    expect((await notices())[0]).toMatchObject({ body: expect.stringContaining('定位距车辆约300米') })
    expect(await give(open)).toMatchObject({ success: true })
  })

  it('without a usable position opens nothing', async () => {
    expect(await t.send(selfService.command, { t: phone.link, type, command: open }, by(phone))).toMatchObject({
      errorCode: 5310,
      message: '无法确认您在车旁：请允许使用位置后再试',
    })
    expect(await give(open, { ...beside, accuracyM: 500 })).toMatchObject({
      message: '无法确认您在车旁：定位不够准确，请到空旷处再试',
    })
    expect((await rows()).map(({ state }) => state)).toEqual([commandState.refused, commandState.refused])
  })

  it('does not open a car that moves, nor one whose terminal is offline', async () => {
    const now = at(t.clock.now())
    await t.root.query(
      `insert into position (merchant_id, device_id, at, received_at, lat_e6, lng_e6, speed, valid)
       select merchant_id, id, $2, $2, 31197900, 121336300, 200, true from device where vehicle_id = $1`,
      [vehicleId, now],
    )
    expect(await give(open)).toMatchObject({ errorCode: 10016 })
    expect(await give(find)).toMatchObject({ success: true })
    await report({ locked: false, agoMs: 10 * MINUTE })
    expect((await task()).doors).toMatchObject({ online: false })
    expect(await give(lock)).toMatchObject({ errorCode: 10001 })
  })

  it('gives no more than ten commands in a minute, and none that staff alone give', async () => {
    for (let n = 0; n < 10; n++) await give(open, { ...parked, lat: 31.3, accuracyM: 15 })
    expect(await give(open)).toMatchObject({ errorCode: -7 })
    for (const staffOnly of [commandType.engineCut, commandType.engineRestore, commandType.locate])
      expect(await give(staffOnly)).toMatchObject({ errorCode: -2 })
  })
})

describe('a return', () => {
  it('is submitted once the car is locked, and its customer opens the car no more', async () => {
    await shoot(t, phone, type)
    await t.call(
      selfService.save,
      { t: phone.link, type, mileageKm: 10_100, fuelEighths: 8, keyNote: '还车箱', parkingNote: '' } as never,
      by(phone),
    )
    await t.send(selfService.place, { t: phone.link, position: beside } as never, by(phone))
    expect((await task()).gaps).toEqual([{ step: 'lock', text: '请锁好车门' }])
    const submit = () => t.send(selfService.submitReturn, { t: phone.link }, by(phone))
    expect(await submit()).toMatchObject({ errorCode: 5308 })
    await report({ locked: true })
    expect(await submit()).toMatchObject({ success: true })
    expect(await task()).toMatchObject({ doors: null })
    expect(await give(open)).toMatchObject({ errorCode: 5301 })
    expect(await t.call(selfService.check, { orderId, type }, owner())).toMatchObject({ locked: true })
  })

  it('counts an accepted command where the terminal reports no lock, and asks for none while it is offline', async () => {
    await report({ locked: null })
    expect((await task()).gaps).toContainEqual({ step: 'lock', text: '请锁好车门' })
    await give(lock)
    await answered(commandState.answered)
    expect((await task()).gaps.map(({ step }) => step)).not.toContain('lock')
    await report({ locked: false, agoMs: 10 * MINUTE })
    expect((await task()).gaps.map(({ step }) => step)).not.toContain('lock')
  })
})
