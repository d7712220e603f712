import { contract } from '@cheyi/contract/index'
import { formatMoney } from '@cheyi/domain/money'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { instalmentStatus } from '@cheyi/domain/rental/instalment/codes'
import { afterEach, expect, it, vi } from 'vitest'
import { bulk } from '../../bulk.ts'
import type { PaperJob } from '../../kernel/ports.ts'
import { readTables } from '../../outside/table/tables.ts'
import { workOff } from '../../platform/job/runner.ts'
import { runDue } from '../../testing/jobs.ts'
import { booksAgree } from '../../testing/world/bookings.ts'
import { bookLong, longMerchant } from '../../testing/world/long.ts'
import { owner, t, w } from '../../testing/world/merchant.ts'

// The table is written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

/*
 * What a company owes of its long orders, month by month, and one payment for all of them. Fen.
 */

const { instalment, payment } = contract
const at = (text: string): number => Date.parse(`${text}:00+08:00`)
const payer = '远航物流有限公司'
const bill = () => t.call(instalment.companyBill, { payer }, owner())
const rows = (month?: string) => t.call(instalment.companyRows, { payer, month, pageSize: 100 }, owner())

longMerchant({ cars: 3 })
afterEach(() => booksAgree(t))

/** Two contracts of the company, six months at 420000 from 01-31 and three at 450000 from 02-10; another payer's beside them. */
async function twoContracts(): Promise<readonly [string, string]> {
  const form = { payerName: payer, payerTaxNo: '91310115MA1K4XYZ3B' }
  const one = await bookLong(t, w, { form })
  const two = await bookLong(t, w, { trip: { pickupAt: at('2027-02-10T10:00'), termMonths: 3 }, form })
  await bookLong(t, w, { form: { payerName: '别家公司' } })
  return [one.orderId, two.orderId]
}

async function onDay(date: string): Promise<void> {
  t.clock.set(at(`${date}T00:30`))
  await runDue(t, 'instalment')
}

it('says what falls due in which month, of which order', async () => {
  const [one, two] = await twoContracts()
  const { list, total } = await t.call(instalment.companies, { keyword: '远航' }, owner())
  expect([total, list]).toEqual([
    1,
    [
      {
        payer,
        taxNo: '91310115MA1K4XYZ3B',
        orders: 2,
        running: 2,
        owed: 870_000,
        overdue: 0,
        nextDueDate: '2027-01-31',
      },
    ],
  ])
  const { months, sums, other, orders } = await bill()
  expect([orders, other]).toEqual([2, 0])
  expect(months.map(({ month, amount, rows: count }) => [month, amount, count])).toEqual([
    ['2027-01', 420_000, 1],
    ['2027-02', 870_000, 2],
    ['2027-03', 870_000, 2],
    ['2027-04', 870_000, 2],
    ['2027-05', 420_000, 1],
    ['2027-06', 420_000, 1],
  ])
  expect(sums).toEqual({ amount: 3_870_000, paid: 0, due: 0, lateFees: 0, later: 3_870_000 })
  expect((await rows('2027-02')).list.map(({ orderId, seq, dueDate }) => [orderId, seq, dueDate])).toEqual([
    [two, 1, '2027-02-10'],
    [one, 2, '2027-02-28'],
  ])
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await t.call(instalment.companyRows, { payer, pageSize: 4, cursor }, owner())
    seen.push(...page.list.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual((await rows()).list.map(({ id }) => id))
})

it('is paid at once by one receipt: principal of what is due first, the late fee stays open', async () => {
  await twoContracts()
  // Both first rows are late: three days of grace, then 5 bp of 420000 (18 days) and of 450000 (8 days).
  await onDay('2027-02-21')
  expect((await bill()).sums).toMatchObject({ paid: 0, due: 870_000, lateFees: 18 * 210 + 8 * 225 })
  const debts = await t.call(payment.receiptDebts, { keyword: payer, payer: true }, owner())
  expect(debts.list.map(({ owed }) => owed).toSorted()).toEqual([420_000, 450_000])
  const receipt = {
    payer,
    payWay: payWay.bank,
    amount: 870_000,
    orders: debts.list.map(({ orderId, owed }) => ({ orderId, amount: owed, owed })),
  }
  await t.call(payment.receiptSave, receipt, owner())
  const { sums, months, other } = await bill()
  expect(sums).toMatchObject({ paid: 870_000, due: 0, lateFees: 18 * 210 + 8 * 225 })
  expect(months[0]).toMatchObject({ month: '2027-01', paid: 420_000, due: 0, lateFees: 18 * 210 })
  expect(other).toBe(0)
  // The fees are owed now, and are what the next receipt pays.
  const left = await t.call(payment.receiptDebts, { keyword: payer, payer: true }, owner())
  expect(left.list.map(({ owed }) => owed).toSorted()).toEqual([8 * 225, 18 * 210])
})

it('F28: one receipt for three rows pays the principal of all, and the oldest owes its fee until that is paid', async () => {
  t.clock.set(at('2027-08-09T09:00'))
  const form = { payerName: payer }
  const one = await bookLong(t, w, { trip: { pickupAt: at('2027-08-10T10:00') }, form })
  await bookLong(t, w, { trip: { pickupAt: at('2027-09-01T10:00'), termMonths: 3 }, form })
  for (const date of ['2027-08-10', '2027-09-01', '2027-09-10', '2027-09-15']) await onDay(date)
  expect((await bill()).sums).toMatchObject({ due: 1_290_000, paid: 0 })
  const debts = await t.call(payment.receiptDebts, { keyword: payer, payer: true }, owner())
  const orders = debts.list.map(({ orderId, owed }) => ({ orderId, amount: owed, owed }))
  await t.call(payment.receiptSave, { payer, payWay: payWay.bank, amount: 1_290_000, orders }, owner())
  const { rows: after } = await t.call(instalment.list, { orderId: one.orderId }, owner())
  expect(after.slice(0, 3).map(({ status, open, feeOpen }) => [status, open, feeOpen])).toEqual([
    [instalmentStatus.overdue, 0, 33 * 210],
    // Five days late, two of them beyond grace.
    [instalmentStatus.overdue, 0, 2 * 210],
    [instalmentStatus.notDue, 420_000, 0],
  ])
  const fee = { instalmentId: after[0]!.id, amount: 33 * 210, payMode: 2, payWay: payWay.bank } as const
  await t.call(instalment.pay, fee, owner())
  const paid = await t.call(instalment.list, { orderId: one.orderId }, owner())
  expect(paid.rows[0]).toMatchObject({ status: instalmentStatus.paid, feeOpen: 0 })
})

it('refuses a receipt one of whose orders changed since, naming it, and takes nothing', async () => {
  const [one] = await twoContracts()
  await onDay('2027-02-10')
  const { list } = await t.call(payment.receiptDebts, { keyword: payer, payer: true }, owner())
  const paidOne = await t.call(instalment.list, { orderId: one }, owner())
  await t.call(
    instalment.pay,
    { instalmentId: paidOne.rows[0]!.id, amount: 100_000, payMode: 2, payWay: payWay.cash },
    owner(),
  )
  const orderNo = list.find(({ orderId }) => orderId === one)!.orderNo
  const asked = {
    payer,
    payWay: payWay.bank,
    amount: 870_000,
    orders: list.map(({ orderId, owed }) => ({ orderId, amount: owed, owed })),
  }
  const answer = await t.send(payment.receiptSave, asked, owner())
  expect(answer).toMatchObject({ errorCode: -2 })
  expect(answer.message).toContain(orderNo)
  expect((await bill()).sums.paid).toBe(100_000)
})

it('becomes a table with the same sums', async () => {
  await twoContracts()
  const { jobId } = await t.call(instalment.companyExport, { payer }, owner())
  await workOff(t.jobs, bulk)
  const answer = await t.call(contract.job.detail, { jobId }, owner())
  expect(answer).toMatchObject({ state: jobState.done, message: '共9期' })
  const { rawPayload } = await t.app.inject({ url: answer.resultUrl! })
  const [sheet] = await readTables(rawPayload, '.xlsx', 100)
  const [heading, ...lines] = sheet!.rows
  const column = heading!.indexOf('应付租金')
  expect(lines.reduce((sum, line) => sum + Number(line[column]), 0)).toBe(38_700)
  expect(lines[0]).toEqual(expect.arrayContaining(['2027-01', '2027-01-31', '待支付', '4200']))
})

/** Asks for the bill as PDF and waits for it. */
async function printed(month?: string) {
  const jobs: PaperJob[] = []
  const { papers } = t.kernel.outside
  const print = papers.print.bind(papers)
  const spy = vi.spyOn(papers, 'print').mockImplementation((one, whose) => {
    jobs.push(one)
    return print(one, whose)
  })
  const { jobId } = await t.call(instalment.companyPaper, { payer, month }, owner())
  await workOff(t.jobs, bulk)
  spy.mockRestore()
  const answer = await t.call(contract.job.detail, { jobId }, owner())
  expect(answer).toMatchObject({ state: jobState.done })
  const { rawPayload } = await t.app.inject({ url: answer.resultUrl! })
  return { answer, document: jobs[0]!.document, bytes: rawPayload }
}

it('becomes a PDF with the same sums, whole or of a month', async () => {
  const [one] = await twoContracts()
  const [first] = (await t.call(instalment.list, { orderId: one }, owner())).rows
  const pays = { instalmentId: first!.id, amount: 420_000, payMode: 2 as const, payWay: 4 as const }
  await t.call(instalment.pay, pays, owner())
  await onDay('2027-03-10')
  const { answer, document, bytes } = await printed()
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(answer).toMatchObject({
    message: '共9期',
    resultName: expect.stringMatching(/^远航物流有限公司对账单DZ.*\.pdf$/),
  })
  const { months, sums } = await bill()
  expect(document.fees.map(({ total }) => total)).toEqual(months.map(({ amount }) => amount))
  const said = Object.fromEntries(document.sections.flatMap(({ rows: all }) => all.map((row) => [row.label, row.text])))
  expect(said).toMatchObject({
    付款单位: payer,
    应付租金: formatMoney(sums.amount),
    已付租金: '¥4,200.00',
    到期未付: formatMoney(sums.due),
    未付逾期违约金: formatMoney(sums.lateFees),
    未到期: formatMoney(sums.later),
  })
  expect(document.fees[0]!.rows[0]!.formula).toBe('2027-01-31 至 2027-02-27，2027-01-31到期，已支付')
  const late = document.fees[1]!.rows.find(({ formula }) => formula.includes('2027-02-28到期'))!
  expect(late.formula).toContain('已逾期，逾期违约金¥14.70，未付¥4,214.70')

  const march = await printed('2027-03')
  expect(march.document.fees.map(({ title, rows: all }) => [title, all.length])).toEqual([['2027-03 到期租金', 2]])
  expect(await t.send(instalment.companyPaper, { payer, month: '2030-01' }, owner())).toMatchObject({
    errorCode: -2,
    data: { field: 'month' },
  })
})

it('is closed without its key, and tells nothing of a company that pays nothing here', async () => {
  await twoContracts()
  expect(await t.send(instalment.companyBill, { payer }, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
  for (const call of [instalment.companyBill, instalment.companyPaper])
    expect(await t.send(call, { payer: '没有的公司' }, owner())).toMatchObject({ errorCode: -4 })
  expect(await t.send(instalment.companyPaper, { payer }, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
})

it('is found by the beginning of its name wherever orders are sought', async () => {
  const both = [...(await twoContracts())].sort()
  const ids = (rows: readonly { orderId: string }[]) => rows.map(({ orderId }) => orderId).sort()
  expect(ids((await t.call(contract.overview.search, { keyword: '远航' }, owner())).orders)).toEqual(both)
  expect(ids((await t.call(contract.order.list, { orderKind: 2, keyword: '远航物流' }, owner())).list)).toEqual(both)
  expect(ids((await t.call(payment.receiptDebts, { keyword: payer }, owner())).list)).toEqual(both)
  expect((await t.call(contract.overview.search, { keyword: '物流' }, owner())).orders).toEqual([])
})
