import { contract } from '@cheyi/contract/index'
import { onlineStates } from '@cheyi/domain/fleet/vehicle-control/codes'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { at } from '../../kernel/db/instant.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { handOut } from '../../testing/world/handover.ts'
import { owner, t, w, world, worldsOfTests } from '../../testing/world/merchant.ts'
import { makeWorld } from '../../testing/world/world.ts'

worldsOfTests({ poolSize: 8 })

const { model, vehicleControl } = contract
/** Numbers are the platform's: each test has its own. */
let series = 100
beforeEach(() => {
  series++
})
const phone = (i: number) => `138${series}0000${i}`
const car = (index = 0) => w.vehicles.lavida[index]!
const save = (rows: readonly object[], token = w.tokens.owner) =>
  t.send(vehicleControl.deviceSave, { rows } as never, { token })
const devices = async () => (await t.call(vehicleControl.devicePage, {}, owner())).list
const only = async () => (await devices())[0]!
/** What the gateway would write of a device. */
async function tell(deviceId: string, more: object = {}) {
  const now = t.clock.now()
  const row = {
    merchant_id: w.merchantId,
    device_id: deviceId,
    node: 'n1',
    last_msg_at: at(now),
    at: at(now),
    received_at: at(now),
    lat_e6: 31_200_000,
    lng_e6: 121_330_000,
    speed: 0,
    acc: false,
    ...more,
  }
  const names = Object.keys(row)
  await t.root.query(
    `insert into device_live (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  )
}

describe('devices', () => {
  beforeEach(() => world(2))

  it('are saved all or none; the line of the wrong one is named', async () => {
    const rows = [{ phone: `0${phone(1).slice(0, 6)} ${phone(1).slice(6)}`, plate: car().plate }, { phone: phone(2) }]
    expect(await save(rows)).toMatchObject({ success: true })
    expect(await devices()).toMatchObject([
      { phone: phone(2), vehicleId: null },
      { phone: phone(1), plate: car().plate, state: onlineStates.code.offline },
    ])
    expect(await save([{ phone: phone(3) }, { phone: phone(2) }])).toMatchObject({
      errorCode: 10020,
      data: { line: 2 },
    })
    expect(await save([{ phone: phone(3) }, { phone: phone(4), plate: car().plate }])).toMatchObject({
      errorCode: 10021,
      data: { line: 2 },
    })
    expect(await save([{ phone: phone(3) }, { phone: phone(4), plate: '沪A00000' }])).toMatchObject({
      errorCode: -2,
      data: { field: 'rows.1.plate' },
    })
    expect(await devices()).toHaveLength(2)
  })

  it('are named line by line where several are wrong, and none is entered', async () => {
    await save([{ phone: phone(1), plate: car().plate }])
    const refused = await save([
      { phone: '沪A12345' },
      { phone: phone(2) },
      { phone: phone(1) },
      { phone: phone(3), plate: '沪A00000' },
      { phone: phone(2) },
      { phone: phone(4), plate: car().plate },
      { phone: phone(5), imei: '123' },
    ])
    expect(refused).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining(
        '第1行：设备号应为1至20位数字（或字母a-f）；第3行：设备号已存在；第4行：没有车牌为沪A·00000的车辆；共6行有误',
      ),
      data: {
        field: 'rows.0.phone',
        lines: [1, 3, 4, 5, 6, 7].map((line) => expect.objectContaining({ line })),
      },
    })
    expect(await devices()).toHaveLength(1)
  })

  it('of right lines are saved where it is asked for, and the wrong ones are named', async () => {
    await save([{ phone: phone(1), plate: car().plate }])
    const rows = [
      { phone: '沪A12345' },
      { phone: phone(2) },
      { phone: phone(1) },
      { phone: phone(4), plate: car().plate },
      { phone: phone(5), plate: car(1).plate },
      { phone: phone(6), plate: car(1).plate },
    ]
    const { devices: saved, wrong } = await t.call(
      vehicleControl.deviceSave,
      { rows, onlyRight: true } as never,
      owner(),
    )
    expect(saved).toHaveLength(2)
    expect(wrong).toEqual([
      { line: 1, message: '设备号应为1至20位数字（或字母a-f）' },
      { line: 3, message: '设备号已存在' },
      { line: 4, message: '车辆已绑定设备' },
      { line: 6, message: '车辆已绑定设备' },
    ])
    expect((await devices()).map((one) => one.phone)).toEqual([phone(5), phone(2), phone(1)])
    // The number of a refused line stays free, and lines that are all wrong are refused.
    expect(await save([{ phone: phone(6) }])).toMatchObject({ success: true })
    const again = await t.send(vehicleControl.deviceSave, { rows: [rows[2]], onlyRight: true } as never, owner())
    expect(again).toMatchObject({ errorCode: 10020 })
  })

  it('are of one merchant on the whole platform', async () => {
    await save([{ phone: phone(1) }])
    const other = await makeWorld(t, { name: '别家租车' })
    expect(await save([{ phone: `000${phone(1)}` }], other.tokens.owner)).toMatchObject({ errorCode: 10020 })
  })

  it('go into a car and out of it, one of each use', async () => {
    await save([{ phone: phone(1), plate: car().plate }, { phone: phone(2) }])
    const [spare, main] = await devices()
    const bind = { deviceId: spare!.deviceId, version: 1, vehicleId: car().id }
    expect(await t.send(vehicleControl.deviceBind, bind, owner())).toMatchObject({ errorCode: 10021 })
    await t.call(vehicleControl.deviceBind, { ...bind, role: 2 }, owner())
    await t.call(vehicleControl.deviceUnbind, { deviceId: main!.deviceId, version: 1, reason: '更换设备' }, owner())
    await t.call(vehicleControl.deviceBind, { deviceId: main!.deviceId, version: 2, vehicleId: car(1).id }, owner())
    const { rows } = await t.root.query(
      'select vehicle_id, to_at is null as open from device_stay where device_id = $1 order by from_at',
      [main!.deviceId],
    )
    expect(rows.at(-1)).toEqual({ vehicleId: car(1).id, open: true })
  })

  it('go into one of the fifty first cars, or into one that is found by its plate', async () => {
    await world(30)
    await save([{ phone: phone(1), plate: car().plate }])
    const first = await t.call(vehicleControl.deviceCars, {}, owner())
    expect(first).toHaveLength(50)
    // A car that has a device already comes last.
    const shown = new Set(first.map(({ vehicleId }) => vehicleId))
    expect(shown.has(car().id)).toBe(false)
    const others = Object.values(w.vehicles)
      .flat()
      .filter(({ id }) => !shown.has(id))
    expect(others.length).toBeGreaterThan(1)
    for (const { id, plate } of others.slice(0, 3)) {
      const keyword = `${plate.slice(0, 2)}·${plate.slice(2)}`
      expect(await t.call(vehicleControl.deviceCars, { keyword }, owner())).toMatchObject([{ vehicleId: id, plate }])
    }
  })

  it('leave a car whose engine is cut only with a picture', async () => {
    await save([{ phone: phone(1), plate: car().plate }])
    const { deviceId } = await only()
    await t.root.query('update device set cut_at = app_now() where id = $1', [deviceId])
    const out = { deviceId, version: 1, reason: '继电器已拆除' }
    expect(await t.send(vehicleControl.deviceUnbind, out, owner())).toMatchObject({
      errorCode: -2,
      data: { field: 'photoIds' },
    })
    const photoIds = await uploadPhotos(t, 'vehicle', 1, w.tokens.owner)
    await t.call(vehicleControl.deviceUnbind, { ...out, photoIds }, owner())
    expect(await only()).toMatchObject({ vehicleId: null, cutAt: null })
  })

  it('are free again when their car is disposed of', async () => {
    await save([{ phone: phone(1), plate: car().plate }])
    await t.root.query('update vehicle set lifecycle = 3 where id = $1', [car().id])
    expect(await only()).toMatchObject({ vehicleId: null, version: 2 })
  })

  it('have their code made anew', async () => {
    await save([{ phone: phone(1) }])
    await t.root.query(`update terminal set auth_hash = '\\x01' where phone = '${phone(1)}'`)
    await t.call(vehicleControl.deviceResetCode, { deviceId: (await only()).deviceId }, owner())
    const { rows } = await t.root.query('select auth_hash, code_no from terminal where phone = $1', [phone(1)])
    expect(rows).toEqual([{ authHash: null, codeNo: 2 }])
  })

  const doubt = (deviceId: string) =>
    t.root.query('select terminal_doubted($1, $2, 3, app_now())', [w.merchantId, deviceId])

  it('are doubted until somebody says why they need not be, or makes their code anew', async () => {
    await save([{ phone: phone(1), plate: car().plate }])
    const { deviceId } = await only()
    await doubt(deviceId)
    expect(await only()).toMatchObject({ doubt: 3 })
    const detail = () => t.call(vehicleControl.detail, { vehicleId: car().id }, owner())
    expect(await detail()).toMatchObject({ alarms: 1, doubt: { cause: 3 } })
    const confirm = (reason: string, token = w.tokens.owner) =>
      t.send(vehicleControl.deviceConfirm, { deviceId, reason }, { token })
    expect(await confirm('')).toMatchObject({ errorCode: -2, data: { field: 'reason' } })
    expect(await confirm('已到现场核对设备', w.tokens.clerk)).toMatchObject({ errorCode: -3 })
    expect(await confirm('已到现场核对设备')).toMatchObject({ success: true })
    expect(await detail()).toMatchObject({ alarms: 0, doubt: null })
    expect(await confirm('已到现场核对设备')).toMatchObject({ errorCode: -2, data: { field: 'deviceId' } })
    await doubt(deviceId)
    await t.call(vehicleControl.deviceResetCode, { deviceId }, owner())
    expect(await only()).toMatchObject({ doubt: null })
    const { rows } = await t.root.query(
      'select state, note, handled_by is not null and handled_at is not null and end_at is not null as handled from alarm where device_id = $1 order by id',
      [deviceId],
    )
    expect(rows).toEqual([
      { state: 2, note: '已到现场核对设备', handled: true },
      { state: 2, note: '已重置鉴权码', handled: true },
    ])
    const { rows: logged } = await t.root.query(
      "select after from audit where merchant_id = $1 and action = 'vehicleControl.deviceConfirm' and result = 'ok'",
      [w.merchantId],
    )
    expect(logged).toEqual([{ after: { reason: '已到现场核对设备' } }])
  })

  it('that report eight hours late are said to tell UTC, until they are entered so; their terminal then comes again', async () => {
    await save([{ phone: phone(1) }])
    const { deviceId } = await only()
    await tell(deviceId, { at: at(t.clock.now() - 480 * MINUTE), session_no: 0 })
    expect(await only()).toMatchObject({ clock: 1, behind: true })
    expect(await save([{ deviceId, version: 1, phone: phone(1), clock: 2 }])).toMatchObject({ success: true })
    expect(await only()).toMatchObject({ clock: 2, behind: false })
    const { rows } = await t.root.query('select session_no > 0 as later, node from device_live where device_id = $1', [
      deviceId,
    ])
    // No link has that session: the next beat of its gateway ends the one that there is.
    expect(rows).toEqual([{ later: true, node: null }])
  })
})

describe('cars with a device', () => {
  beforeEach(async () => {
    await world(3)
    await save([0, 1, 2].map((i) => ({ phone: phone(i), plate: car(i).plate })))
  })

  it('are counted by what they are, what moves first', async () => {
    const [third, second, first] = await devices()
    const long = t.clock.now() - 6 * MINUTE
    await tell(first!.deviceId, { speed: 452, acc: true })
    await tell(second!.deviceId, { last_msg_at: at(long), received_at: at(long) })
    await tell(third!.deviceId, { last_msg_at: at(long), acc: true })
    const page = await t.call(vehicleControl.page, {}, owner())
    expect(page.counts).toEqual({ all: 3, online: 1, sleeping: 1, offline: 1, alarm: 0, overdue: 0, lowCharge: 0 })
    expect(page.list.map(({ plate, speed, moving }) => ({ plate, speed, moving }))).toEqual([
      { plate: car(0).plate, speed: 45.2, moving: true },
      { plate: car(1).plate, speed: 0, moving: false },
      { plate: car(2).plate, speed: 0, moving: false },
    ])
    const one = async (input: object) =>
      (await t.call(vehicleControl.page, input, owner())).list.map(({ plate }) => plate)
    expect(await one({ group: 'sleeping' })).toEqual([car(1).plate])
    expect(await one({ moving: true })).toEqual([car(0).plate])
    expect(await one({ rented: true })).toEqual([])
    expect(await one({ keyword: car(2).plate.slice(2) })).toEqual([car(2).plate])
    expect(await one({ storeId: w.stores.pudong })).toEqual([])
  })

  it('show the photo of their model, which the list and the page of each have with the car', async () => {
    const [photo] = await uploadPhotos(t, 'model', 1, w.tokens.owner)
    const { images: _, ...stored } = await t.call(model.detail, { modelId: w.models.lavida }, owner())
    const saved = { ...stored, modelYear: 2023, depositRent: 1, depositViolation: 1, imageIds: [photo!] }
    const { list } = await t.call(vehicleControl.page, {}, owner())
    expect(list[0]!.image).toBeNull()
    await t.call(model.save, saved as never, owner())
    const [first] = (await t.call(vehicleControl.page, {}, owner())).list
    const { image } = await t.call(vehicleControl.detail, { vehicleId: first!.vehicleId }, owner())
    for (const link of [first!.image, image]) expect((await t.app.inject(link!)).statusCode).toBe(200)
    // The list is read every few seconds; its pictures are not.
    t.clock.advance(2 * MINUTE)
    expect((await t.call(vehicleControl.page, {}, owner())).list[0]!.image).toBe(image)
  })

  it('are drawn where they told that they are, narrowed as the list is', async () => {
    const [third, second, first] = await devices()
    await tell(first!.deviceId, { speed: 452, acc: true, course: 90 })
    await tell(second!.deviceId, { acc: true })
    await t.root.query('insert into device_live (merchant_id, device_id) values ($1, $2)', [
      w.merchantId,
      third!.deviceId,
    ])
    const map = await t.call(vehicleControl.map, {}, owner())
    expect(map).toMatchObject({ placeless: 1, counts: { all: 3, online: 2 } })
    expect(map.cars.map(({ plate, speed, course, lat, moving }) => ({ plate, speed, course, lat, moving }))).toEqual([
      { plate: car(0).plate, speed: 45.2, course: 90, lat: 31.2, moving: true },
      { plate: car(1).plate, speed: 0, course: 0, lat: 31.2, moving: false },
    ])
    const drawn = async (input: object) =>
      (await t.call(vehicleControl.map, input, owner())).cars.map(({ plate }) => plate)
    expect(await drawn({ moving: false })).toEqual([car(1).plate])
    expect(await drawn({ group: 'offline' })).toEqual([])
    expect(await drawn({ storeId: w.stores.pudong })).toEqual([])
    const other = await makeWorld(t, { name: '别家租车' })
    expect((await t.call(vehicleControl.map, {}, { token: other.tokens.owner })).cars).toEqual([])
    expect(await t.send(vehicleControl.map, {}, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
  })

  it('have their device named on their own page', async () => {
    const { deviceId } = (await devices()).at(-1)!
    await tell(deviceId)
    const of = async (vehicleId: string) => t.call(vehicleControl.ofVehicle, { vehicleId }, owner())
    expect(await of(car(0).id)).toEqual({
      device: { deviceId, phone: phone(0), state: onlineStates.code.online, lastMsgAt: t.clock.now() },
    })
    expect(await of(w.vehicles.gl8[0]!.id)).toEqual({ device: null })
  })

  it('are shown where customers are within an hour after a look that is logged', async () => {
    for (const { deviceId } of await devices()) await tell(deviceId)
    const looked = async () =>
      (
        await t.root.query(
          "select name from audit where merchant_id = $1 and target_type = 'carsOnRent' and target_id = account_id order by id",
          [w.merchantId],
        )
      ).rows.map(({ name }) => name)
    const clerk = { token: w.tokens.clerk }
    const map = async (of = clerk) => {
      const { cars, withheld, placeless } = await t.call(vehicleControl.map, {}, of)
      return { cars: cars.length, withheld, placeless }
    }
    const detail = (of = clerk) => t.call(vehicleControl.detail, { vehicleId: car().id }, of)
    expect(await map()).toEqual({ cars: 3, withheld: 0, placeless: 0 })
    await handOut(t, w)
    expect(await map()).toEqual({ cars: 2, withheld: 1, placeless: 0 })
    expect(await detail()).toMatchObject({ withheld: true, lat: null, lng: null, at: null, near: null, lookers: [] })
    expect(await looked()).toEqual([])
    await t.call(vehicleControl.look, {}, clerk)
    expect(await map()).toEqual({ cars: 3, withheld: 0, placeless: 0 })
    expect(await detail()).toMatchObject({ withheld: false, lat: 31.2, lng: 121.33, at: expect.any(Number) })
    expect(await looked()).toHaveLength(1)
    // Each person looks for themselves, and the page of the car says who did.
    expect(await map(owner())).toMatchObject({ withheld: 1 })
    await t.call(vehicleControl.look, {}, owner())
    const [mine, theirs] = await looked()
    expect((await detail(owner())).lookers).toMatchObject([
      { name: theirs, reason: null },
      { name: mine, reason: null },
    ])
    expect(mine).not.toBe(theirs)
    t.clock.set(t.clock.now() + HOUR + 1)
    expect(await map()).toMatchObject({ withheld: 1 })
    expect(await detail()).toMatchObject({ withheld: true })
  })

  it('are found and counted once a customer has one beyond its time of return', async () => {
    for (const { deviceId } of await devices()) await tell(deviceId)
    const out = await handOut(t, w)
    const group = { group: 'overdue' } as const
    const late = async () => {
      const [page, map] = [
        await t.call(vehicleControl.page, group, owner()),
        await t.call(vehicleControl.map, group, owner()),
      ]
      expect(page.counts).toEqual(map.counts)
      return [page.counts!.overdue, page.list.map(({ plate }) => plate), map.cars.map(({ overdue }) => overdue)]
    }
    expect(await late()).toEqual([0, [], []])
    const order = await t.call(contract.order.detail, { orderId: out.orderId }, owner())
    t.clock.set(order.returnAt + 2 * HOUR)
    await t.call(vehicleControl.look, {}, owner())
    expect(await late()).toEqual([1, [car().plate], [true]])
    const all = await t.call(vehicleControl.map, {}, owner())
    expect(all.cars.filter(({ overdue }) => overdue)).toMatchObject([{ plate: car().plate }])
    // The row of the order on the home page leads there.
    const { todos } = await t.call(contract.overview.home, {}, owner())
    expect(todos.find(({ orderId }) => orderId === out.orderId)).toMatchObject({ trackedCarId: car().id })
  })

  it('tell an alarm before all else', async () => {
    const [, second] = await devices()
    await t.root.query(
      `insert into alarm (merchant_id, type, level, vehicle_id, device_id, start_at) values ($1, 8, 2, $2, $3, app_now())`,
      [w.merchantId, car(1).id, second!.deviceId],
    )
    const page = await t.call(vehicleControl.page, {}, owner())
    expect(page.list[0]).toMatchObject({ plate: car(1).plate, alarms: 1 })
    expect(page.counts).toMatchObject({ alarm: 1 })
  })

  it('say where they are by the store next to it', async () => {
    const { deviceId } = (await devices()).at(-1)!
    await t.root.query('update store set lat = 31.2, lng = 121.33 where id = $1', [w.stores.hongqiao])
    await tell(deviceId, { odometer_m: 12_345_600, battery_mv: 12_600, fuel_dl: 385 })
    expect(await t.call(vehicleControl.detail, { vehicleId: car(0).id }, owner())).toMatchObject({
      near: { metres: 0 },
      odometerKm: 12345.6,
      batteryVolts: 12.6,
      fuelLitres: 38.5,
      order: null,
      lookers: [],
    })
    expect(await t.send(vehicleControl.detail, { vehicleId: w.vehicles.gl8[0]!.id }, owner())).toMatchObject({
      errorCode: -4,
    })
  })
})

it('opens to nobody without its key', async () => {
  await world(1)
  expect(await t.send(vehicleControl.page, {}, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
})
