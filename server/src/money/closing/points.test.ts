import { contract } from '@cheyi/contract/index'
import { maintenanceStatus, ticketKind } from '@cheyi/domain/fleet/ticket/codes'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bulk } from '../../bulk.ts'
import { readTables } from '../../outside/table/tables.ts'
import { workOff } from '../../platform/job/runner.ts'
import { book, booksAgree } from '../../testing/world/bookings.ts'
import { owner, t, w, world, worldsOfTests } from '../../testing/world/merchant.ts'
import { makeWorld } from '../../testing/world/world.ts'

/* What a month is closed without, and the file that says so: a merchant of its own for each test. */

worldsOfTests()
beforeEach(() => world(10))
afterEach(() => booksAgree(t))

const at = (text: string) => Date.parse(`${text}+08:00`)
const { closing } = contract
const state = () => t.call(closing.state, {}, owner())
const close = (month: string) => t.send(closing.close, { month }, owner())

async function paid(): Promise<void> {
  const { orderId, total } = await book(t, w)
  const cash = { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash }
  await t.call(contract.payment.collect, cash, owner())
}

describe('work that somebody may accept', () => {
  const done = at('2026-11-26T10:00:00')
  /** A repair that was done without costs. */
  const repair = (no: string, { costs = '[]', end = done } = {}) =>
    t.root.query(
      `insert into ticket (merchant_id, no, kind, vehicle_id, store_id, status, maintain_type, actual_start, actual_end, costs, created_by)
       values ($1, $2, $3, $4, $5, $6, 2, to_timestamp($7 / 1000.0), to_timestamp($7 / 1000.0), $8, 0)`,
      [
        w.merchantId,
        no,
        ticketKind.maintenance,
        w.vehicles.lavida[0]!.id,
        w.stores.hongqiao,
        maintenanceStatus.done,
        end,
        costs,
      ],
    )
  const accept = (count: number, over: object = {}, token = w.tokens.owner) =>
    t.send(
      closing.accept,
      { month: '2026-11', kind: 'ticketsWithoutCost', count, reason: '修理厂的单据下月到', ...over },
      { token },
    )
  const open = async () => (await state()).next!.open.map(({ kind, count, hinders }) => ({ kind, count, hinders }))

  it('hinders the closing until it is done or accepted with a reason, which stays with the month', async () => {
    await paid()
    await repair('W1')
    await repair('W2', { costs: '[{"item":"机油","amount":100,"payer":1}]' })
    await repair('W3', { end: at('2026-12-01T10:00:00') })
    t.clock.set(at('2026-12-02T09:00:00'))
    expect(await open()).toEqual([{ kind: 'ticketsWithoutCost', count: 1, hinders: true }])
    expect(await close('2026-11')).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('完成的工单没有费用 1'),
    })
    expect(await accept(1, { reason: '没' })).toMatchObject({ errorCode: -2 })
    expect(await accept(1, { month: '2026-10' })).toMatchObject({ errorCode: -5 })
    expect(await accept(2)).toMatchObject({ errorCode: -5 })
    expect(await accept(1, {}, w.tokens.clerk)).toMatchObject({ errorCode: -3 })
    expect(await accept(1)).toMatchObject({ success: true })
    expect((await state()).next!.open).toMatchObject([
      { hinders: false, accepted: { count: 1, reason: '修理厂的单据下月到', at: t.clock.now() } },
    ])
    // More of it than was accepted hinders again.
    await repair('W4')
    expect(await open()).toEqual([{ kind: 'ticketsWithoutCost', count: 2, hinders: true }])
    expect(await close('2026-11')).toMatchObject({ errorCode: -2 })
    expect(await accept(2, { reason: '两张单据都在下月到' })).toMatchObject({ success: true })
    expect(await close('2026-11')).toMatchObject({ success: true })
    expect((await state()).closed).toMatchObject([{ month: '2026-11', accepted: 1 }])
    // Nothing is accepted for a month that is closed.
    expect(await accept(2)).toMatchObject({ errorCode: -5 })
    await expect(
      t.root.query(`set role tenant; update closing_acceptance set reason = 'other words'; reset role`),
    ).rejects.toThrow(/permission denied/)
    await t.root.query('reset role')
  })

  it('is no work without which the books would be wrong, and none of another merchant', async () => {
    await paid()
    const other = await makeWorld(t, { name: '别家租车', cars: 1 })
    await repair('W5')
    await t.call(contract.cashShift.open, { storeId: w.stores.hongqiao, opening: 0, reason: '备用金' }, owner())
    t.clock.set(at('2026-12-02T09:00:00'))
    expect(await accept(1, { kind: 'openShifts' })).toMatchObject({
      errorCode: -2,
      message: expect.stringContaining('班次未交班必须处理'),
    })
    expect(await accept(1, {}, other.tokens.owner)).toMatchObject({ errorCode: -5 })
  })
})

it('an invoice that was asked for and is not issued is a point until it is issued, withdrawn or accepted', async () => {
  const { orderId, total } = await book(t, w)
  const cash = { orderId, payKind: payKind.rent, amount: total, payWay: payWay.cash }
  await t.call(contract.payment.collect, cash, owner())
  const request = { title: '云帆科技', orders: [{ orderId, amount: total }] }
  const { id } = await t.call(contract.invoice.save, request, owner())
  t.clock.set(at('2026-12-02T09:00:00'))
  expect((await state()).next!.open).toMatchObject([
    { kind: 'invoicesNotIssued', count: 1, mayAccept: true, link: '/finance/invoices?status=0' },
  ])
  expect(await close('2026-11')).toMatchObject({ errorCode: -2, message: expect.stringContaining('发票待开 1') })
  await t.call(contract.invoice.withdraw, { id }, owner())
  expect((await state()).next!.open).toEqual([])
  // One that was asked for after the month is of the next month.
  await t.call(contract.invoice.save, request, owner())
  expect(await close('2026-11')).toMatchObject({ success: true })
})

it('has one file for the auditor, whose details come to the balances of the month', async () => {
  await paid()
  await book(t, w)
  t.clock.set(at('2026-12-02T09:00:00'))
  const ask = () => t.send(contract.bookkeeping.auditorExport, { month: '2026-11' }, owner())
  expect(await ask()).toMatchObject({ errorCode: -2, message: expect.stringContaining('还没有结账') })
  expect(await close('2026-11')).toMatchObject({ success: true })
  const { jobId } = await t.call(contract.bookkeeping.auditorExport, { month: '2026-11' }, owner())
  await workOff(t.jobs, bulk)
  const { resultUrl } = await t.call(contract.job.detail, { jobId }, owner())
  const sheets = await readTables((await t.app.inject({ url: resultUrl! })).rawPayload, '.xlsx', 100)
  expect(sheets.map(({ name }) => name)).toEqual([
    '说明',
    '未完成事项',
    '试算平衡表',
    '余额明细',
    '银行余额',
    '固定资产清单',
  ])
  const trial = new Map(sheets[2]!.rows.slice(1).map((row) => [row[0], Number(row[5] || 0) - Number(row[6] || 0)]))
  const details = Map.groupBy(sheets[3]!.rows.slice(1), ([name]) => name)
  expect(details.size).toBeGreaterThan(1)
  for (const [name, rows] of details) {
    const sum = rows.reduce((all, row) => all + Math.round(Number(row[3]) * 100), 0)
    expect(sum, name).toBe(Math.round(trial.get(name)! * 100))
  }
})
