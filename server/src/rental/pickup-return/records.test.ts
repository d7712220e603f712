import { contract } from '@cheyi/contract/index'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import {
  bookArranged,
  bringBack,
  handOut,
  payDeposits,
  payRent,
  pictures,
  saveRecord,
  signPaper,
} from '../../testing/world/handover.ts'
import { clerk, other, owner, ownMerchant, t, w, world } from '../../testing/world/merchant.ts'

ownMerchant({ other: true })

const { pickUp, returnVehicle, task, records, lastInspection, reissue, settlement } = contract.pickupReturn
const pickup = handoverType.pickup
const back = handoverType.return

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const mark = { part: 'roof', kind: 1 as const, x: 0.5, y: 0.5, isNew: true, reason: '石子划痕' }

describe('a draft', () => {
  it('keeps every step on the server, and another phone goes on', async () => {
    const { orderId } = await bookArranged(t, w, { trip })
    const first = await t.call(pickUp, { orderId, step: 1, mileageKm: 10_020 }, clerk())
    expect(first.record).toMatchObject({
      draft: true,
      mileageKm: 10_020,
      fuelEighths: null,
      seq: 1,
      operatorName: '测试clerk',
    })
    const photos = await pictures(t, w, pickup)
    const second = await t.call(
      pickUp,
      { orderId, step: 4, photos, version: first.record.version, accessories: [{ code: 'licence', present: true }] },
      owner(),
    )
    expect(second.record).toMatchObject({ recordId: first.record.recordId, mileageKm: 10_020, stepDone: [1, 4] })
    const third = await t.call(
      pickUp,
      {
        orderId,
        step: 5,
        version: second.record.version,
        fuelEighths: 7,
        keyCount: 2,
        note: '后备箱有雪链',
        damageMarks: [mark],
      },
      clerk(),
    )
    const shown = await t.call(task, { orderId, type: pickup }, clerk())
    expect(shown.record).toEqual(third.record)
    expect(shown.record).toMatchObject({
      mileageKm: 10_020,
      fuelEighths: 7,
      keyCount: 2,
      note: '后备箱有雪链',
      accessories: [{ code: 'licence', present: true }],
      photos: photos.map(({ slot, mediaId }) => ({ slot, media: { mediaId }, reissued: false })),
      damageMarks: [{ part: 'roof', isNew: true, reason: '石子划痕' }],
      stepDone: [1, 4, 5],
    })
    expect((await t.app.inject({ url: shown.record!.photos[0]!.media.url })).statusCode).toBe(200)
    expect(shown.steps.map((step) => step.state).slice(3, 5)).toEqual(['done', 'done'])
  })

  it('of two who fill it in, the later one learns what is there now', async () => {
    const { orderId } = await bookArranged(t, w, { trip })
    const { record } = await t.call(pickUp, { orderId, mileageKm: 10_001 }, clerk())
    const version = record.version
    const answers = await Promise.all([
      t.send(pickUp, { orderId, mileageKm: 10_002, version }, clerk()),
      t.send(pickUp, { orderId, mileageKm: 10_003, version }, owner()),
    ])
    expect(answers.map((answer) => answer.errorCode).toSorted()).toEqual([-5, 0])
    const stale = answers.find((answer) => answer.errorCode === -5)!
    expect(stale.data).toMatchObject({ version: version + 1, operatorName: expect.any(String) })
  })

  it('of two first saves at once one makes the record, the other learns it; then a version is always asked', async () => {
    const { orderId } = await bookArranged(t, w, { trip })
    expect(await t.send(pickUp, { orderId, step: 1, version: 1 }, clerk())).toMatchObject({ errorCode: -5 })
    const answers = await Promise.all([1, 2, 3].map((step) => t.send(pickUp, { orderId, step }, clerk())))
    expect(answers.map((answer) => answer.errorCode).toSorted()).toEqual([-5, -5, 0])
    const { rows } = await t.root.query('select version, step_done from pickup_return_record where order_id = $1', [
      orderId,
    ])
    expect(rows).toEqual([{ version: expect.any(Number), stepDone: [expect.any(Number)] }])
    expect(await t.send(pickUp, { orderId, step: 4 }, owner())).toMatchObject({
      errorCode: -5,
      data: { version: rows[0].version, operatorName: '测试clerk' },
    })
  })

  it('asked to be complete says what is missing', async () => {
    const { orderId } = await bookArranged(t, w, { trip })
    const done = { orderId, draft: false, mileageKm: 10_000, fuelEighths: 8 }
    expect(await t.send(pickUp, done, clerk())).toMatchObject({ errorCode: 5003, data: { field: 'photos' } })
    const photos = await pictures(t, w, pickup)
    expect(await t.send(pickUp, { ...done, fuelEighths: undefined, photos }, owner())).toMatchObject({
      errorCode: -2,
      data: { field: 'fuelEighths' },
    })
    // Nothing of a refused save stays.
    const { rows } = await t.root.query('select 1 from pickup_return_record where order_id = $1', [orderId])
    expect(rows).toEqual([])
    expect(await t.call(pickUp, { ...done, photos }, owner())).toMatchObject({ record: { draft: true } })
  })

  it('lets go of pictures that it names no longer, and takes nobody else’s', async () => {
    const { orderId } = await bookArranged(t, w, { trip })
    const photos = await pictures(t, w, pickup)
    const { record } = await t.call(pickUp, { orderId, photos }, owner())
    const { version } = record
    const less = await t.call(pickUp, { orderId, photos: photos.slice(1), version }, owner())
    const linked = await t.root.query('select linked_at from media where id = $1', [photos[0]!.mediaId])
    expect(linked.rows[0].linkedAt).toBeNull()
    const [strange] = await uploadPhotos(t, 'pickup', 1, other.tokens.owner)
    const [document] = await uploadPhotos(t, 'person', 1, w.tokens.owner)
    for (const mediaId of [strange!, document!, '99999999'])
      expect(
        await t.send(pickUp, { orderId, photos: [{ slot: 'front', mediaId }], version: less.record.version }, owner()),
      ).toMatchObject({
        errorCode: -4,
      })
  })

  it('begins anew for another car: readings and pictures of one never stand on the other', async () => {
    const { orderId } = await bookArranged(t, w, { trip })
    const photos = await pictures(t, w, pickup)
    let version: number | undefined
    for (const step of [1, 2, 3, 4])
      version = (await t.call(pickUp, { orderId, step, version }, owner())).record.version
    const before = await t.call(
      pickUp,
      { orderId, step: 5, version, mileageKm: 10_050, fuelEighths: 8, photos, damageMarks: [mark], note: '机场交车' },
      owner(),
    )
    const second = w.vehicles.lavida[1]!
    await t.call(contract.arrange.plan, { orderId, vehicleId: second.id }, owner())
    const shown = await t.call(task, { orderId, type: pickup }, owner())
    expect(shown.vehicle).toMatchObject({ vehicleId: second.id })
    expect(shown.record).toBeNull()
    expect(shown.blocking.map((block) => block.text)).toContain('请上传车辆前后左右照片')

    const { record } = await t.call(pickUp, { orderId, step: 3 }, owner())
    expect(record).toMatchObject({
      recordId: before.record.recordId,
      vehicleId: second.id,
      plate: second.plate,
      mileageKm: null,
      fuelEighths: null,
      photos: [],
      damageMarks: [],
      note: '机场交车',
      stepDone: [1, 2, 3],
    })
    const mine = await t.root.query('select linked_at from media where id = any ($1)', [photos.map((p) => p.mediaId)])
    expect(mine.rows.every((row) => row.linkedAt === null)).toBe(true)
  })

  it('is for the flow that is on: no return before the pickup, no pickup after it', async () => {
    const { orderId } = await bookArranged(t, w, { trip })
    expect(await t.send(returnVehicle, { orderId }, owner())).toMatchObject({ errorCode: 2001 })
    expect(await t.send(settlement, { orderId, actualReturnAt: trip.returnAt, mileageKm: 1 }, owner())).toMatchObject({
      errorCode: 2001,
    })
    await payRent(t, w, orderId, 53500)
    await payDeposits(t, w, orderId)
    const out = await handOut(t, await fresh(), { trip })
    expect(await t.send(pickUp, { orderId: out.orderId }, owner())).toMatchObject({ errorCode: 2001 })
  })

  it('is refused to foreign merchants, roles without the key and no token', async () => {
    const { orderId } = await bookArranged(t, w, { trip })
    for (const call of [pickUp, returnVehicle])
      expect(await t.send(call, { orderId }, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    for (const type of [pickup, back])
      expect(await t.send(task, { orderId, type }, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await t.send(records, { orderId }, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(
      await t.send(lastInspection, { vehicleId: w.vehicles.lavida[0]!.id }, { token: other.tokens.owner }),
    ).toMatchObject({ errorCode: -4 })
    expect(await t.send(pickUp, { orderId }, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
    expect(await t.send(pickUp, { orderId })).toMatchObject({ errorCode: -9 })
    expect(await t.send(returnVehicle, { orderId, returnStoreId: other.stores.pudong }, owner())).toMatchObject({
      success: false,
    })
  })

  it('of a return may name another store of the merchant, never a foreign one', async () => {
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(trip.returnAt)
    const foreign = await t.send(returnVehicle, { orderId, returnStoreId: other.stores.pudong }, owner())
    expect(foreign).toMatchObject({ errorCode: -4 })
    const { record } = await t.call(returnVehicle, { orderId, returnStoreId: w.stores.pudong }, owner())
    expect(record.returnStoreId).toBe(w.stores.pudong)
  })
})

const fresh = async () => {
  await world(2)
  return w
}

describe('what is kept of a handover', () => {
  it('stands side by side with what changed between pickup and return', async () => {
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(trip.returnAt)
    const saved = await saveRecord(t, w, orderId, back, { mileageKm: 10_300, fuelEighths: 6, damageMarks: [mark] })
    await signPaper(t, w, orderId, back, saved.record.recordId)
    await bringBackAs(orderId)
    t.calls.length = 0
    const both = await t.call(records, { orderId }, owner())
    expect(t.calls.at(-1)!.queries).toBeLessThanOrEqual(5)
    expect(both.records.map((record) => [record.type, record.draft, record.mileageKm])).toEqual([
      [pickup, false, 10_000],
      [back, false, 10_300],
    ])
    expect(both.differences).toEqual({ minutes: 2 * 1440, km: 300, fuelEighths: -2, batteryPct: null, newMarks: 1 })
    const one = await t.call(records, { orderId, type: pickup }, owner())
    expect(one.records).toHaveLength(1)

    const vehicleId = w.vehicles.lavida[0]!.id
    const last = await t.call(lastInspection, { vehicleId }, owner())
    expect(last).toMatchObject({
      mileageKm: 10_300,
      fuelEighths: 6,
      at: trip.returnAt,
      marks: [{ part: 'roof', isNew: false, reason: '石子划痕' }],
    })
    expect(last.media).toHaveLength(5)
    const never = await t.call(lastInspection, { vehicleId: w.vehicles.lavida[1]!.id }, owner())
    expect(never).toMatchObject({ at: null, mileageKm: 10_000, fuelEighths: 8, marks: [], media: [] })
  })

  const bringBackAs = async (orderId: string) => {
    const readings = { orderId, actualReturnAt: trip.returnAt, mileageKm: 10_300, fuelEighths: 6 }
    const { balance } = await t.call(settlement, readings, owner())
    await t.call(
      contract.pickupReturn.confirm,
      { orderId, type: back, actualAt: trip.returnAt, expectAmount: balance, settle: 2, payWay: 3 },
      owner(),
    )
  }

  it('takes more pictures afterwards, marked as such: twenty in all, ninety days', async () => {
    const { orderId } = await handOut(t, w, { trip })
    const { records: before } = await t.call(records, { orderId }, owner())
    const recordId = before[0]!.recordId
    const more = await uploadPhotos(t, 'pickup', 2, w.tokens.owner)
    const { record } = await t.call(reissue, { recordId, mediaIds: more, reason: '补拍轮毂' }, owner())
    expect(record.photos).toHaveLength(7)
    expect(record.photos.slice(5)).toMatchObject([
      { slot: 'extra', reissued: true, at: t.clock.now(), reason: '补拍轮毂', by: '测试owner' },
      { slot: 'extra', reissued: true },
    ])
    const many = await uploadPhotos(t, 'pickup', 14, w.tokens.owner)
    expect(await t.send(reissue, { recordId, mediaIds: many, reason: '更多' }, owner())).toMatchObject({
      errorCode: 5008,
    })
    await t.call(reissue, { recordId, mediaIds: many.slice(1), reason: '更多' }, owner())

    await bringBack(t, w, orderId, { at: trip.returnAt })
    const { records: both } = await t.call(records, { orderId, type: back }, owner())
    const returned = both[0]!.recordId
    const [a, b] = await uploadPhotos(t, 'return', 2, w.tokens.owner)
    t.clock.set(trip.returnAt + 90 * DAY)
    await t.call(reissue, { recordId: returned, mediaIds: [a!], reason: '车损照片' }, owner())
    t.clock.set(trip.returnAt + 90 * DAY + 1)
    expect(await t.send(reissue, { recordId: returned, mediaIds: [b!], reason: '太晚了' }, owner())).toMatchObject({
      errorCode: 5009,
    })
  })

  it('takes them from whoever may, for a record that is confirmed', async () => {
    const { orderId } = await handOut(t, w, { trip })
    const [recordOfPickup] = (await t.call(records, { orderId }, owner())).records
    const mediaIds = await uploadPhotos(t, 'pickup', 1, w.tokens.owner)
    const input = { recordId: recordOfPickup!.recordId, mediaIds, reason: '补拍' }
    expect(await t.send(reissue, input, { token: other.tokens.owner })).toMatchObject({ errorCode: -4 })
    expect(await t.send(reissue, input, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
    expect(await t.send(reissue, { ...input, reason: '' }, owner())).toMatchObject({ errorCode: -2 })
    const { record } = await t.call(returnVehicle, { orderId }, owner())
    const pictured = await uploadPhotos(t, 'return', 1, w.tokens.owner)
    expect(await t.send(reissue, { ...input, recordId: record.recordId, mediaIds: pictured }, owner())).toMatchObject({
      errorCode: -4,
    })
  })
})

it('issues a fixed number of statements, whatever there is to show', async () => {
  const counts = async (codrivers: number) => {
    await fresh()
    const { orderId } = await bookArranged(t, w, { trip })
    const photos = await pictures(t, w, pickup)
    let { version } = (await t.call(pickUp, { orderId }, owner())).record
    const full = { orderId, photos, damageMarks: [mark], mileageKm: 10_000 }
    if (codrivers > 0) version = (await t.call(pickUp, { ...full, version }, owner())).record.version
    const counted: number[] = []
    await t.call(task, { orderId, type: pickup }, clerk())
    counted.push(t.calls.at(-1)!.queries)
    await t.call(pickUp, { orderId, mileageKm: 10_001, version }, owner())
    counted.push(t.calls.at(-1)!.queries)
    return counted
  }
  const [bare, full] = [await counts(0), await counts(1)]
  expect(full.map((n, i) => n - bare[i]!)).toEqual([1, 1])
  expect(full[0]).toBeLessThanOrEqual(17)
  expect(full[1]).toBeLessThanOrEqual(24)
})
