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
const METRE = 1 / 111_195
/** A phone this many metres north of the store. */
const away = (metres: number, accuracyM = 15) => ({ ...parked, lat: parked.lat + metres * METRE, accuracyM })

let serial = 0
let orderId = ''
let vehicleId = ''
let phone: Phone
let mobile = ''

/** The car is out, an hour before it is due, and its terminal reports these doors. */
beforeEach(async () => {
  t.clock.set(TEST_NOW)
  mobile = `1391237${String(1000 + serial++)}`
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
  await t.root.query(`update store set phones = '{021-55500001}' where merchant_id = $1`, [w.merchantId])
  await report({ locked: false })
})

interface Report {
  readonly locked?: boolean | null
  readonly agoMs?: number
  /** Metres north of the store. */
  readonly north?: number
  /** How long ago the terminal last had satellites, before `agoMs`; null: never. */
  readonly fixAgoMs?: number | null
}

async function report({ locked = null, agoMs = 0, north = 0, fixAgoMs = 0 }: Report): Promise<void> {
  const now = t.clock.now() - agoMs
  const fix = fixAgoMs === null ? null : at(now - fixAgoMs)
  const lat = Math.round((parked.lat + north * METRE) * 1e6)
  await t.root.query(
    `insert into device_live (merchant_id, device_id, node, last_msg_at, at, received_at, acc, locked, lat_e6, lng_e6)
     select merchant_id, id, 'n1', $2, $6, $6, false, $3, $4, $5 from device where vehicle_id = $1
     on conflict (merchant_id, device_id) do update set last_msg_at = $2, at = $6, received_at = $6, locked = $3, lat_e6 = $4`,
    [vehicleId, at(now), locked, lat, parked.lng * 1e6, fix],
  )
}
/** A report without satellites, as from a garage: the engine runs or not, or the wheels turn. */
const underground = (agoMs: number, { engine = false, pulses = null as number | null }) =>
  t.root.query(
    `insert into position (merchant_id, device_id, at, received_at, lat_e6, lng_e6, status_bits, pulse_speed, valid)
     select merchant_id, id, $2, $2, 31197900, 121336300, $3, $4, false from device where vehicle_id = $1`,
    [vehicleId, at(t.clock.now() - agoMs), engine ? 1 : 0, pulses],
  )
const give = (command: number, position: object | undefined = beside, on = phone) =>
  t.send(selfService.command, { t: on.link, type, command, position } as never, by(on))
const task = () => t.call(selfService.task, { t: phone.link, type }, by(phone))
const rows = async () => (await t.call(vehicleControl.commandPage, { vehicleId }, owner())).list
const answered = (state: number) =>
  t.root.query('update command set state = $2, ended_at = updated_at where vehicle_id = $1 and state = $3', [
    vehicleId,
    state,
    commandState.toSend,
  ])
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

  it.each([
    ['opens', open],
    ['locks', lock],
    ['finds', find],
  ])(
    '%s the car within 50 m of it and the inaccuracy of the phone, whatever the range of the store',
    async (_, command) => {
      expect(await give(command, away(300))).toMatchObject({
        errorCode: 5309,
        message: expect.stringMatching(/^您不在车旁（距车辆约300米），请走到车旁再试，或致电门店021-55500001$/),
        data: { n: 300 },
      })
      expect(await give(command, away(70))).toMatchObject({ errorCode: 5309, data: { n: 70 } })
      expect(await give(command, away(60))).toMatchObject({ success: true })
      await answered(commandState.effective)
      expect(await give(command, away(40))).toMatchObject({ success: true })
      expect((await rows()).map(({ state, reason }) => [state, reason])).toEqual([
        [commandState.toSend, ''],
        [commandState.effective, ''],
        [commandState.refused, '距车辆约70米'],
        [commandState.refused, '距车辆约300米'],
      ])
      expect((await rows())[3]).toMatchObject({ byName: '客户', refusedAs: '您不在车旁，请走到车旁再试' })
      expect((await notices())[0]).toMatchObject({ body: expect.stringContaining('定位距车辆约300米') })
    },
  )

  it('has the distance that the merchant chose, up to 200 m', async () => {
    const choose = (selfDoorM: number) =>
      t.send(contract.merchant.saveSetting, { settings: { selfDoorM } } as never, owner())
    expect(await choose(201)).toMatchObject({ errorCode: -2 })
    expect(await choose(200)).toMatchObject({ success: true })
    expect(await give(open, away(190))).toMatchObject({ success: true })
    expect(await give(find, away(240))).toMatchObject({ errorCode: 5309 })
    await choose(50)
  })

  it('does not open the car from where it stood before', async () => {
    expect(await give(open)).toMatchObject({ success: true })
    await report({ locked: false, north: 400 })
    expect(await give(lock)).toMatchObject({ errorCode: 5309 })
    expect(await give(lock, away(380))).toMatchObject({ success: true })
  })

  it('does not open a car whose position is an hour old, unless it has been parked since', async () => {
    const old = {
      errorCode: 5311,
      message: expect.stringMatching(/^车辆位置不是最新的（60分钟前），无法确认您在车旁，请致电门店021-55500001$/),
    }
    await report({ locked: false, fixAgoMs: HOUR })
    await underground(30 * MINUTE, { engine: true })
    for (const command of [open, lock, find]) expect(await give(command)).toMatchObject(old)
    expect((await rows())[0]).toMatchObject({ state: commandState.refused, reason: '车辆位置是60分钟前的' })
    await t.root.query('delete from position')
    await underground(30 * MINUTE, { pulses: 120 })
    expect(await give(open)).toMatchObject(old)
    await t.root.query('delete from position')
    await underground(30 * MINUTE, {})
    expect(await give(open)).toMatchObject({ success: true })
    await report({ locked: false, fixAgoMs: 10 * MINUTE })
    await underground(5 * MINUTE, { engine: true })
    expect(await give(lock)).toMatchObject({ success: true })
  })

  it('does not open a car that never had a position', async () => {
    await report({ locked: false, fixAgoMs: null })
    expect(await give(open)).toMatchObject({
      errorCode: 5310,
      message: expect.stringMatching(/^无法确认您在车旁：车辆没有定位，请致电门店021-55500001$/),
    })
  })

  it('is refused, and the attempt is on record, also while another command runs', async () => {
    expect(await give(open)).toMatchObject({ success: true })
    expect(await give(open, { ...beside, accuracyM: 5000 })).toMatchObject({ errorCode: 5310 })
    expect(await give(open, away(300))).toMatchObject({ errorCode: 5309 })
    expect(await give(open)).toMatchObject({ success: true })
    const { refused, toSend } = commandState
    expect((await rows()).map(({ state }) => state)).toEqual([refused, refused, toSend])
    await report({ locked: false, agoMs: 10 * MINUTE })
    expect(await give(open)).toMatchObject({ errorCode: 10001 })
  })

  it('who taps twice at once, or whose call is replayed, opens it once', async () => {
    expect(await Promise.all([give(open), give(open), give(open)])).toEqual(
      Array(3).fill(expect.objectContaining({ success: true })),
    )
    expect(await give(open)).toMatchObject({ success: true })
    expect(await rows()).toHaveLength(1)
  })

  it('opens it by the phone that holds the pass alone', async () => {
    const other = await unlock(t, phone.link, type, mobile)
    expect(await give(open)).toMatchObject({ errorCode: 5306 })
    expect(await give(open, beside, { ...phone, pass: 'forged' })).toMatchObject({ errorCode: 5306 })
    expect(await rows()).toEqual([])
    expect(await give(open, beside, other)).toMatchObject({ success: true })
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
