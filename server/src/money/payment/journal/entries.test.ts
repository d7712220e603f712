import { contract } from '@cheyi/contract/index'
import { payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { beforeAll, expect, it, vi } from 'vitest'
import { bulk } from '../../../bulk.ts'
import { readTables } from '../../../outside/table/tables.ts'
import { workOff } from '../../../platform/job/runner.ts'
import { book } from '../../../testing/world/bookings.ts'
import { sharedMerchant, t, w } from '../../../testing/world/merchant.ts'

/* 明细账: what an accountant reads of the books, by account, order and voucher, with the balances around it. */

// The table is written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

sharedMerchant({ cars: 20 })
const { vouchers, entriesExport } = contract.payment
const finance = () => ({ token: w.tokens.finance })
let first: { orderId: string; total: number }
let second: { orderId: string; total: number }

beforeAll(async () => {
  const pay = (orderId: string, amount: number) =>
    t.call(
      contract.payment.collect,
      { orderId, payKind: payKind.rent, payWay: payWay.cash, amount },
      { token: w.tokens.owner },
    )
  first = await book(t, w)
  await pay(first.orderId, first.total)
  t.clock.set(t.clock.now() + 86_400_000)
  second = await book(t, w)
  await pay(second.orderId, 10_000)
})

const cash = 'cash_on_hand' as const

it('shows an account with what it began with, what was posted, and what it ended with', async () => {
  const day = '2026-11-21'
  const { list, sums } = await t.call(vouchers, { account: cash, period: [day, day] }, finance())
  expect(sums).toEqual({ opening: first.total, debit: 10_000, credit: 0, closing: first.total + 10_000 })
  expect(list).toMatchObject([
    {
      day,
      lines: [
        { account: cash, debit: 10_000, credit: 0 },
        { account: 'customer_receivable', debit: 0, credit: 10_000 },
      ],
      orderId: second.orderId,
    },
  ])
})

it('shows a voucher once with entries that add up to nothing, and an order from its beginning', async () => {
  const { list } = await t.call(vouchers, { account: cash }, finance())
  const voucher = await t.call(vouchers, { keyword: list[0]!.id }, finance())
  expect(voucher.period).toBeNull()
  expect(voucher.list).toEqual([list[0]])
  expect(list[0]!.lines.reduce((sum, { debit, credit }) => sum + debit - credit, 0)).toBe(0)

  const ofOrder = await t.call(vouchers, { keyword: list[1]!.orderNo! }, finance())
  expect(new Set(ofOrder.list.map(({ orderId }) => orderId))).toEqual(new Set([first.orderId]))
  expect(ofOrder.list.flatMap(({ lines }) => lines.map(({ account }) => account)).toSorted()).toEqual([
    'cash_on_hand',
    'customer_receivable',
    'customer_receivable',
    'unearned',
  ])
})

it.each([
  { filter: {}, count: 4 },
  { filter: { account: cash }, count: 2 },
  { filter: { account: 'customer_receivable' as const }, count: 4 },
])('is read on by its cursor to the last voucher of $filter, each once', async ({ filter, count }) => {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const ask = { ...filter, pageSize: 1, ...(cursor !== undefined && { cursor }) }
    const page = await t.call(vouchers, ask, finance())
    seen.push(...page.list.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toHaveLength(count)
  expect(new Set(seen).size).toBe(count)
})

it('refuses a page number', async () => {
  expect(await t.send(vouchers, { pageNum: 2 }, finance())).toMatchObject({ errorCode: -2 })
})

it('becomes a table', async () => {
  const { jobId } = await t.call(entriesExport, { account: cash }, finance())
  await workOff(t.jobs, bulk)
  const { state, resultUrl } = await t.call(contract.job.detail, { jobId }, finance())
  expect(state).toBe(jobState.done)
  const { rawPayload } = await t.app.inject({ url: resultUrl! })
  const [sheet] = await readTables(rawPayload, '.xlsx', 100)
  const [heading, ...rows] = sheet!.rows
  const column = (title: string) => rows.map((row) => row[heading!.indexOf(title)])
  expect(column('借方')).toEqual(['100', String(first.total / 100)])
  expect(column('对方科目')).toEqual(['应收客户款', '应收客户款'])
  expect(new Set(column('凭证号')).size).toBe(2)
})

it('is for who sees the money of the whole merchant', async () => {
  expect(await t.send(vouchers, {}, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
})

it('has a balance of the month that runs, of which nothing is closed yet', async () => {
  const balance = await t.call(contract.closing.balance, {}, finance())
  expect(balance).toMatchObject({ month: '2026-11', open: true, months: ['2026-11'] })
  expect(balance.list.find(({ account }) => account === cash)).toEqual({
    account: cash,
    opening: 0,
    debit: first.total + 10_000,
    credit: 0,
    closing: first.total + 10_000,
  })
  expect(balance.list.reduce((sum, { closing }) => sum + closing, 0)).toBe(0)
})

it('says what of receivables and unearned rent is of rentals that have not begun', async () => {
  const { jobId } = await t.call(contract.closing.balanceExport, { month: '2026-11' }, finance())
  await workOff(t.jobs, bulk)
  const { resultUrl } = await t.call(contract.job.detail, { jobId }, finance())
  const { rawPayload } = await t.app.inject({ url: resultUrl! })
  const [heading, ...rows] = (await readTables(rawPayload, '.xlsx', 100))[0]!.rows
  const line = (name: string) => {
    const row = rows.find(([first]) => first!.startsWith(name))!
    return Object.fromEntries(heading!.map((title, i) => [title, row[i]]))
  }
  // The first is paid, of the second 100.00 are: what is not paid stands on both sides.
  const open = String((second.total - 10_000) / 100)
  expect(line('未开始订单对抵')).toMatchObject({ 期初借方: '0', 期末借方: open, 期末贷方: open })
  expect(line('应收客户款')).toMatchObject({ 期末借方: open })
  const { list } = await t.call(vouchers, { account: 'customer_receivable' }, finance())
  expect(list.every(({ notBegun }) => notBegun)).toBe(true)
})

it('is no table for who was limited to some stores before it was made, and nothing to read', async () => {
  const { jobId } = await t.call(entriesExport, { account: cash }, finance())
  await t.root.query(
    `update account set store_scope = 1, store_ids = $2::bigint[] where merchant_id = $1 and name = '测试finance'`,
    [w.merchantId, [w.stores.hongqiao]],
  )
  await workOff(t.jobs, bulk)
  const { state, message, resultUrl } = await t.call(contract.job.detail, { jobId }, finance())
  expect({ state, resultUrl }).toEqual({ state: jobState.failed, resultUrl: null })
  expect(message).toContain('仅管理全部门店的账号可操作')
  expect(await t.send(vouchers, {}, finance())).toMatchObject({ errorCode: -3 })
})
