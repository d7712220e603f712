import { contract } from '@cheyi/contract/index'
import { orderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { HOUR, MINUTE, startOfDate } from '@cheyi/domain/time'
import { describe, expect, it } from 'vitest'
import { at } from '../../testing/at.ts'
import { traces } from '../../testing/jobs.ts'
import { book, placeUnpinned } from '../../testing/world/bookings.ts'
import { handOut } from '../../testing/world/handover.ts'
import { car, orderRow, other, owner, ownMerchant, t, w, world } from '../../testing/world/merchant.ts'

ownMerchant({ other: true })

const { available, plan } = contract.arrange

const trip = { pickupAt: at('11-23T10:00'), returnAt: at('11-25T10:00') }
const booked = async (more: object = {}) => (await book(t, w, { trip: { ...trip, ...more } })).orderId
const held = async (orderId: string) =>
  (await t.root.query('select * from occupancy where ref_id = $1 and active and kind = 0', [orderId])).rows[0]
const arrange = (orderId: string, vehicleId: string, more: object = {}) =>
  t.call(plan, { orderId, vehicleId, ...more }, owner())
const candidates = async (orderId: string, more: object = {}) =>
  (await t.call(available, { orderId, ...more }, owner())).list
const ticket = (vehicleId: string, kind: number, from: string, to: string) =>
  t.root.query(
    `insert into occupancy (merchant_id, store_id, model_id, vehicle_id, from_at, to_at, kind, ref_id)
     select merchant_id, home_store_id, model_id, id, $2, $3, $4, 1 from vehicle where id = $1`,
    [vehicleId, new Date(at(from)), new Date(at(to)), kind],
  )
describe('cars for an order', () => {
  it('come with the tightest gap first, and say what is before and after', async () => {
    await world(4)
    const orderId = await booked()
    await placeUnpinned(t, orderId, car(0).id)
    const before = await booked({ pickupAt: at('11-21T10:00'), returnAt: at('11-23T08:00') })
    const after = await booked({ pickupAt: at('11-25T14:00'), returnAt: at('11-26T10:00') })
    const far = await booked({ pickupAt: at('11-28T10:00'), returnAt: at('11-29T10:00') })
    await arrange(before, car(1).id)
    await arrange(after, car(1).id)
    await arrange(far, car(2).id)
    const list = await candidates(orderId)
    // Behind the last order nothing comes but the end of its papers.
    const papers = (startOfDate('2031-01-01') - at('11-25T11:00')) / MINUTE
    expect(list.map((one) => [one.plate, one.group, one.gapBefore, one.gapAfter])).toEqual([
      // The one it is on, then the one that fits best.
      [car(0).plate, 'recommended', null, papers],
      [car(1).plate, 'recommended', 60, 180],
      [car(2).plate, 'recommended', null, 3 * 1440 - 60],
      [car(3).plate, 'available', null, papers],
    ])
    expect(list[1]).toMatchObject({
      relation: 'sameModel',
      why: null,
      moves: [],
      storeName: '虹桥机场店',
      previous: { orderId: before, contactName: '周明轩', returnAt: at('11-23T08:00') },
      next: { orderId: after, pickupAt: at('11-25T14:00') },
    })
    const { from, to } = await t.call(available, { orderId }, owner())
    expect([from, to]).toEqual([at('11-23T00:00'), at('11-26T00:00')])
    expect(list[1]!.busy).toEqual([
      { from: at('11-21T10:00'), to: at('11-23T09:00'), kind: 0, label: '周明轩', orderId: before },
      { from: at('11-25T14:00'), to: at('11-26T11:00'), kind: 0, label: '周明轩', orderId: after },
    ])
  })

  it('that are taken say by what', async () => {
    await world(5)
    const orderId = await booked()
    await placeUnpinned(t, orderId, car(0).id)
    await arrange(await booked({ pickupAt: at('11-22T10:00'), returnAt: at('11-23T09:30') }), car(1).id)
    await arrange(await booked({ pickupAt: at('11-24T10:00'), returnAt: at('11-26T10:00') }), car(2).id)
    await ticket(car(3).id, 2, '11-22T10:00', '11-24T10:00')
    await placeUnpinned(t, await booked({ pickupAt: at('11-24T12:00'), returnAt: at('11-26T10:00') }), car(4).id)
    const list = await candidates(orderId)
    expect(list.map((one) => [one.plate, one.group, one.why, one.moves.length > 0])).toEqual([
      [car(0).plate, 'recommended', null, false],
      [car(4).plate, 'available', null, true],
      ...[
        [car(1).plate, 'conflict', '上一单 11-23 09:30 还车，整备至 11-23 10:30', false],
        [car(3).plate, 'conflict', '维保中，不可排车', false],
        [car(2).plate, 'conflict', '下一单 11-24 10:00 取车', false],
      ],
    ])
  })

  it('of a large store begin with the free one, although 200 others come before it by plate', async () => {
    await world(201)
    const last = car(200)
    await t.root.query(
      `insert into occupancy (merchant_id, store_id, model_id, vehicle_id, from_at, to_at, kind, ref_id)
       select merchant_id, home_store_id, model_id, id, $2, $3, 2, 1 from vehicle where merchant_id = $1 and model_id = $4 and id <> $5`,
      [w.merchantId, new Date(at('11-20T00:00')), new Date(at('11-30T00:00')), w.models.lavida, last.id],
    )
    const list = await candidates(await booked())
    expect(list).toHaveLength(200)
    expect(list.filter(({ group }) => group !== 'conflict').map(({ plate }) => plate)).toEqual([last.plate])
    expect(list[0]!.plate).toBe(last.plate)
  })

  it('of better models come with the upgrade, same class before better ones', async () => {
    const orderId = await booked()
    const list = await candidates(orderId, { upgrade: true })
    expect(list.map((one) => one.relation)).toEqual([
      ...['sameModel', 'sameModel'],
      ...['upgrade', 'upgrade', 'upgrade', 'upgrade'],
    ])
    expect(list.filter((one) => one.group === 'recommended').map((one) => one.relation)).toEqual([
      'sameModel',
      'sameModel',
    ])
    expect(list.map((one) => one.modelName)).toEqual([
      ...['大众朗逸', '大众朗逸', '比亚迪秦PLUS', '比亚迪秦PLUS', '别克GL8', '别克GL8'],
    ])
    // Nothing lesser stands in for a better one.
    const better = await booked({ modelId: w.models.gl8 })
    expect((await candidates(better, { upgrade: true })).every((one) => one.modelName === '别克GL8')).toBe(true)
  })

  it('are found by their plate, and leave out what is not in service', async () => {
    const orderId = await booked()
    const tail = car(1).plate.slice(-3)
    expect((await candidates(orderId, { keyword: tail })).map((one) => one.plate)).toEqual([car(1).plate])
    await t.root.query('update vehicle set lifecycle = 2 where id = $1', [car(1).id])
    expect(await candidates(orderId, { keyword: tail })).toEqual([])
  })

  it('of a one-way rental must be free for good', async () => {
    const orderId = await booked({ returnStoreId: w.stores.pudong })
    await placeUnpinned(t, orderId, car(0).id)
    await arrange(await booked({ pickupAt: at('12-10T10:00'), returnAt: at('12-12T10:00') }), car(1).id)
    const list = await candidates(orderId)
    expect(list.map((one) => [one.plate, one.group])).toEqual([
      [car(0).plate, 'recommended'],
      [car(1).plate, 'conflict'],
    ])
    expect(list[1]!.why).toBe('下一单 12-10 10:00 取车')
    expect(await t.send(plan, { orderId, vehicleId: car(1).id }, owner())).toMatchObject({ errorCode: 3104 })
  })

  it('include one that a one-way rental is bringing, as soon as it has arrived', async () => {
    const { pudong } = w.stores
    const { orderId: bringing } = await handOut(t, w, { trip: { ...trip, returnStoreId: pudong } })
    const there = (from: string, to: string) => booked({ storeId: pudong, pickupAt: at(from), returnAt: at(to) })
    const orderId = await there('11-25T15:00', '11-26T10:00')
    const soon = await candidates(orderId)
    expect(soon).toMatchObject([
      {
        plate: car(0).plate,
        relation: 'otherStore',
        group: 'available',
        gapBefore: 240,
        previous: { orderId: bringing },
        why: null,
      },
    ])
    // Its way here does not count as time for which it is gone.
    expect(soon[0]!.busy).toMatchObject([{ to: at('11-25T11:00'), orderId: bringing }])

    const early = await there('11-25T15:00', '11-26T10:00').catch((error) => error)
    expect(early).toMatchObject({ envelope: { errorCode: 3101 } })
    await arrange(orderId, car(0).id)
    expect(await held(orderId)).toMatchObject({ vehicleId: car(0).id, storeId: pudong, pinned: true })
    expect(await orderRow(orderId)).toMatchObject({ status: orderStatus.arranged, plate: car(0).plate })
    // The pool that it left has neither a car nor an order of it.
    const left = await t.root.query('select 1 from occupancy where store_id = $1 and ref_id = $2 and active', [
      w.stores.hongqiao,
      orderId,
    ])
    expect(left.rowCount).toBe(0)
  })

  it('that come too late, or to another store, are not to be had', async () => {
    await handOut(t, w, { trip: { ...trip, returnStoreId: w.stores.pudong } })
    const early = await booked({ pickupAt: at('11-25T10:30'), returnAt: at('11-26T10:00') })
    const move = (storeId: string) =>
      t.root.query('update "order" set store_id = $2, return_store_id = $2 where id = $1', [early, storeId])
    await move(w.stores.pudong)
    expect(await candidates(early)).toMatchObject([
      { plate: car(0).plate, group: 'conflict', gapBefore: null, why: '上一单 11-25 10:00 还车，整备至 11-25 11:00' },
    ])
    expect(await t.send(plan, { orderId: early, vehicleId: car(0).id }, owner())).toMatchObject({ errorCode: 3104 })
    await move(w.stores.hangzhou)
    expect(await candidates(early)).toEqual([])
    expect(await t.send(plan, { orderId: early, vehicleId: car(0).id }, owner())).toMatchObject({ errorCode: 3104 })
  })

  it('on their way are shown to those who work where they come to', async () => {
    const { pudong } = w.stores
    await handOut(t, w, { trip: { ...trip, returnStoreId: pudong } })
    const orderId = await booked({ storeId: pudong, pickupAt: at('11-25T15:00'), returnAt: at('11-26T10:00') })
    await t.root.query(
      `update account set store_scope = 1, store_ids = array[$2::bigint]
        where id = (select account_id from login_session where merchant_id = $1 order by id limit 1 offset 1)`,
      [w.merchantId, pudong],
    )
    const token = { token: w.tokens.manager }
    const { list } = await t.call(available, { orderId }, token)
    expect(list.map((one) => one.plate)).toEqual([car(0).plate])
    expect(await t.send(plan, { orderId, vehicleId: car(1).id }, token)).toMatchObject({ errorCode: -4 })
    expect(await t.call(plan, { orderId, vehicleId: car(0).id }, token)).toMatchObject({ plate: car(0).plate })
  })

  it('are told for a stay that is not booked yet', async () => {
    await booked()
    const stay = { storeId: w.stores.hongqiao, modelId: w.models.lavida, ...trip }
    const { list } = await t.call(available, stay, owner())
    expect(list.map((one) => one.group)).toEqual(['recommended', 'available'])
    expect(await t.send(available, { ...stay, modelId: undefined }, owner())).toMatchObject({
      errorCode: -2,
      data: { field: 'modelId' },
    })
  })

  it('name no order of a store that the caller does not see', async () => {
    const orderId = await booked()
    await placeUnpinned(t, orderId, car(0).id)
    const elsewhere = await booked({ pickupAt: at('11-24T10:00'), returnAt: at('11-26T10:00') })
    await arrange(elsewhere, car(1).id)
    await t.root.query('update "order" set store_id = $2, return_store_id = $2 where id = $1', [
      elsewhere,
      w.stores.pudong,
    ])
    await t.root.query(
      `update account set store_scope = 1, store_ids = array[$2::bigint]
        where id = (select account_id from login_session where merchant_id = $1 order by id limit 1 offset 1)`,
      [w.merchantId, w.stores.hongqiao],
    )
    const { list } = await t.call(available, { orderId }, { token: w.tokens.manager })
    const taken = list.find((one) => one.plate === car(1).plate)!
    expect(taken).toMatchObject({ group: 'conflict', next: null })
    expect(taken.busy.map((bar) => [bar.label, bar.orderId])).toEqual([['其他订单', null]])
    expect(JSON.stringify(list)).not.toContain(elsewhere)
  })

  it('are found with a fixed number of statements, and for nobody else', async () => {
    const orderId = await booked()
    await candidates(orderId)
    const few = t.calls.at(-1)!.queries
    for (let i = 0; i < 6; i++)
      await booked({ pickupAt: at('11-26T10:00') + i * 24 * HOUR, returnAt: at('11-27T08:00') + i * 24 * HOUR })
    await candidates(orderId, { upgrade: true })
    expect(t.calls.at(-1)!.queries).toBe(few)
    expect(few).toBeLessThanOrEqual(10)
    expect(await t.send(available, { orderId }, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
    expect(await t.send(available, { orderId }, { token: w.tokens.finance })).toMatchObject({ errorCode: -3 })
    const stay = { storeId: w.stores.hongqiao, modelId: w.models.lavida, ...trip }
    expect((await t.call(available, stay, { token: other.tokens.owner })).list).toEqual([])
  })
})

describe('arranging', () => {
  it('puts the order on the car for good, unless it is to stay movable', async () => {
    const orderId = await booked()
    const done = await arrange(orderId, car(1).id)
    expect(done).toMatchObject({ status: orderStatus.arranged, vehicleId: car(1).id, plate: car(1).plate, moved: [] })
    expect(await orderRow(orderId)).toMatchObject({ pinned: true, plate: car(1).plate, version: done.version })
    expect(await held(orderId)).toMatchObject({ vehicleId: car(1).id, pinned: true })
    const { rows } = await t.root.query('select active from occupancy where ref_id = $1 order by id', [orderId])
    expect(rows).toEqual([{ active: false }, { active: true }])

    const again = await arrange(orderId, car(0).id, { pinned: false })
    expect(again.status).toBe(orderStatus.arranged)
    expect(await held(orderId)).toMatchObject({ vehicleId: car(0).id, pinned: false })
    const { list } = await t.call(contract.order.log, { orderId }, owner())
    const [one, two] = [car(1).plate, car(0).plate].map(displayPlate)
    // The car that was kept for it before is nobody's knowledge, so the first one is no change.
    expect(list.slice(0, 2).map((row) => row.text)).toEqual([`改派车辆 · ${one} → ${two}`, `排车 · ${one}`])
  })

  it('moves an order that was only planned there, and says which', async () => {
    const orderId = await booked()
    const planned = await book(t, w, { trip })
    await placeUnpinned(t, orderId, car(0).id)
    await placeUnpinned(t, planned.orderId, car(1).id)
    const { moved } = await arrange(orderId, car(1).id)
    expect(moved).toEqual([
      {
        orderId: planned.orderId,
        orderKind: orderKind.short,
        orderNo: planned.orderNo,
        contactName: '周明轩',
        pickupAt: trip.pickupAt,
        from: car(1).plate,
        to: car(0).plate,
      },
    ])
    expect(await orderRow(planned.orderId)).toMatchObject({ vehicleId: car(0).id, plate: car(0).plate, pinned: false })
  })

  it('tells the history of every order it moves, in as many statements as for one', async () => {
    const moving = async (nights: number) => {
      await world(2)
      const orderId = await booked()
      await placeUnpinned(t, orderId, car(0).id)
      const planned = []
      for (let night = 23; night < 23 + nights; night++)
        planned.push(await booked({ pickupAt: at(`11-${night}T12:00`), returnAt: at(`11-${night + 1}T09:00`) }))
      for (const one of planned) await placeUnpinned(t, one, car(1).id)
      const { moved } = await arrange(orderId, car(1).id)
      const { queries } = t.calls.at(-1)!
      expect(moved.map((one) => one.orderId).toSorted()).toEqual(planned)
      for (const one of planned) {
        const { list } = await t.call(contract.order.log, { orderId: one }, owner())
        expect(list[0]!.text).toContain('系统调整车辆')
      }
      return queries
    }
    expect(await moving(2)).toBe(await moving(1))
  })

  it('refuses a car that is taken, and says by whom', async () => {
    await world(3)
    await ticket(car(0).id, 3, '11-24T10:00', '11-24T12:00')
    const orderId = await booked()
    const pinned = await book(t, w, { trip })
    await arrange(pinned.orderId, car(1).id)
    expect(await t.send(plan, { orderId, vehicleId: car(1).id }, owner())).toMatchObject({
      errorCode: 3104,
      data: { blockers: [{ orderNo: pinned.orderNo, name: '订单', from: '2026-11-23 10:00', to: '2026-11-25 11:00' }] },
    })
    expect(await t.send(plan, { orderId, vehicleId: car(0).id }, owner())).toMatchObject({
      errorCode: 3104,
      data: { blockers: [{ name: '年检', orderNo: null }] },
    })
    expect((await orderRow(orderId)).status).toBe(orderStatus.confirmed)
  })

  it('on another model needs the consent, and takes that model’s pool', async () => {
    await world(1)
    const orderId = await booked()
    const better = w.vehicles.gl8[0]!
    expect(await t.send(plan, { orderId, vehicleId: better.id }, owner())).toMatchObject({ errorCode: 3103 })
    await arrange(orderId, better.id, { upgrade: true })
    const free = async (modelId: string) =>
      (
        await t.call(
          contract.stock.free,
          { storeId: w.stores.hongqiao, modelIds: [modelId], from: trip.pickupAt, to: trip.returnAt },
          owner(),
        )
      )[0]!.free
    expect([await free(w.models.lavida), await free(w.models.gl8)]).toEqual([1, 0])
    expect(await orderRow(orderId)).toMatchObject({ modelId: w.models.lavida, vehicleId: better.id, pinned: true })
    // Taken off again it needs a car of its own model.
    await t.call(plan, { orderId, vehicleId: '' }, owner())
    expect(await orderRow(orderId)).toMatchObject({ vehicleId: car(0).id, status: orderStatus.confirmed })
    expect([await free(w.models.lavida), await free(w.models.gl8)]).toEqual([0, 1])
  })

  it('refuses cars out of service, unknown and foreign ones', async () => {
    const orderId = await booked()
    await t.root.query('update vehicle set lifecycle = 0 where id = $1', [car(1).id])
    expect(await t.send(plan, { orderId, vehicleId: car(1).id }, owner())).toMatchObject({ errorCode: 3104 })
    for (const vehicleId of [other.vehicles.lavida[0]!.id, '99999999'])
      expect(await t.send(plan, { orderId, vehicleId }, owner())).toMatchObject({ errorCode: -4 })
    expect(await t.send(plan, { orderId, vehicleId: car(0).id }, { token: other.tokens.owner })).toMatchObject({
      errorCode: 2002,
    })
    expect(await t.send(plan, { orderId, vehicleId: car(0).id }, { token: w.tokens.finance })).toMatchObject({
      errorCode: -3,
    })
    expect(await t.send(plan, { orderId, vehicleId: car(0).id, version: 77 }, owner())).toMatchObject({ errorCode: -5 })
  })

  it('of two people at once on the last car, one succeeds; a repeat is the same', async () => {
    const [one, two] = [await booked(), await booked()]
    const answers = await Promise.all([
      t.send(plan, { orderId: one, vehicleId: car(0).id }, owner()),
      t.send(plan, { orderId: two, vehicleId: car(0).id }, { token: w.tokens.manager }),
    ])
    expect(answers.map((answer) => answer.errorCode).toSorted((a, b) => a - b)).toEqual([0, 3104])
    const input = { orderId: one, vehicleId: car(answers[0]!.success ? 0 : 1).id }
    const key = 'arranged-once'
    const first = await t.call(plan, input, { ...owner(), key })
    const before = await traces(t, one)
    expect(await t.call(plan, input, { ...owner(), key })).toEqual(first)
    expect(await traces(t, one)).toEqual(before)
  })

  it('is for orders that are agreed and not gone', async () => {
    const waiting = (await book(t, w, { trip, form: { autoConfirm: false } })).orderId
    expect(await t.send(plan, { orderId: waiting, vehicleId: car(0).id }, owner())).toMatchObject({ errorCode: 2001 })
    await world(2)
    const { orderId } = await handOut(t, w, { trip })
    expect(await t.send(plan, { orderId, vehicleId: car(1).id }, owner())).toMatchObject({ errorCode: 2001 })
    expect(await t.send(plan, { orderId, vehicleId: '' }, owner())).toMatchObject({ errorCode: 2001 })
  })
})

describe('taking the car off', () => {
  it('leaves the order on whatever the packing finds', async () => {
    const orderId = await booked()
    await arrange(orderId, car(1).id)
    const done = await t.call(plan, { orderId, vehicleId: '' }, owner())
    expect(done).toMatchObject({ status: orderStatus.confirmed, moved: [] })
    expect(await orderRow(orderId)).toMatchObject({ pinned: false, vehicleId: done.vehicleId })
    expect(await held(orderId)).toMatchObject({ vehicleId: done.vehicleId, pinned: false })
    expect(await t.send(plan, { orderId, vehicleId: '' }, owner())).toMatchObject({ errorCode: 2001 })
  })

  it('without another car leaves it standing as a conflict, which ends with any car', async () => {
    await world(1)
    const orderId = await booked()
    const better = w.vehicles.gl8[0]!
    await arrange(orderId, better.id, { upgrade: true })
    await arrange(await booked(), car(0).id)
    const done = await t.call(plan, { orderId, vehicleId: '' }, owner())
    expect(done).toMatchObject({ status: orderStatus.confirmed, vehicleId: null, plate: null })
    expect(await held(orderId)).toMatchObject({ vehicleId: null })
    const conflicts = async () =>
      (await t.call(contract.todo.counts, {}, owner())).find((counter) => counter.code === 'conflict')!.count
    expect(await conflicts()).toBe(1)
    // It takes its place in the pool: nobody else is sold a car that this order needs.
    const [row] = await t.call(
      contract.stock.free,
      { storeId: w.stores.hongqiao, modelIds: [w.models.lavida], from: trip.pickupAt, to: trip.returnAt },
      owner(),
    )
    expect(row!.free).toBe(0)
    await arrange(orderId, better.id, { upgrade: true })
    expect(await conflicts()).toBe(0)
  })
})
