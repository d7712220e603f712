import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { documentKind, insuranceKind, runState } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { startOfDate } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { uploadPhotos } from '../../testing/upload.ts'
import { book, placeUnpinned } from '../../testing/world/bookings.ts'
import { handOut } from '../../testing/world/handover.ts'
import { car, fleet, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { arrange, block, booked, order, page, put, seen, trip } from '../../testing/world/own-fleet.ts'

ownMerchant()

const { detail, setLifecycle, saveDocument, endTurnaround, timeline } = contract.inventory

describe('the life of a vehicle', () => {
  const to = (vehicleId: string, wanted: number, over: object = {}) =>
    t.send(setLifecycle, { vehicleId, lifecycle: wanted, ...over }, fleet())

  it('goes from pending_work to service, off, on again, off and away; its plate is then free', async () => {
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
    const cars = [(await order(planned)).vehicleId, (await order(second)).vehicleId]
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
    expect(await tasks()).toEqual([{ refId: planned }])
    expect(await order(planned)).toMatchObject({ vehicleId: null, plate: null, status: orderStatus.confirmed })
    // Another car comes into service: who waits gets it, and nobody needs to be told any longer.
    const { vehicleId } = await put()
    await to(vehicleId, 1)
    expect((await order(planned)).vehicleId).toBe(vehicleId)
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
  const blocks = async () =>
    (
      await t.root.query(
        `select from_at, nullif(to_at, '9999-12-31'::timestamptz) as to_at from occupancy where vehicle_id = $1 and kind = 6 and active order by from_at`,
        [car(0).id],
      )
    ).rows.map(({ fromAt, toAt }) => [Number(fromAt), toAt === null ? null : Number(toAt)])
  /** Blocks that are still to come or go on. */
  const closed = async () => (await blocks()).filter(([, to]) => to === null || to! > t.clock.now())

  it('close the stock from the day after the last good one, months ahead; a new date moves it', async () => {
    await policy({ endOn: '2027-05-01' })
    await inspection('2027-02-28')
    // The lack of papers until now stays on record, cut to when they came.
    expect(await blocks()).toEqual([
      [expect.any(Number), t.clock.now()],
      [startOfDate('2027-03-01'), null],
    ])
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
    await placeUnpinned(t, orderId, car(0).id)
    const { released } = await inspection('2026-11-23')
    expect(released).toMatchObject([{ orderId, plate: car(1).plate }])
    expect((await order(orderId)).vehicleId).toBe(car(1).id)
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
    expect(rows).toEqual([{ linkedAt: null }])
    const foreign = await t.send(saveDocument, { ...licence, documentId: '1', kind: 6 }, fleet())
    expect(foreign).toMatchObject({ errorCode: -4 })
  })
})

describe('after the return', () => {
  it('the time for cleaning ends when it is done, once and for all', async () => {
    const { orderId } = await handOut(t, w, { trip: { pickupAt: at('11-20T10:30'), returnAt: at('11-21T10:00') } })
    const { vehicleId } = await order(orderId)
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
    expect(Number(rows[0].toAt)).toBe(at('11-21T10:20'))
  })
})
