import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { documentKind, lifecycle, plateColor, plateKind, runState } from '@cheyi/domain/fleet/inventory/codes'
import { occupancyKind } from '@cheyi/domain/fleet/inventory/occupancy-codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { at } from '../../testing/at.ts'
import { handOut } from '../../testing/world/handover.ts'
import { car, fleet, other, owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { arrange, block, booked, page, put, seen } from '../../testing/world/own-fleet.ts'

ownMerchant({ other: true })

const { list, timeline, saveDocument } = contract.inventory

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
    expect(first.list[4]).toMatchObject({ vehicleId: out, now: { orderId }, next: { kind: 6, orderId: null } })
    expect(first.list[5]!.vehicleId).toBe(waiting)
    expect(t.calls.at(-1)!.queries).toBe(2)

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
    expect(await plates({ keyword: '98' })).toEqual(['沪AD98765'])
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

  it('is narrowed by tag, kind and colour of the plate, and says which tags there are', async () => {
    await put({ plate: '沪AD98766', vin: 'LSVNV2186E2100001', tags: ['新车', '展车'] })
    await put({ plate: '沪A98767', vin: 'LSVNV2186E2100002', plateColor: plateColor.black, tags: ['新车'] })
    const plates = async (ask: InputOf<typeof list>) => (await page(ask)).list.map((one) => one.plate).toSorted()
    expect(await plates({ tag: '新车' })).toEqual(['沪A98767', '沪AD98766'])
    expect(await plates({ tag: '新' })).toEqual([])
    expect(await plates({ plateKind: plateKind.smallNewEnergy, tag: '新车' })).toEqual(['沪AD98766'])
    expect(await plates({ plateColor: plateColor.black })).toEqual(['沪A98767'])
    expect(await t.call(contract.inventory.tags, {}, { token: w.tokens.owner })).toEqual(['新车', '展车'])
    expect(await t.call(contract.inventory.tags, {}, { token: other.tokens.owner })).toEqual([])
  })
})

describe('the order of the list', () => {
  it('is by plate, by what was driven, by one paper, or by the paper that ends next, page by page too', async () => {
    await put({ plate: '沪AD98761', odometerKm: 900, inspectionEndOn: '2026-12-01' })
    await put({ plate: '京AD98762', odometerKm: 90_000, vin: '1HGCM82633A004352' })
    const whole = (await page({})).list
    const paperEnd = ({ expiry }: (typeof whole)[number]) =>
      Object.values(expiry).reduce<string>((first, end) => (end !== null && end < first ? end : first), '9999')
    const keys = {
      plate: (one: (typeof whole)[number]) => one.plate,
      odometer: (one: (typeof whole)[number]) => String(1e7 - one.odometerKm),
      insurance: (one: (typeof whole)[number]) => one.expiry.insurance ?? '9999',
      inspection: (one: (typeof whole)[number]) => one.expiry.inspection ?? '9999',
      expiry: paperEnd,
    }
    for (const sort of ['plate', 'odometer', 'insurance', 'inspection', 'expiry'] as const) {
      const paged: typeof whole = []
      for (let cursor: string | undefined; ; ) {
        const part = await page({ sort, pageSize: 2, cursor })
        paged.push(...part.list)
        if (part.nextCursor === null) break
        cursor = part.nextCursor
      }
      expect(paged.map(({ vehicleId }) => vehicleId).toSorted()).toEqual(whole.map((one) => one.vehicleId).toSorted())
      expect(paged.map(keys[sort]), sort).toEqual(whole.map(keys[sort]).toSorted())
    }
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
