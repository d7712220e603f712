import { contract } from '@cheyi/contract/index'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { HOUR } from '@cheyi/domain/time'
import { describe, expect, it, vi } from 'vitest'
import { at } from '../../testing/at.ts'
import { followEvents } from '../../testing/jobs.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { handOut } from '../../testing/world/handover.ts'
import { owner, ownMerchant, t, w } from '../../testing/world/merchant.ts'
import { billOf, chargeTolls, etcHeading, importBill, passage, tollLines, tollsDue } from '../../testing/world/tolls.ts'

/* Money that a provider gives back: with its line it comes to nothing, and who had paid that line gets it. */

// Every table is read and written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

ownMerchant({ cars: 2 })
const { toll, supplement } = contract
const NOW = at('11-20T10:00')
const heading = [...etcHeading, '原流水号']

/** A car that is out, with lines of 35 and 12 yuan. */
async function billed() {
  const car = w.vehicles.lavida[0]!
  const trip = { pickupAt: NOW, returnAt: at('12-19T10:00') }
  const { orderId } = await handOut(t, w, { trip, form: { vehicleId: car.id } })
  t.clock.set(NOW + 9 * HOUR)
  const rows = [passage(car.plate, NOW + HOUR, 3_500, 'T1'), passage(car.plate, NOW + 2 * HOUR, 1_200, 'T2', '昆山')]
  await importBill(billOf(rows, etcHeading))
  return { orderId, plate: car.plate, vehicleId: car.id }
}
/** The provider gives one of them back. */
const back = (plate: string, fen: number, own: string, named = '', time = NOW + 8 * HOUR) =>
  billOf([[...passage(plate, time, -fen, own), named]], heading)
const states = async () =>
  (await tollLines()).map(({ fen, status, orderId, reason }) => [Number(fen), status, orderId, reason])
const monthCost = async (vehicleId: string) =>
  (
    await t.root.query('select month::text, running_fen::int as fen from vehicle_cost_month where vehicle_id = $1', [
      vehicleId,
    ])
  ).rows
const todo = async (code: string) => (await t.call(contract.todo.counts, {}, owner())).find((one) => one.code === code)

describe('money back', () => {
  it('takes its line off before the customer is asked, and both come to nothing in the costs of the car', async () => {
    const { orderId, plate, vehicleId } = await billed()
    const bill = back(plate, 3_500, 'R1', 'T1')
    expect(await importBill(bill)).toMatchObject({ state: jobState.done, counts: { created: 1 } })
    expect(await states()).toEqual([
      [3500, 5, orderId, '服务商已退费'],
      [1200, 2, orderId, ''],
      [-3500, 5, null, ''],
    ])
    expect(await tollsDue()).toEqual([{ orderId, fen: 1_200 }])
    expect(await monthCost(vehicleId)).toEqual([{ month: '2026-11-01', fen: 1_200 }])
    const [line] = (await t.call(toll.page, { group: 'borne', orderId }, owner())).list
    const again = { lineId: line!.lineId, version: line!.version, orderId }
    expect(await t.send(toll.match, again, owner())).toMatchObject({ errorCode: -2, data: { field: 'orderId' } })
    // The same bill again, and the bill of the line again, add nothing.
    expect(await importBill(bill)).toMatchObject({ counts: { created: 0, skipped: 1 } })
    const first = billOf([passage(plate, NOW + HOUR, 3_500, 'T1')], etcHeading)
    expect(await importBill(first)).toMatchObject({ counts: { created: 0, skipped: 1 } })
    expect(await tollsDue()).toEqual([{ orderId, fen: 1_200 }])
  })

  it('finds its line by car, time and place too, in any order of import, and one line is given back once', async () => {
    const car = w.vehicles.lavida[0]!
    const trip = { pickupAt: NOW, returnAt: at('12-19T10:00') }
    const { orderId } = await handOut(t, w, { trip, form: { vehicleId: car.id } })
    t.clock.set(NOW + 9 * HOUR)
    await importBill(back(car.plate, 3_500, '', '', NOW + HOUR))
    expect(await states()).toEqual([[-3500, 5, null, '']])
    const line = passage(car.plate, NOW + HOUR, 3_500, 'T1')
    await importBill(billOf([line, passage(car.plate, NOW + HOUR, 3_500, 'T2')], etcHeading))
    expect((await states()).toSorted()).toEqual(
      [
        [-3500, 5, null, ''],
        [3500, 5, orderId, '服务商已退费'],
        [3500, 2, orderId, ''],
      ].toSorted(),
    )
    // Another sum is not that line: it stays with the merchant.
    await importBill(back(car.plate, 1_000, 'R2', 'T2'))
    expect(await tollsDue()).toEqual([{ orderId, fen: 3_500 }])
    expect(await monthCost(car.id)).toEqual([{ month: '2026-11-01', fen: 2_500 }])
  })

  it('for a line that was asked is a to-do, which ends when the unpaid supplement is cancelled', async () => {
    const { orderId, plate } = await billed()
    await chargeTolls({ act: 'ask', orders: await tollsDue() })
    await importBill(back(plate, 3_500, 'R1', 'T1'))
    expect(await states()).toEqual([
      [3500, 3, orderId, ''],
      [1200, 3, orderId, ''],
      [-3500, 7, orderId, ''],
    ])
    expect(await todo('tollReturn')).toMatchObject({ count: 1, link: '/tolls?group=toReturn' })
    const [asked] = await t.call(supplement.list, { orderId }, owner())
    await t.call(supplement.cancel, { id: asked!.id }, owner())
    expect(await states()).toEqual([
      [3500, 5, orderId, '服务商已退费'],
      [1200, 2, orderId, ''],
      [-3500, 5, orderId, '服务商已退费'],
    ])
    expect(await todo('tollReturn')).toMatchObject({ count: 0 })
    expect(await tollsDue()).toEqual([{ orderId, fen: 1_200 }])
    await booksAgree(t)
  })

  it('for a line that was paid ends when staff say that the customer has it; the car earns the rest to the fen', async () => {
    const { orderId, plate, vehicleId } = await billed()
    await chargeTolls({ act: 'ask', orders: await tollsDue() })
    const [asked] = await t.call(supplement.list, { orderId }, owner())
    const paid = { payKind: payKind.supplement, refId: asked!.id, amount: 4_700, payWay: payWay.cash }
    await t.call(contract.payment.collect, { orderId, ...paid }, owner())
    await importBill(back(plate, 3_500, 'R1', 'T1'))
    const { list } = await t.call(toll.page, { group: 'toReturn' }, owner())
    expect(list).toMatchObject([{ fen: -3_500, lineNo: 'T1', orderId }])
    const { lineId, version } = list[0]!
    expect(await t.call(toll.waive, { lineId, version, reason: '已在订单退款' }, owner())).toMatchObject({ status: 5 })
    expect(await todo('tollReturn')).toMatchObject({ count: 0 })
    expect(await monthCost(vehicleId)).toEqual([{ month: '2026-11-01', fen: 1_200 }])
    t.clock.set(at('12-02T10:00'))
    await t.root.query('delete from follower where merchant_id = $1', [w.merchantId])
    await followEvents(t)
    const { list: cars } = await t.call(
      contract.profit.list,
      { from: '2026-11-01', to: '2026-11-30', pageSize: 100 },
      owner(),
    )
    expect(cars.find((one) => one.vehicleId === vehicleId)!.sums).toMatchObject({ running: 1_200 })
    await booksAgree(t)
  })

  it('that was wrong is voided, and its line is the customer’s again; the line alone is not voided before it', async () => {
    const { orderId, plate, vehicleId } = await billed()
    await importBill(back(plate, 3_500, 'R1', 'T1'))
    const lines = (await t.call(toll.page, { group: 'borne' }, owner())).list
    const [line, refund] = [lines.find(({ fen }) => fen > 0)!, lines.find(({ fen }) => fen < 0)!]
    const voiding = ({ lineId, version }: typeof line) =>
      t.send(toll.cancel, { lineId, version, reason: '是别的车' }, owner())
    expect(await voiding(line)).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('请先作废退费的那一行'),
    })
    expect(await voiding(refund)).toMatchObject({ success: true })
    expect(await states()).toEqual([
      [3500, 2, orderId, ''],
      [1200, 2, orderId, ''],
      [-3500, 6, null, '是别的车'],
    ])
    expect(await tollsDue()).toEqual([{ orderId, fen: 4_700 }])
    expect(await monthCost(vehicleId)).toEqual([{ month: '2026-11-01', fen: 4_700 }])
  })

  it('of a card without a car waits for it, and is never charged to an order', async () => {
    const { orderId, vehicleId } = await billed()
    const card = (time: number, fen: string, no: string, named: string) =>
      billOf(
        [['31010001', time === 0 ? '2026-11-20 12:00' : '2026-11-20 18:00', '绕城高速', fen, no, named]],
        ['ETC卡号', '交易时间', '交易地点', '交易金额', '交易流水号', '原流水号'],
      )
    await importBill(card(0, '12', 'C1', ''))
    await importBill(card(1, '-12', 'C2', 'C1'))
    const { list } = await t.call(toll.page, { group: 'unmatched' }, owner())
    expect(list.map(({ fen }) => fen)).toEqual([-1_200, 1_200])
    const [refund] = list
    expect(await t.send(toll.match, { lineId: refund!.lineId, version: 1, orderId }, owner())).toMatchObject({
      errorCode: -2,
    })
    await t.call(toll.match, { lineId: refund!.lineId, version: 1, vehicleId }, owner())
    expect((await states()).filter(([fen]) => Math.abs(Number(fen)) === 1_200)).toEqual([
      [1200, 2, orderId, ''],
      [1200, 5, orderId, '服务商已退费'],
      [-1200, 5, null, ''],
    ])
    expect(await monthCost(vehicleId)).toEqual([{ month: '2026-11-01', fen: 4_700 }])
  })
})
