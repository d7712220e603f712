import { contract } from '@cheyi/contract/index'
import { flowKind, payKind, payWay } from '@cheyi/domain/money/payment/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { beforeAll, expect, it, vi } from 'vitest'
import { bulk } from '../../../bulk.ts'
import { readTables } from '../../../outside/table/tables.ts'
import { workOff } from '../../../platform/job/runner.ts'
import { uploadPhotos } from '../../../testing/upload.ts'
import { book } from '../../../testing/world/bookings.ts'
import { payDeposits } from '../../../testing/world/handover.ts'
import { other, sharedMerchant, t, w } from '../../../testing/world/merchant.ts'

const { payment, job } = contract
// The table is written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

sharedMerchant({ cars: 20, other: true })
let orderId: string
let orderNo: string
beforeAll(async () => {
  orderId = (await book(t, w)).orderId
  orderNo = (await t.root.query('select order_no from "order" where id = $1', [orderId])).rows[0].orderNo
  const rent = { orderId, payKind: payKind.rent, payWay: payWay.cash }
  await t.call(payment.collect, { ...rent, amount: 30_000 }, { token: w.tokens.clerk })
  await t.call(payment.collect, { ...rent, amount: 200, payWay: payWay.bank }, { token: w.tokens.manager })
  await payDeposits(t, w, orderId)
})

const by = (who: 'owner' | 'clerk' | 'manager' | 'finance') => ({ token: w.tokens[who] })

it('an order’s money, newest first, with what of it is in the house', async () => {
  const { list, total } = await t.call(payment.flowList, { orderId }, by('clerk'))
  expect(total).toBe(4)
  expect(list.slice(2)).toMatchObject([
    {
      kind: flowKind.rent,
      way: payWay.bank,
      direction: 'in',
      amount: 200,
      balance: 30_200,
      cashierName: '测试manager',
    },
    {
      kind: flowKind.rent,
      way: payWay.cash,
      direction: 'in',
      amount: 30_000,
      balance: 30_000,
      orderNo,
      cashierName: '测试clerk',
    },
  ])
  expect(list[0]!.balance).toBe(30_200 + 500_000)
})

it('page after page, each once; narrowed by what is asked for', async () => {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await t.call(payment.flowList, { pageSize: 1, cursor }, by('finance'))
    seen.push(...page.list.map((row) => row.id))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(new Set(seen).size).toBe(4)
  expect(seen).toHaveLength(4)
  const only = async (filter: object) => (await t.call(payment.flowList, filter, by('finance'))).list.length
  expect(await only({ way: payWay.bank })).toBe(1)
  expect(await only({ kind: flowKind.rentalDeposit })).toBe(1)
  expect(await only({ period: ['2026-11-20', '2026-11-20'] })).toBe(4)
  expect(await only({ period: ['2026-11-21', '2026-11-21'] })).toBe(0)
  expect(await only({ storeId: w.stores.pudong })).toBe(0)
})

it('who may not see the merchant’s money sees own movements; another merchant none', async () => {
  const { list } = await t.call(payment.flowList, {}, by('clerk'))
  expect(list.map((row) => row.cashierName)).toEqual(['测试clerk'])
  expect((await t.call(payment.flowList, {}, { token: other.tokens.owner })).list).toEqual([])
  expect(await t.send(payment.flowList, { orderId }, { token: other.tokens.owner })).toMatchObject({ errorCode: 2002 })
  expect(await t.send(payment.takings, {}, by('clerk'))).toMatchObject({ errorCode: -3 })
})

it('sums by store, cashier and day are the movements', async () => {
  const sums = await t.call(payment.takings, {}, by('finance'))
  expect(sums.total).toEqual({ collected: 30_200, refunded: 0, fines: 0, depositIn: 500_000, depositOut: 0 })
  expect(sums.cashiers.find(({ name }) => name === '测试clerk')).toMatchObject({ collected: 30_000, depositIn: 0 })
  for (const group of [sums.stores, sums.cashiers, sums.days])
    expect(group.reduce((sum, part) => sum + part.collected + part.depositIn, 0)).toBe(530_200)
  expect(sums.days).toMatchObject([{ key: '2026-11-20', collected: 30_200 }])
  expect(sums.held).toMatchObject({ deposits: 500_000, frozen: 0 })
  expect((await t.call(payment.takings, { period: ['2026-11-01', '2026-11-02'] }, by('finance'))).total.collected).toBe(
    0,
  )
})

it('become a table', async () => {
  const { jobId } = await t.call(payment.flowExport, { way: payWay.cash, kind: flowKind.rent }, by('finance'))
  await workOff(t.jobs, bulk)
  const answer = await t.call(job.detail, { jobId }, by('finance'))
  expect(answer).toMatchObject({ state: jobState.done, message: '共1笔' })
  const { rawPayload } = await t.app.inject({ url: answer.resultUrl! })
  const [sheet] = await readTables(rawPayload, '.xlsx', 100)
  const [heading, row] = sheet!.rows
  expect(Object.fromEntries(heading!.map((title, i) => [title, row![i]]))).toMatchObject({
    款项: '租金',
    方式: '现金',
    金额: '300',
    订单号: orderNo,
  })
})

it('carry the numbers by which an accountant finds them in the books and in a bank statement', async () => {
  const { orderId } = await book(t, w, { form: { contactName: '对账客' } })
  const transfer = {
    orderId,
    payKind: payKind.rent,
    payWay: payWay.bank,
    amount: 1_000,
    slipNo: 'BK-2026 7788',
  } as const
  await t.call(payment.collect, transfer, by('finance'))
  const [flow] = (await t.call(payment.flowList, { orderId }, by('finance'))).list
  expect(flow).toMatchObject({ account: 'bank', slipNo: 'BK-2026 7788', payer: '对账客' })
  expect(flow!.tradeNo).not.toBe('')
  const voucher = await t.call(payment.vouchers, { keyword: flow!.txnId }, by('finance'))
  expect(voucher.list).toMatchObject([{ orderId }])
  expect(voucher.list[0]!.lines.find(({ account }) => account === 'bank')).toMatchObject({ debit: 1_000 })

  const { jobId } = await t.call(payment.flowExport, { orderId }, by('finance'))
  await workOff(t.jobs, bulk)
  const { resultUrl } = await t.call(job.detail, { jobId }, by('finance'))
  const { rawPayload } = await t.app.inject({ url: resultUrl! })
  const [heading, row] = (await readTables(rawPayload, '.xlsx', 100))[0]!.rows
  expect(Object.fromEntries(heading!.map((title, i) => [title, row![i]]))).toMatchObject({
    凭证号: flow!.txnId,
    科目: '银行存款',
    付款方: '对账客',
    渠道或小票流水号: 'BK-2026 7788',
  })
})

it('names what proves each movement, and the receipt that it is a part of', async () => {
  const again = (await book(t, w)).orderId
  const [voucher, slip] = await uploadPhotos(t, 'voucher', 2, w.tokens.finance)
  await t.call(
    payment.collect,
    { orderId: again, payKind: payKind.rent, payWay: payWay.bank, amount: 1_000, voucherIds: [voucher!] },
    by('finance'),
  )
  const { id } = await t.call(
    payment.receiptSave,
    {
      payer: '上海远行商务有限公司',
      amount: 2_000,
      payWay: payWay.bank,
      slipNo: 'BANK-88',
      voucherIds: [slip!],
      orders: [{ orderId: again, amount: 2_000 }],
    },
    by('finance'),
  )
  const { list } = await t.call(payment.flowList, { orderId: again }, by('finance'))
  expect(list.map((row) => [row.amount, row.voucherIds, row.receiptId])).toEqual([
    [2_000, [slip], id],
    [1_000, [voucher], null],
  ])
})
