import { contract } from '@cheyi/contract/index'
import { orderImportHeading } from '@cheyi/domain/booking/order/import/columns'
import { type PayWay, payWay } from '@cheyi/domain/money/payment/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { asMerchant } from '../../../kernel/enter.ts'
import { repairPendingWork } from '../../../platform/pending-work/actions.ts'
import { at } from '../../../testing/at.ts'
import { inContext } from '../../../testing/context.ts'
import { runDue, traces } from '../../../testing/jobs.ts'
import { dueTimers } from '../../../testing/timer.ts'
import { book, books, booksAgree } from '../../../testing/world/bookings.ts'
import { renter, saveRecord, sendConfirm, signPaper } from '../../../testing/world/handover.ts'
import { tableDesk } from '../../../testing/world/imports.ts'
import { car, owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'
import { loadReferences } from './store.ts'

/* Orders of another system: tried, taken over at their own price with the money that was paid there, and gone on with. */

// Every table is read and written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

ownMerchant({ cars: 2, poolSize: 8 })
const { order, merchant, stock } = contract
const NOW = at('11-20T10:00')

const deskOf = (token: string) => tableDesk(t, { check: order.importCheck, confirm: order.importConfirm, token })
let desk: ReturnType<typeof deskOf>
beforeEach(() => {
  t.clock.set(NOW)
  desk = deskOf(w.tokens.owner)
})

type Cells = Partial<Record<string, string>>
/** A booking of a lavida for two days from 22 November, 10:00, unless the cells say otherwise. */
const row = (orderNo: string, cells: Cells = {}): string[] => {
  const all: Cells = {
    原订单号: orderNo,
    取车门店: '虹桥机场店',
    车型: '大众朗逸',
    取车时间: '2026-11-22 10:00',
    还车时间: '2026-11-24 10:00',
    客户姓名: '周明轩',
    手机号: '18621070937',
    订单金额: '688',
    ...cells,
  }
  return orderImportHeading.map((title) => all[title.replace('*', '')] ?? '')
}
const table = (rows: readonly (readonly string[])[]) =>
  Buffer.from([orderImportHeading, ...rows].map((cells) => cells.map((one) => `"${one}"`).join(',')).join('\n'))
const tried = async (rows: readonly (readonly string[])[]) => desk.check(await desk.upload(table(rows), '订单.csv'))

const taken = async () =>
  (
    await t.root.query(
      `select id, channel_order_no as no, status, renter_id, vehicle_id, total_fen::int, owed_fen::int from "order"
        where merchant_id = $1 and channel_order_no is not null order by channel_order_no`,
      [w.merchantId],
    )
  ).rows

const accept = async (ways: readonly PayWay[]) => {
  const { version } = await t.call(merchant.paySetting, {}, owner())
  await t.call(
    merchant.savePay,
    { payProfile: 1, payWays: [...ways], limits: { maxPayment: 100_000_000 }, version },
    owner(),
  )
}

describe('orders of another system', () => {
  it('are booked at their own price with what was paid there, silently and once', async () => {
    await accept([payWay.cash, payWay.other])
    const rows = [
      row('A-1', { 已收金额: '200', 已收租车押金: '1500', 备注: '要儿童座椅' }),
      row('A-2', {
        车型: '',
        车牌号: car(1).plate,
        取车时间: '2026-11-18 09:00',
        还车时间: '2026-11-21 18:00',
        订单金额: '900',
        已收金额: '900',
      }),
      row('A-3', { 状态: '已还车', 还车时间: '2026-11-19 10:00', 取车时间: '2026-11-17 10:00' }),
    ]
    const trial = await tried(rows)
    expect(trial.issues ?? []).toEqual([])
    expect(trial).toMatchObject({ state: jobState.done, counts: { created: 2, skipped: 1, failed: 0 } })
    expect(await taken()).toEqual([])
    const done = await desk.confirm(trial.jobId, 'allOrNothing')
    expect(done).toMatchObject({ state: jobState.done, counts: { created: 2, skipped: 1, failed: 0 } })

    const [first, second] = await taken()
    expect(first).toMatchObject({ no: 'A-1', status: 3, totalFen: 68_800, owedFen: 48_800 })
    expect(second).toMatchObject({ no: 'A-2', status: 4, totalFen: 90_000, owedFen: 0, vehicleId: car(1).id })
    expect(await books(t, first.id)).toMatchObject({
      customer_receivable: 48_800,
      unearned: -68_800,
      [account.depositRental]: -150_000,
    })
    await booksAgree(t)
    const detail = await t.call(order.detail, { orderId: first.id }, owner())
    expect(detail).toMatchObject({ channelOrderNo: 'A-1', fees: { total: 68_800, paid: 20_000 } })
    const told = await t.root.query('select from outbox where merchant_id = $1', [w.merchantId])
    expect(told.rowCount).toBe(0)

    const again = await desk.confirm((await tried(rows)).jobId)
    expect(again).toMatchObject({ counts: { created: 0, skipped: 3, failed: 0 } })
    expect(await taken()).toHaveLength(2)
  })

  it('go on in this system: the car that is out is handed over by its paper, and comes back', async () => {
    await accept([payWay.cash, payWay.other])
    await desk.confirm(
      (
        await tried([
          row('B-1', {
            已收租车押金: '3000',
            已收违章押金: '2000',
            车牌号: car(0).plate,
            取车时间: '2026-11-19 09:00',
            还车时间: '2026-11-22 18:00',
            已收金额: '688',
          }),
        ])
      ).jobId,
    )
    const [{ id: orderId, renterId: personId }] = await taken()
    await renter(t, w, { personId })
    const {
      record: { recordId },
    } = await saveRecord(t, w, orderId, handoverType.pickup)
    await signPaper(t, w, orderId, handoverType.pickup, recordId)
    const out = await sendConfirm(t, w, { orderId, type: handoverType.pickup, actualAt: at('11-19T09:00') })
    expect(out).toMatchObject({ success: true })
    const [after] = await taken()
    expect(after).toMatchObject({ status: 5 })
  })

  it('whose car is out stay as they are, whatever timer runs, and nobody is told', async () => {
    await accept([payWay.cash, payWay.other])
    const out = row('F-1', {
      车牌号: car(0).plate,
      取车时间: '2026-11-17 09:00',
      还车时间: '2026-11-23 18:00',
      订单金额: '2100',
      已收金额: '2100',
      已收租车押金: '3000',
    })
    await desk.confirm((await tried([out])).jobId)
    const [{ id: orderId }] = await taken()
    const before = await traces(t, orderId)
    for (let now = NOW; now <= NOW + 2 * DAY; now += HOUR) {
      t.clock.set(now)
      await runDue(t, 'noShow')
    }
    for (const name of dueTimers()) await runDue(t, name)
    expect(await traces(t, orderId)).toEqual(before)
    expect(await books(t, orderId)).toMatchObject({ unearned: -210_000, [account.depositRental]: -300_000 })
  })

  it('whose car is out keep it after the agreed return, and are a to-do, until the pickup is recorded', async () => {
    await accept([payWay.cash, payWay.other])
    const returnAt = at('11-20T18:00')
    const [from, to] = [at('11-21T12:00'), at('11-22T12:00')]
    const paid = { 已收金额: '688', 已收租车押金: '3000', 已收违章押金: '2000' }
    const stay = { 车牌号: car(0).plate, 取车时间: '2026-11-17 09:00', 还车时间: '2026-11-20 18:00' }
    const out = row('G-1', { ...paid, ...stay })
    await desk.confirm((await tried([out])).jobId)
    const [{ id: orderId, renterId: personId }] = await taken()
    for (let now = NOW; now <= at('11-21T11:00'); now += HOUR) {
      t.clock.set(now)
      await runDue(t, 'noShow')
    }
    const free = async () =>
      (await t.call(stock.free, { storeId: w.stores.hongqiao, from, to, source: 1 }, owner())).find(
        ({ modelId }) => modelId === w.models.lavida,
      )?.free
    expect(await free()).toBe(1)
    const { todos } = await t.call(contract.overview.home, {}, owner())
    expect(todos).toContainEqual(expect.objectContaining({ orderId, kind: 'stillOut', at: returnAt, action: 'pickUp' }))
    expect(await asMerchant(t.kernel, w.merchantId, repairPendingWork)).toEqual([])

    await renter(t, w, { personId })
    const { record } = await saveRecord(t, w, orderId, handoverType.pickup)
    await signPaper(t, w, orderId, handoverType.pickup, record.recordId)
    const pickup = { orderId, type: handoverType.pickup, actualAt: at('11-17T09:00') }
    expect(await sendConfirm(t, w, pickup)).toMatchObject({ success: true })
    expect(await free()).toBe(1)
  })

  it('that cannot be booked are named in the trial: no car, a car twice, ended, without its plate, unknown names', async () => {
    await book(t, w, { trip: { pickupAt: at('11-22T09:00'), returnAt: at('11-25T09:00') } })
    const trial = await tried([
      row('C-1'),
      row('C-2', { 车牌号: '沪Z99999' }),
      row('C-3', { 取车时间: '2026-11-19 10:00', 还车时间: '2026-11-20 09:00' }),
      row('C-4', { 取车时间: '2026-11-19 10:00' }),
      row('C-5', { 车牌号: car(0).plate, 取车时间: '2026-12-01 10:00', 还车时间: '2026-12-03 10:00' }),
      row('C-6', { 车牌号: car(0).plate, 取车时间: '2026-12-02 10:00', 还车时间: '2026-12-04 10:00' }),
      row('C-1'),
      row('C-7', { 车型: '大众朗逸经典', 取车时间: '2026-12-10 10:00', 还车时间: '2026-12-11 10:00' }),
      row('C-8', { 已收金额: '700' }),
    ])
    expect(trial.counts).toEqual({ created: 2, updated: 0, skipped: 1, failed: 6 })
    expect(trial.issues!.map(({ row: line, reason }) => [line, reason])).toEqual([
      [3, '车牌不在在营车辆中'],
      [4, '还车时间已过：已还的车在状态列写「已还车」，仍在用的改为预计还车时间'],
      [5, '车已取走的订单请填写车牌号'],
      [7, '与第6行同一辆车的时间重叠'],
      [9, '车型不存在，请选择对应的车型或先添加'],
      [10, '已收金额不能大于订单金额'],
    ])
    expect(trial.layout!.names).toEqual([
      { field: 'model', name: '大众朗逸经典', rows: 1, id: null, near: w.models.lavida },
    ])
  })

  it('fail one by one where cars run out, and say so before anything is written', async () => {
    const rows = ['D-1', 'D-2', 'D-3'].map((no) => row(no))
    await book(t, w, { trip: { pickupAt: at('11-21T09:00'), returnAt: at('11-23T09:00') } })
    await book(t, w, { trip: { pickupAt: at('11-22T09:00'), returnAt: at('11-25T09:00') } })
    const full = await tried([row('D-0', { 取车时间: '2026-11-22 10:00' })])
    expect(full.counts).toMatchObject({ created: 0, failed: 1 })
    const done = await desk.confirm((await tried(rows)).jobId)
    expect(done.counts).toEqual({ created: 0, updated: 0, skipped: 0, failed: 3 })
    expect(await taken()).toEqual([])
  })

  it('are taken over once by two imports at the same time', async () => {
    const trial = await tried([row('E-1')])
    const [one, two] = [await desk.ask(trial.jobId), await desk.ask(trial.jobId)]
    const ended = await Promise.all([desk.ended(one), desk.ended(two)])
    expect(ended.map(({ counts }) => counts?.created).toSorted()).toEqual([0, 1])
    expect(await taken()).toHaveLength(1)
  })

  it('need the right to override, and stay in the stores of whoever imports them', async () => {
    const refused = await t.send(order.importTemplate, {}, { token: w.tokens.clerk })
    expect(refused).toMatchObject({ success: false, errorCode: -3 })
    const free = await t.call(
      stock.free,
      { storeId: w.stores.hongqiao, from: at('11-22T10:00'), to: at('11-22T10:00') + 48 * HOUR, source: 1 },
      owner(),
    )
    expect(free.find(({ modelId }) => modelId === w.models.lavida)).toMatchObject({ why: null })
  })
})

it('shows the rest of an import no more of other stores than its account may see', async () => {
  await t.root.query(
    `update account set store_scope = 1, store_ids = array[$2::bigint] where merchant_id = $1 and name = '测试clerk'`,
    [w.merchantId, w.stores.hongqiao],
  )
  const scopes = await inContext(t, w, 'clerk', async (ctx) => {
    const scope = async () => (await ctx.query<{ scope: string }>(`select current_setting('app.scope') as scope`))[0]
    const before = await scope()
    await loadReferences(ctx, [])
    return [before, await scope()]
  })
  expect(scopes.value[0]).not.toEqual({ scope: 'all' })
  expect(scopes.value[1]).toEqual(scopes.value[0])
})
