import type { InputOf } from '@cheyi/contract/call'
import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/order/codes'
import { DAY, HOUR, startOfDate } from '@cheyi/domain/time'
import { documentKind, insuranceKind, lifecycle, runState } from '@cheyi/domain/vehicle/codes'
import { occupancyKind } from '@cheyi/domain/vehicle/occupancy-codes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, type TestApp, testApp } from '../testing/app.ts'
import { at } from '../testing/at.ts'
import { book } from '../testing/bookings.ts'
import { handOut } from '../testing/handover.ts'
import { uploadPhotos } from '../testing/upload.ts'
import { makeWorld, type World } from '../testing/world.ts'

const { list, detail, timeline, save, setLifecycle, saveDocument, correctOdometer, endTurnaround } = contract.inventory

let t: TestApp
let w: World
let other: World

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
  other = await makeWorld(t, { name: '别家租车' })
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(TEST_NOW)
  w = await makeWorld(t, { cars: 2 })
})

const fleet = () => ({ token: w.tokens.fleet })
const owner = () => ({ token: w.tokens.owner })
const car = (n: number) => w.vehicles.lavida[n]!
const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const booked = async (over: object = {}) => (await book(t, w, { trip: { ...trip, ...over } })).orderId
const row = async (vehicleId: string) =>
  (await t.root.query('select * from vehicle where id = $1', [vehicleId])).rows[0]
const order = async (orderId: string) => (await t.root.query('select * from "order" where id = $1', [orderId])).rows[0]
const seen = (vehicleId: string) => t.call(detail, { vehicleId }, owner())
const page = (ask: InputOf<typeof list> = {}, token = w.tokens.owner) => t.call(list, ask, { token })
const arrange = (orderId: string, vehicleId: string) =>
  t.call(contract.vehicle.plan, { orderId, vehicleId, pinned: true }, owner())
const block = (vehicleId: string, kind: number, from: number, to: number) =>
  t.root.query(
    `insert into occupancy (merchant_id, store_id, model_id, vehicle_id, from_at, to_at, kind, ref_id)
     select merchant_id, home_store_id, model_id, id, $2, $3, $4, id from vehicle where id = $1`,
    [vehicleId, new Date(from), new Date(to), kind],
  )

const good = (over: object = {}) => ({
  plate: '沪A·D6J19',
  vin: '1M8GDM9AXKP042788',
  modelId: w.models.lavida,
  homeStoreId: w.stores.hongqiao,
  insuranceEndOn: '2027-05-01',
  inspectionEndOn: '2027-11-30',
  ...over,
})
const put = (over: object = {}) => t.call(save, good(over), fleet())

describe('a new vehicle', () => {
  it('is kept as entered, with its papers, and waits to be let out', async () => {
    const photoIds = await uploadPhotos(t, 'vehicle', 2, w.tokens.fleet)
    const { vehicleId, version } = await put({
      engineNo: 'EA211',
      colour: '珍珠白',
      registerOn: '2024-03-01',
      purchase: 9_980_000,
      odometerKm: 12_345,
      tags: ['新车'],
      photoIds,
      commercialEndOn: '2027-05-01',
    })
    expect(version).toBe(1)
    const vehicle = await seen(vehicleId)
    expect(vehicle).toMatchObject({
      plate: '沪AD6J19',
      plateKind: 1,
      plateColor: 1,
      vinChecked: true,
      lifecycle: lifecycle.waiting,
      runState: null,
      group: 'off',
      purchase: 9_980_000,
      odometerKm: 12_345,
      homeStoreName: '虹桥机场店',
      expiry: { insurance: '2027-05-01', inspection: '2027-11-30', commercial: '2027-05-01', plate: null },
      lacks: [],
      busy: false,
    })
    expect(vehicle.photos.map((one) => one.mediaId)).toEqual(photoIds)
    expect(vehicle.documents.map((one) => [one.kind, one.insuranceKind, one.endOn])).toEqual([
      [documentKind.policy, insuranceKind.compulsory, '2027-05-01'],
      [documentKind.policy, insuranceKind.commercial, '2027-05-01'],
      [documentKind.inspection, null, '2027-11-30'],
    ])
    // What it cost is for those who keep the fleet.
    expect((await t.call(detail, { vehicleId }, { token: w.tokens.clerk })).purchase).toBeNull()
  })

  it.each([
    ['沪AD12345', 2, 94],
    ['粤B12345D', 3, 93],
    ['粤Z1234港', 4, 3],
    ['鲁A1234挂', 5, 2],
  ])('with plate %s is of kind %i and colour %i', async (plate, kind, color) => {
    const { vehicleId } = await put({ plate })
    expect(await seen(vehicleId)).toMatchObject({ plate, plateKind: kind, plateColor: color })
  })

  it('with a temporary plate says until when', async () => {
    const temporary = { plate: '沪临A0001', plateKind: 9 }
    expect(await t.send(save, good(temporary), fleet())).toMatchObject({
      errorCode: -2,
      data: { field: 'plateExpireOn' },
    })
    expect(await t.send(save, good({ ...temporary, plateExpireOn: '2027-02-19' }), fleet())).toMatchObject({
      errorCode: -2,
      message: '参数错误：临牌有效期最长90天',
    })
    const { vehicleId } = await put({ ...temporary, plateExpireOn: '2026-12-01' })
    expect((await seen(vehicleId)).expiry.plate).toBe('2026-12-01')
  })

  it.each([
    [6010, { plate: '沪A1234' }, 'plate'],
    [6010, { plate: '沪AD12345', plateKind: 1 }, 'plate'],
    [-2, { vin: 'LSV' }, 'vin'],
    [-2, { vin: '1M8GDM9AXKP04278O' }, 'vin'],
  ])('is refused with %i for %o', async (errorCode, over, field) => {
    expect(await t.send(save, good(over), fleet())).toMatchObject({ errorCode, data: { field } })
  })

  it('carries no plate or frame number of another, also of a store that the writer does not see', async () => {
    await put()
    await t.root.query(
      'update vehicle set home_store_id = $2, current_store_id = $2 where merchant_id = $1 and vin = $3',
      [w.merchantId, w.stores.hangzhou, '1M8GDM9AXKP042788'],
    )
    await t.root.query(
      `update account set store_scope = 1, store_ids = $2 where merchant_id = $1 and name = '测试fleet'`,
      [w.merchantId, [w.stores.hongqiao]],
    )
    expect(await t.send(save, good({ vin: 'LSVAB000000000999' }), fleet())).toMatchObject({
      errorCode: 6012,
      data: { field: 'plate' },
    })
    expect(await t.send(save, good({ plate: '沪A99999' }), fleet())).toMatchObject({
      errorCode: 6013,
      data: { field: 'vin' },
    })
    // The same two of another merchant are nobody's business.
    const there = { modelId: other.models.lavida, homeStoreId: other.stores.hongqiao }
    const own = { token: other.tokens.fleet }
    await t.call(save, good({ ...there, plate: '沪A12399', vin: 'LSVAB000000000998' }), own)
    expect(await t.send(save, good({ modelId: other.models.lavida }), fleet())).toMatchObject({ errorCode: -4 })
  })

  it('asked for twice at once is kept once', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => t.send(save, good(), fleet())))
    expect(answers.map((one) => one.errorCode).toSorted()).toEqual([0, 6012, 6012])
  })
})

describe('an edit', () => {
  const edit = async (vehicleId: string, over: object) => {
    const { plate, vin, odometer_km, version } = await row(vehicleId)
    return t.send(save, good({ vehicleId, plate, vin, odometerKm: odometer_km, version, ...over }), owner())
  }

  it('tells two people who edit the same', async () => {
    const { vehicleId } = await put()
    expect(await edit(vehicleId, { remark: '一' })).toMatchObject({ data: { version: 2 } })
    expect(await edit(vehicleId, { remark: '二', version: 1 })).toMatchObject({ errorCode: -5, data: { version: 2 } })
    expect((await row(vehicleId)).remark).toBe('一')
    const { rows } = await t.root.query(
      `select before, after from audit where target_id = $1 and action = 'inventory.save' order by id desc limit 1`,
      [vehicleId],
    )
    expect(rows[0]).toEqual({ before: { remark: '' }, after: { remark: '一' } })
  })

  it('turns the odometer back only by a correction with its reason', async () => {
    const { vehicleId } = await put({ odometerKm: 500 })
    expect(await edit(vehicleId, { odometerKm: 499 })).toMatchObject({
      errorCode: -2,
      message: '参数错误：里程不能小于当前里程',
    })
    await t.call(correctOdometer, { vehicleId, odometerKm: 50, reason: '多录一位' }, fleet())
    expect((await row(vehicleId)).odometer_km).toBe(50)
    const { rows } = await t.root.query(`select after from audit where action = 'inventory.correctOdometer'`)
    expect(rows).toEqual([{ after: { odometerKm: 50, reason: '多录一位' } }])
  })

  it('to another store takes the car out of its pool, and planned orders get others', async () => {
    const orderId = await booked()
    const { vehicle_id } = await order(orderId)
    const left = w.vehicles.lavida.find((one) => one.id !== vehicle_id)!
    const answer = await edit(vehicle_id, { homeStoreId: w.stores.pudong })
    expect(answer).toMatchObject({ data: { released: [{ orderId, plate: left.plate }] } })
    expect(await order(orderId)).toMatchObject({ vehicle_id: left.id, plate: left.plate })
    expect(await row(vehicle_id)).toMatchObject({
      home_store_id: w.stores.pudong,
      current_store_id: w.stores.pudong,
    })
    const { rows } = await t.root.query(
      'select home_store_id, to_at is null as open from vehicle_period where vehicle_id = $1 order by id',
      [vehicle_id],
    )
    expect(rows).toEqual([
      { home_store_id: w.stores.hongqiao, open: false },
      { home_store_id: w.stores.pudong, open: true },
    ])
    const free = async (storeId: string) =>
      (
        await t.call(
          contract.stock.free,
          { storeId, modelIds: [w.models.lavida], from: trip.pickupAt, to: trip.returnAt },
          owner(),
        )
      )[0]!.free
    expect([await free(w.stores.hongqiao), await free(w.stores.pudong)]).toEqual([0, 1])
  })

  it('to another store is refused while an order is arranged on the car', async () => {
    const orderId = await booked()
    await arrange(orderId, car(0).id)
    expect(await edit(car(0).id, { homeStoreId: w.stores.pudong })).toMatchObject({ errorCode: 6014 })
  })
})

describe('the life of a vehicle', () => {
  const to = (vehicleId: string, wanted: number, over: object = {}) =>
    t.send(setLifecycle, { vehicleId, lifecycle: wanted, ...over }, fleet())

  it('goes from waiting to service, off, on again, off and away; its plate is then free', async () => {
    const { vehicleId } = await put()
    for (const wanted of [1, 2, 1, 2, 3])
      expect(await to(vehicleId, wanted)).toMatchObject({ data: { lifecycle: wanted, released: [] } })
    expect(await to(vehicleId, 1)).toMatchObject({ errorCode: -5 })
    await put({ vin: 'LSVAB000000000999' })
    const { rows } = await t.root.query(
      'select lifecycle from vehicle_period where vehicle_id = $1 and from_at is distinct from to_at order by id',
      [vehicleId],
    )
    expect(rows).toEqual([{ lifecycle: 3 }])
  })

  it('does nothing for what it is already, and takes no step it has not', async () => {
    const { vehicleId } = await put()
    expect(await to(vehicleId, 0)).toMatchObject({ data: { lifecycle: 0, version: 1 } })
    expect(await to(vehicleId, 2)).toMatchObject({ errorCode: -5 })
    expect(await to(car(0).id, 3)).toMatchObject({ errorCode: -5 })
    expect(await to(car(0).id, 0)).toMatchObject({ errorCode: -5 })
  })

  it('begins only with everything it needs, and says what is missing', async () => {
    const { vehicleId } = await put({ insuranceEndOn: '2026-11-19', inspectionEndOn: undefined })
    expect(await to(vehicleId, 1)).toMatchObject({
      errorCode: 6011,
      message: '交强险、年检未完善或已过期，不能上架',
      data: { lacks: ['交强险', '年检'] },
    })
    expect((await seen(vehicleId)).lacks).toEqual(['交强险', '年检'])
  })

  it('makes it bookable, and no longer when it is off: planned orders get other cars or wait for a person', async () => {
    const planned = await booked()
    const second = await booked()
    const cars = [(await order(planned)).vehicle_id, (await order(second)).vehicle_id]
    expect(cars.toSorted()).toEqual(w.vehicles.lavida.map((one) => one.id).toSorted())
    const answer = await to(cars[0], 2)
    expect(answer).toMatchObject({ data: { released: [{ orderId: planned, plate: null }] } })
    const tasks = async () =>
      (
        await t.root.query(
          `select ref_id from task where merchant_id = $1 and kind = 'planConflict' and done_at is null`,
          [w.merchantId],
        )
      ).rows
    expect(await tasks()).toEqual([{ ref_id: planned }])
    expect(await order(planned)).toMatchObject({ vehicle_id: null, plate: null, status: orderStatus.confirmed })
    // Another car comes into service: who waits gets it, and nobody needs to be told any longer.
    const { vehicleId } = await put()
    await to(vehicleId, 1)
    expect((await order(planned)).vehicle_id).toBe(vehicleId)
    expect(await tasks()).toEqual([])
  })

  it('does not end under an order that is arranged or out, nor under a ticket', async () => {
    await handOut(t, w, { trip })
    const orderId = await booked()
    await arrange(orderId, car(1).id)
    await block(w.vehicles.qin[0]!.id, occupancyKind.maintenance, at('11-28T10:00'), at('11-29T10:00'))
    for (const busy of [car(0), car(1), w.vehicles.qin[0]!])
      expect(await to(busy.id, 2)).toMatchObject({ errorCode: 6014, message: '车辆在租或有未完结工单' })
  })

  it('is for those who keep the fleet, within their stores', async () => {
    expect(await t.send(setLifecycle, { vehicleId: car(0).id, lifecycle: 2 }, { token: w.tokens.clerk })).toMatchObject(
      {
        errorCode: -3,
      },
    )
    await t.root.query(
      `update account set store_scope = 1, store_ids = $2 where merchant_id = $1 and name = '测试fleet'`,
      [w.merchantId, [w.stores.pudong]],
    )
    for (const call of [setLifecycle, detail, timeline, endTurnaround] as const)
      expect(await t.send(call, { vehicleId: car(0).id, lifecycle: 2 }, fleet()), call.path).toMatchObject({
        errorCode: -4,
      })
    expect((await page({}, w.tokens.fleet)).list).toEqual([])
  })
})

describe('papers', () => {
  // Those that every car of a test has are in nobody's way here.
  beforeEach(() => t.root.query('delete from vehicle_document where vehicle_id = $1', [car(0).id]))

  const policy = (over: object = {}) =>
    t.call(
      saveDocument,
      {
        vehicleId: car(0).id,
        kind: documentKind.policy,
        insuranceKind: insuranceKind.compulsory,
        no: 'PDZA1',
        endOn: '2026-12-31',
        ...over,
      },
      fleet(),
    )
  const inspection = (endOn: string) =>
    t.call(saveDocument, { vehicleId: car(0).id, kind: documentKind.inspection, endOn }, fleet())
  const closed = async () =>
    (
      await t.root.query(
        `select from_at, nullif(to_at, '9999-12-31'::timestamptz) as to_at from occupancy where vehicle_id = $1 and kind = 6 and active order by from_at`,
        [car(0).id],
      )
    ).rows.map(({ from_at, to_at }) => [Number(from_at), to_at === null ? null : Number(to_at)])

  it('close the stock from the day after the last good one, months ahead; a new date moves it', async () => {
    await policy({ endOn: '2027-05-01' })
    await inspection('2027-02-28')
    expect(await closed()).toEqual([[startOfDate('2027-03-01'), null]])
    await inspection('2028-02-29')
    expect(await closed()).toEqual([[startOfDate('2027-05-02'), null]])
    const next = await policy({ startOn: '2027-05-05', endOn: '2028-05-04' })
    expect(await closed()).toEqual([
      [startOfDate('2027-05-02'), startOfDate('2027-05-05')],
      [startOfDate('2028-03-01'), null],
    ])
    expect((await seen(car(0).id)).expiry).toMatchObject({ insurance: '2028-05-04', inspection: '2028-02-29' })
    await policy({ documentId: next.documentId, startOn: '2027-05-02', endOn: '2028-05-01' })
    expect(await closed()).toEqual([[startOfDate('2028-03-01'), null]])
    await policy({ documentId: next.documentId, removed: true })
    expect(await closed()).toEqual([[startOfDate('2027-05-02'), null]])
    expect((await seen(car(0).id)).documents.map((one) => one.endOn)).toEqual(['2027-05-01', '2028-02-29'])
  })

  it('that end before a booking leave it no car of theirs, and move one that was planned there', async () => {
    await policy({ endOn: '2027-05-01' })
    await inspection('2027-05-01')
    const orderId = await booked()
    await t.root.query('update "order" set vehicle_id = $2, plate = $3, pinned = false where id = $1', [
      orderId,
      car(0).id,
      car(0).plate,
    ])
    await t.root.query('update occupancy set vehicle_id = $2, pinned = false where ref_id = $1 and active', [
      orderId,
      car(0).id,
    ])
    const { released } = await inspection('2026-11-23')
    expect(released).toMatchObject([{ orderId, plate: car(1).plate }])
    expect((await order(orderId)).vehicle_id).toBe(car(1).id)
    const answer = await book(t, w, { trip }).catch((error) => error)
    expect(answer).toMatchObject({ envelope: { errorCode: 3101 } })
    await book(t, w, { trip: { pickupAt: at('11-21T10:00'), returnAt: at('11-22T10:00') } })
  })

  it('stop a car whose own are over', async () => {
    await policy({ endOn: '2027-05-01' })
    await inspection('2026-11-19')
    expect(await seen(car(0).id)).toMatchObject({ runState: runState.stopped, group: 'care', lacks: ['年检'] })
  })

  it.each([
    ['insuranceKind', { insuranceKind: undefined }],
    ['endOn', { endOn: undefined }],
    ['endOn', { startOn: '2027-01-01', endOn: '2026-12-31' }],
  ])('name the field %s', async (field, over) => {
    const input = { vehicleId: car(0).id, kind: documentKind.policy, insuranceKind: 1, endOn: '2027-01-01', ...over }
    expect(await t.send(saveDocument, input, fleet())).toMatchObject({ errorCode: -2, data: { field } })
  })

  it('keep their pictures, and let go of those that were taken away', async () => {
    const [front, back] = await uploadPhotos(t, 'vehicle', 2, w.tokens.fleet)
    const licence = { vehicleId: car(0).id, kind: documentKind.licence }
    const first = await t.call(saveDocument, { ...licence, mediaIds: [front!, back!] }, fleet())
    // There is one licence: the second time it is the same.
    const again = await t.call(saveDocument, { ...licence, no: '310', mediaIds: [back!] }, fleet())
    expect(again.documentId).toBe(first.documentId)
    const [document] = (await seen(car(0).id)).documents
    expect(document!.media.map((one) => one.mediaId)).toEqual([back])
    const { rows } = await t.root.query('select linked_at from media where id = $1', [front])
    expect(rows).toEqual([{ linked_at: null }])
    const foreign = await t.send(saveDocument, { ...licence, documentId: '1', kind: 6 }, fleet())
    expect(foreign).toMatchObject({ errorCode: -4 })
  })
})

describe('the list', () => {
  it('goes group by group, counts them, and pages without counting again', async () => {
    await arrange(await booked({ pickupAt: at('11-20T14:00') }), car(1).id)
    await block(w.vehicles.qin[0]!.id, occupancyKind.maintenance, TEST_NOW - HOUR, TEST_NOW + HOUR)
    const { orderId } = await handOut(t, w, { trip: { pickupAt: at('11-20T10:30'), returnAt: at('11-22T10:00') } })
    const out = car(0).id
    const { vehicleId: waiting } = await put()
    await t.root.query('update vehicle set lifecycle = 3 where id = $1', [w.vehicles.qin[1]!.id])

    const first = await page()
    expect(first.list.map((one) => [one.group, one.runState])).toEqual([
      ['free', runState.waitingPickup],
      ['free', runState.idle],
      ['free', runState.idle],
      ['care', runState.maintenance],
      ['rented', runState.onRent],
      ['off', null],
    ])
    expect(first).toMatchObject({
      total: 6,
      counts: { all: 6, free: 3, care: 1, rented: 1, off: 1, models: 3 },
    })
    expect(first.list[0]!.next).toMatchObject({ contactName: '周明轩', pickupAt: at('11-20T14:00') })
    expect(first.list[4]).toMatchObject({ vehicleId: out, now: { orderId }, next: null })
    expect(first.list[5]!.vehicleId).toBe(waiting)
    expect(t.calls.at(-1)!.queries).toBe(3)

    const seenIds: string[] = []
    for (let cursor: string | undefined; ; ) {
      const part = await page({ pageSize: 2, cursor })
      seenIds.push(...part.list.map((one) => one.vehicleId))
      if (cursor !== undefined) expect([part.total, part.counts, t.calls.at(-1)!.queries]).toEqual([null, null, 2])
      if (part.nextCursor === null) break
      cursor = part.nextCursor
    }
    expect(seenIds).toEqual(first.list.map((one) => one.vehicleId))
  })

  it('is narrowed by store, model, group, state, life, papers and part of a plate', async () => {
    const { vehicleId } = await put({ plate: '沪AD98765', homeStoreId: w.stores.pudong, insuranceEndOn: '2026-12-10' })
    const plates = async (ask: InputOf<typeof list>) => (await page(ask)).list.map((one) => one.plate).toSorted()
    const all = await plates({})
    expect(await plates({ storeId: w.stores.pudong })).toEqual(['沪AD98765'])
    expect(await plates({ modelId: w.models.gl8 })).toEqual(w.vehicles.gl8.map((one) => one.plate).toSorted())
    expect(await plates({ group: 'off' })).toEqual(['沪AD98765'])
    expect(await plates({ runState: runState.idle })).toEqual(all.filter((plate) => plate !== '沪AD98765'))
    expect(await plates({ lifecycle: lifecycle.waiting })).toEqual(['沪AD98765'])
    expect(await plates({ keyword: '987' })).toEqual(['沪AD98765'])
    expect(await plates({ keyword: 'd98' })).toEqual(['沪AD98765'])
    expect(await plates({ keyword: '98' })).toEqual([])
    expect(await plates({ keyword: 'gl8' })).toEqual(w.vehicles.gl8.map((one) => one.plate).toSorted())
    expect(await plates({ keyword: '1m8gdm9axkp042788' })).toEqual(['沪AD98765'])
    expect(await plates({ expiry: 'insurance' })).toEqual(['沪AD98765'])
    expect(await plates({ expiry: 'any' })).toEqual(['沪AD98765'])
    expect(await plates({ expiry: 'inspection' })).toEqual([])
    const asked = await page({ group: 'off' })
    expect([asked.total, asked.counts!.all]).toEqual([1, all.length])
    expect((await seen(vehicleId)).expiry.insurance).toBe('2026-12-10')
    expect((await page({}, other.tokens.owner)).list.some((one) => one.plate === '沪AD98765')).toBe(false)
  })
})

describe('after the return', () => {
  it('the time for cleaning ends when it is done, once and for all', async () => {
    const { orderId } = await handOut(t, w, { trip: { pickupAt: at('11-20T10:30'), returnAt: at('11-21T10:00') } })
    const { vehicle_id: vehicleId } = await order(orderId)
    expect(await t.send(endTurnaround, { vehicleId }, { token: w.tokens.clerk })).toMatchObject({ errorCode: 6014 })
    await t.root.query('update "order" set status = 6, actual_return_at = $2 where id = $1', [
      orderId,
      new Date(at('11-21T10:00')),
    ])
    await t.root.query('update occupancy set on_rent = false, to_at = $2 where ref_id = $1 and active', [
      orderId,
      new Date(at('11-21T11:00')),
    ])
    t.clock.set(at('11-21T10:20'))
    expect((await seen(vehicleId)).runState).toBe(runState.turnaround)
    expect(await t.call(endTurnaround, { vehicleId }, { token: w.tokens.clerk })).toEqual({
      freeFrom: at('11-21T10:20'),
    })
    expect((await seen(vehicleId)).runState).toBe(runState.idle)
    t.clock.set(at('11-21T10:30'))
    await t.call(endTurnaround, { vehicleId }, { token: w.tokens.clerk })
    const { rows } = await t.root.query('select to_at from occupancy where ref_id = $1 and active', [orderId])
    expect(Number(rows[0].to_at)).toBe(at('11-21T10:20'))
  })
})

describe('the timeline', () => {
  it('tells orders, blocks, papers and life, newest first, in two queries', async () => {
    const orderId = await booked()
    await arrange(orderId, car(0).id)
    await block(car(0).id, occupancyKind.maintenance, at('11-28T10:00'), at('11-29T10:00'))
    await t.call(saveDocument, { vehicleId: car(0).id, kind: documentKind.inspection, endOn: '2027-02-28' }, fleet())
    const { list: lines } = await t.call(timeline, { vehicleId: car(0).id }, owner())
    expect(t.calls.at(-1)!.queries).toBe(2)
    const told = lines.map((one) => [one.type, one.kind ?? one.orderId ?? one.documentKind ?? one.lifecycle])
    expect(told.slice(0, 3)).toEqual([
      ['block', occupancyKind.documentExpired],
      ['block', occupancyKind.maintenance],
      ['order', orderId],
    ])
    expect(told.slice(3)).toHaveLength(3)
    expect(told.slice(3)).toEqual(
      expect.arrayContaining([
        ['document', documentKind.inspection],
        ['document', documentKind.policy],
        ['life', lifecycle.inService],
      ]),
    )
  })

  it('looks no further than three years', async () => {
    const wide = { vehicleId: car(0).id, from: TEST_NOW - 2000 * DAY, to: TEST_NOW }
    expect(await t.send(timeline, wide, owner())).toMatchObject({ errorCode: 6040 })
  })
})
