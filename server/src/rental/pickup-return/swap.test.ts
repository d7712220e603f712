import { contract } from '@cheyi/contract/index'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, booksAgree, placeUnpinned } from '../../testing/world/bookings.ts'
import { bookArranged, bringBack, handOut, saveRecord, swapOf } from '../../testing/world/handover.ts'
import { car, orderRow, owner, ownMerchant, t, w, world } from '../../testing/world/merchant.ts'

ownMerchant()

/*
 * What a swap on the road asks for and leaves behind. What it does to stock is tested in stock/rent.
 */

beforeEach(() => world(3))

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const swap = (orderId: string, how: object, vehicleId = car(1).id) =>
  t.send(contract.arrange.plan, { orderId, vehicleId, swap: how as never }, owner())
const records = async (orderId: string) => (await t.call(contract.pickupReturn.records, { orderId }, owner())).records
const scratch = { part: 'roof', kind: 1 as const, x: 0.5, y: 0.5, isNew: true, reason: '划痕', photoIds: [] }

describe('a swap asks for', () => {
  it('a reason, and of both cars what a handover asks for', async () => {
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(trip.pickupAt + HOUR)
    const whole = await swapOf(t, w, { old: 10_050, new: 10_000 })
    const without = <K extends 'old' | 'new'>(side: K, field: string) => ({
      ...whole,
      [side]: { ...whole[side], [field]: undefined },
    })
    const few = (side: 'old' | 'new') => ({ ...whole, [side]: { ...whole[side], photos: whole[side].photos.slice(1) } })
    for (const [how, field, message] of [
      [{ ...whole, reason: ' ' }, 'swap.reason', '请填写换车原因'],
      [without('old', 'mileageKm'), 'swap.old.mileageKm', '里程数'],
      [without('old', 'fuelEighths'), 'swap.old.fuelEighths', '原车请选择油量'],
      [without('new', 'fuelEighths'), 'swap.new.fuelEighths', '新车请选择油量'],
      [few('old'), 'swap.old.photos', '原车请上传车辆前后左右照片'],
      [few('new'), 'swap.new.photos', '新车请上传车辆前后左右照片'],
    ] as const)
      expect(await swap(orderId, how)).toMatchObject({
        errorCode: -2,
        message: expect.stringContaining(message),
        data: { field },
      })
    expect(await swap(orderId, whole)).toMatchObject({ success: true })
  })

  it('pictures of its own, and no older ones', async () => {
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(trip.pickupAt + HOUR)
    const [pickup] = await records(orderId)
    const whole = await swapOf(t, w, { old: 10_050, new: 10_000 })
    const reused = pickup!.photos.map(({ slot, media }) => ({ slot, mediaId: media.mediaId }))
    expect(await swap(orderId, { ...whole, old: { ...whole.old, photos: reused } })).toMatchObject({ success: false })
    expect((await records(orderId)).length).toBe(1)
  })
})

describe('a swap leaves', () => {
  it('a return of the one car and a pickup of the other, which its own return ends', async () => {
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(trip.pickupAt + HOUR)
    expect(await swap(orderId, await swapOf(t, w, { old: 10_050, new: 10_000 }))).toMatchObject({ success: true })
    await bringBack(t, w, orderId, { at: trip.returnAt, mileageKm: 10_100 })
    const seen = await records(orderId)
    expect(seen.map(({ type, seq, vehicleId, mileageKm }) => ({ type, seq, vehicleId, mileageKm }))).toEqual([
      { type: handoverType.pickup, seq: 1, vehicleId: car(0).id, mileageKm: 10_000 },
      { type: handoverType.pickup, seq: 2, vehicleId: car(1).id, mileageKm: 10_000 },
      { type: handoverType.return, seq: 1, vehicleId: car(0).id, mileageKm: 10_050 },
      { type: handoverType.return, seq: 2, vehicleId: car(1).id, mileageKm: 10_100 },
    ])
    expect(seen[2]).toMatchObject({ note: '换车：发动机故障', fuelEighths: 4, draft: false })
    expect(seen.every(({ photos }) => photos.length === 5)).toBe(true)
  })

  it('what was already seen of the car for its return', async () => {
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(trip.pickupAt + HOUR)
    await saveRecord(t, w, orderId, handoverType.return, { draft: true, mileageKm: 10_040, damageMarks: [scratch] })
    expect(await swap(orderId, await swapOf(t, w, { old: 10_050, new: 10_000 }))).toMatchObject({ success: true })
    const back = (await records(orderId)).find(({ type }) => type === handoverType.return)
    expect(back).toMatchObject({ mileageKm: 10_050, damageMarks: [{ part: 'roof', isNew: true }] })
    expect(back!.photos.length).toBe(10)
    // The other car's return begins with nothing of it.
    const { record, pickupRecord } = await t.call(
      contract.pickupReturn.task,
      { orderId, type: handoverType.return },
      owner(),
    )
    expect({ record, mileageKm: pickupRecord?.mileageKm }).toEqual({ record: null, mileageKm: 10_000 })
  })

  it('the marks that the new car had before', async () => {
    const before = await handOut(t, w, { trip, form: { vehicleId: car(1).id } })
    t.clock.set(trip.pickupAt + HOUR)
    await saveRecord(t, w, before.orderId, handoverType.return, { draft: true, damageMarks: [scratch] })
    expect(await swap(before.orderId, await swapOf(t, w, { old: 10_050, new: 10_000 }), car(2).id)).toMatchObject({
      success: true,
    })
    t.clock.set(at('11-26T10:00'))
    const { orderId } = await handOut(t, w, {
      trip: { pickupAt: at('11-27T10:00'), returnAt: at('11-29T10:00') },
    })
    t.clock.set(at('11-28T10:00'))
    const how = await swapOf(t, w, { old: 10_050, new: 10_050 })
    expect(await swap(orderId, how)).toMatchObject({ success: true })
    const taken = (await records(orderId)).find(({ seq }) => seq === 2)
    expect(taken!.damageMarks).toMatchObject([{ part: 'roof', isNew: false }])
  })
})

describe('the car that a swap brings back', () => {
  const stopped = async (vehicleId: string) =>
    (
      await t.root.query(
        'select s.remark from stop_sale s where s.vehicle_id = $1 and s.removed_at is null and s.to_at > $2',
        [vehicleId, new Date(t.clock.now())],
      )
    ).rows.map(({ remark }) => remark)

  it('is out of service where that is asked for: it is offered to nobody, and who waited for it gets another', async () => {
    const { orderId } = await handOut(t, w, { trip })
    const next = await bookArranged(t, w, {
      trip: { pickupAt: at('11-26T10:00'), returnAt: at('11-27T10:00') },
    })
    await placeUnpinned(t, next.orderId, car(0).id)
    t.clock.set(trip.pickupAt + HOUR)
    const whole = { ...(await swapOf(t, w, { old: 10_050, new: 10_000 })), stop: true }
    expect(await swap(orderId, whole)).toMatchObject({ success: true })
    expect(await stopped(car(0).id)).toEqual(['换车：发动机故障'])
    expect((await orderRow(next.orderId)).vehicleId).not.toBe(car(0).id)
    const later = await bookArranged(t, w, {
      trip: { pickupAt: at('11-29T10:00'), returnAt: at('11-30T10:00') },
      form: { vehicleId: car(2).id },
    })
    const { list } = await t.call(contract.arrange.available, { orderId: later.orderId }, owner())
    expect(list.find(({ plate }) => plate === car(0).plate)?.group ?? 'conflict').toBe('conflict')
  })

  it('goes on being let out where it is not', async () => {
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(trip.pickupAt + HOUR)
    expect(await swap(orderId, await swapOf(t, w, { old: 10_050, new: 10_000 }))).toMatchObject({ success: true })
    expect(await stopped(car(0).id)).toEqual([])
  })

  it('is charged for the fuel that was missing in it, in a line of its own at the return', async () => {
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(trip.pickupAt + HOUR)
    // It went out with 8/8 and comes back with 4/8.
    expect(await swap(orderId, await swapOf(t, w, { old: 10_050, new: 10_000 }))).toMatchObject({ success: true })
    const { preview } = await bringBack(t, w, orderId, { at: trip.returnAt, mileageKm: 10_100, fuelEighths: 8 })
    const [line, ...others] = preview.items.filter(({ auto }) => auto)
    expect(others).toEqual([])
    expect(line).toMatchObject({ code: 16, name: '换车前油电费' })
    expect(line!.formula).toContain(`${displayPlate(car(0).plate)} 缺4/8箱`)
    expect(line!.amount).toBeGreaterThan(0)
    expect(preview).toMatchObject({ drivenKm: 150, earlierKm: 50 })
    const { fees } = await t.call(contract.order.detail, { orderId }, owner())
    expect(fees.lines).toContainEqual(expect.objectContaining({ name: '换车前油电费', amount: line!.amount }))
  })

  it('is marked where it is damaged, and that is charged with the return, also after one that was undone', async () => {
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(trip.pickupAt + HOUR)
    const seen = await swapOf(t, w, { old: 10_050, new: 10_000 })
    const photoIds = await uploadPhotos(t, 'return', 1, w.tokens.owner)
    const place = { kind: 1, x: 0.4, y: 0.8, photoIds } as const
    const marks = [
      { ...place, part: 'leftFrontDoor', isNew: true, amount: 40_000, reason: '客户承认' },
      { ...place, part: 'rightFrontDoor', isNew: false },
    ]
    const wrong = await swap(orderId, { ...seen, old: { ...seen.old, damageMarks: [{ ...marks[1]!, amount: 1 }] } })
    expect(wrong).toMatchObject({ errorCode: -2, data: { field: 'swap.old.damageMarks.0.amount' } })
    expect(await swap(orderId, { ...seen, old: { ...seen.old, damageMarks: marks } })).toMatchObject({ success: true })
    const { records } = await t.call(contract.pickupReturn.records, { orderId, type: 1 }, owner())
    expect(records[0]).toMatchObject({
      damageMarks: [
        { part: 'leftFrontDoor', amount: 40_000, photos: [{ mediaId: photoIds[0] }] },
        { part: 'rightFrontDoor', amount: null },
      ],
    })
    // It is owed at the return, not before.
    expect((await orderRow(orderId)).owedFen).toBe('0')
    const back = { at: trip.returnAt, mileageKm: 10_100, fuelEighths: 8 }
    const damage = (items: readonly { name: string; amount: number }[]) =>
      items.filter(({ amount }) => amount === 40_000).map(({ amount }) => amount)
    expect(damage((await bringBack(t, w, orderId, back)).preview.items)).toEqual([40_000])
    const undone = { orderId, action: 'undoReturn', reason: '误操作' } as const
    expect(await t.send(contract.order.updateStatus, undone, owner())).toMatchObject({ success: true })
    const again = await bringBack(t, w, orderId, { ...back, at: trip.returnAt + 5 * 60_000 })
    expect(damage(again.preview.items)).toEqual([40_000])
    await booksAgree(t)
  })

  it('is brought to another store, which it is of from then on where the shop has it so', async () => {
    const placeOf = async (id: string) =>
      (await t.root.query('select home_store_id, current_store_id from vehicle where id = $1', [id])).rows[0]
    const { hongqiao, pudong } = w.stores
    const { orderId } = await handOut(t, w, { trip })
    t.clock.set(trip.pickupAt + HOUR)
    const seen = await swapOf(t, w, { old: 10_050, new: 10_000 })
    expect(await swap(orderId, { ...seen, old: { ...seen.old, storeId: '999999' } })).toMatchObject({ errorCode: -4 })
    // Whoever was planned on it where it was gets another, or is told of.
    const later = await book(t, w, { trip: { pickupAt: trip.returnAt + DAY, returnAt: trip.returnAt + 2 * DAY } })
    await placeUnpinned(t, later.orderId, car(0).id)
    expect(await swap(orderId, { ...seen, old: { ...seen.old, storeId: pudong } })).toMatchObject({ success: true })
    expect(await placeOf(car(0).id)).toEqual({ homeStoreId: pudong, currentStoreId: pudong })
    expect((await orderRow(later.orderId)).vehicleId).not.toBe(car(0).id)
    const { records } = await t.call(contract.pickupReturn.records, { orderId, type: 1 }, owner())
    expect(records[0]).toMatchObject({ returnStoreId: pudong })
    await bringBack(t, w, orderId, { at: trip.returnAt, mileageKm: 10_100, fuelEighths: 8 })
    expect(await placeOf(car(1).id)).toMatchObject({ currentStoreId: hongqiao })
    await booksAgree(t)
  })
})
