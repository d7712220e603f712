import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { pick } from '@cheyi/domain/pick'
import { datesBetween } from '@cheyi/domain/pricing/quote/long/months'
import { instalmentStatuses } from '@cheyi/domain/rental/instalment/codes'
import { isSettledRow } from '@cheyi/domain/rental/instalment/steps'
import { addDays, localDate } from '@cheyi/domain/time'
import { type Context, type HandlerOf, requireFound } from '../../kernel/context.ts'
import { buildPage, cursorKeys, isFirstPage, pageSize, totalOf } from '../../kernel/db/paging.ts'
import { listAnswer } from '../../kernel/list-answer.ts'
import { type Column, enqueueExport, fixedColumns, listExport } from '../../platform/job/actions.ts'
import { type StandingRow, standingRows } from './plan.ts'
import * as store from './store.ts'
import * as payers from './store-company.ts'

type Calls = typeof contract.instalment
type Filter = ParsedOf<Calls['companyExport']>
type Ask = ParsedOf<Calls['companyRows']>
type Listed = OutputOf<Calls['companyRows']>['list'][number]
type Sums = OutputOf<Calls['companyBill']>['sums']

type LongOrder = payers.PaidOrder & { readonly terms: NonNullable<payers.PaidOrder['terms']> }

/** An instalment with its order. */
interface Billed extends StandingRow {
  readonly order: payers.PaidOrder
}

/** Companies that pay for orders, the largest debt first. */
export const companies: HandlerOf<'instalment', 'companies'> = async (ask, ctx) =>
  listAnswer(ask, {
    rows: payers.page(ctx, ask, cursorKeys(ask, 'id', 'id'), pageSize(ask) + 1),
    count: () => payers.count(ctx, ask),
    keys: ({ owedFen, firstId }) => [owedFen, firstId],
    view: ({ owedFen, firstId: _, ...row }) => ({ ...row, owed: owedFen }),
  })

/** @throws Refusal notFound (-4) when the company pays for no order visible to the account */
export const companyBill: HandlerOf<'instalment', 'companyBill'> = async ({ payer }, ctx) => {
  const { orders, rows } = await billOf(ctx, payer)
  const { taxNo } = requireFound(orders.at(-1))
  const today = localDate(ctx.now)
  const months = Map.groupBy(rows, monthOf)
  const sums = sumsOf(rows, today)
  const billedOpen = rows.reduce(
    (sum, { row, filled }) => sum + row.billedFen - filled.paid + feePosted(row, filled),
    0,
  )
  return {
    payer,
    taxNo,
    orders: orders.length,
    sums,
    other: Math.max(0, orders.reduce((sum, order) => sum + Math.max(0, dueFen(order)), 0) - Math.max(0, billedOpen)),
    months: [...months].map(([month, of]) => ({ month, rows: of.length, ...sumsOf(of, today) })),
  }
}

export const companyRows: HandlerOf<'instalment', 'companyRows'> = async (ask, ctx) => pageOfRows(ask, ctx)

/** All instalments that a company pays, by due date, or those of a month. */
export async function rowsOfCompany(ctx: Context, payer: string, month?: string): Promise<Listed[]> {
  const today = localDate(ctx.now)
  return (await ofMonth(ctx, payer, month)).map((one) => view(one, today))
}

const ofMonth = async (ctx: Context, payer: string, month?: string) =>
  (await billOf(ctx, payer)).rows.filter((one) => month === undefined || monthOf(one) === month)

async function pageOfRows(ask: Ask, ctx: Context) {
  const after = cursorKeys(ask, 'int')
  const all = await ofMonth(ctx, ask.payer, ask.month)
  const from = after === null ? 0 : Number(after[0])
  const page = buildPage(
    all.map((one, i) => ({ one, next: i + 1 })).slice(from, from + pageSize(ask) + 1),
    ask,
    ({ next }) => [next],
  )
  const today = localDate(ctx.now)
  return {
    list: page.rows.map(({ one }) => view(one, today)),
    nextCursor: page.nextCursor,
    ...totalOf(isFirstPage(ask) ? all.length : null),
  }
}

/** All instalments that a company pays, by due date; late fees are as of today. */
async function billOf(ctx: Context, payer: string): Promise<{ orders: payers.PaidOrder[]; rows: Billed[] }> {
  const orders = await payers.ordersOf(ctx, payer)
  if (orders.length === 0) return { orders, rows: [] }
  const long = orders.filter(isLong)
  const ids = long.map(({ orderId }) => orderId)
  const [plans, money] = await Promise.all([store.planRowsOfAll(ctx.db, ids), store.rentMoneyOfAll(ctx, ids)])
  const rowsBy = Map.groupBy(plans, ({ orderId }) => orderId)
  const moneyBy = Map.groupBy(money, ({ orderId }) => orderId)
  const today = localDate(ctx.now)
  const rows = long.flatMap((order) =>
    standingRows(rowsBy.get(order.orderId) ?? [], moneyBy.get(order.orderId) ?? [], order.terms, today).map((one) => ({
      ...one,
      order,
    })),
  )
  return { orders, rows: rows.toSorted(byDueDate) }
}

const isLong = (order: payers.PaidOrder): order is LongOrder => order.terms !== null

const byDueDate = (a: Billed, b: Billed): number =>
  a.row.dueOn < b.row.dueOn ? -1 : a.row.dueOn > b.row.dueOn ? 1 : a.order.orderNo < b.order.orderNo ? -1 : 1

const monthOf = ({ row }: StandingRow): string => row.dueOn.slice(0, 7)

const feePosted = (row: StandingRow['row'], filled: StandingRow['filled']): number =>
  (row.lateFeeFen ?? 0) - filled.feePaid

function sumsOf(rows: readonly StandingRow[], today: string): Sums {
  const sum = (of: (one: StandingRow) => number) => rows.reduce((all, one) => all + of(one), 0)
  const open = ({ row, filled }: StandingRow) => row.amountFen - filled.paid
  return {
    amount: sum(({ row }) => row.amountFen),
    paid: sum(({ filled }) => filled.paid),
    due: sum((one) => (one.row.dueOn <= today ? open(one) : 0)),
    lateFees: sum(({ fee, filled }) => fee - filled.feePaid),
    later: sum((one) => (one.row.dueOn <= today ? 0 : open(one))),
  }
}

function view({ row, filled, fee, order }: Billed, today: string): Listed {
  const { orderId, orderNo, orderKind, plate, modelName } = order
  return {
    ...pick(row, 'id', 'seq', 'periodFrom', 'periodTo', 'status'),
    orderId,
    orderNo,
    orderKind,
    plate,
    modelName,
    dueDate: row.dueOn,
    daysLate: isSettledRow(row.status) ? 0 : Math.max(0, datesBetween(row.dueOn, today)),
    amount: row.amountFen,
    paid: filled.paid,
    open: row.amountFen - filled.paid,
    lateFee: fee,
    feeOpen: fee - filled.feePaid,
  }
}

const columns: readonly Column<Listed>[] = [
  ['月份', 10, (row) => row.dueDate.slice(0, 7)],
  ['到期日', 12, (row) => row.dueDate],
  ['订单号', 16, (row) => row.orderNo],
  ['车牌', 12, (row) => row.plate ?? ''],
  ['车型', 16, (row) => row.modelName],
  ['期数', 8, (row) => ({ count: row.seq })],
  ['起租日', 12, (row) => row.periodFrom],
  ['止租日', 12, (row) => addDays(row.periodTo, -1)],
  ['状态', 10, (row) => instalmentStatuses.text(row.status)],
  ['应付租金', 14, (row) => row.amount / 100],
  ['已付租金', 14, (row) => row.paid / 100],
  ['未付租金', 14, (row) => row.open / 100],
  ['逾期违约金', 12, (row) => row.lateFee / 100],
  ['未付逾期违约金', 12, (row) => row.feeOpen / 100],
]

/** The bill of a company as a table, in the order of its rows. */
export const exportCompany = listExport<Filter, Listed, string>({
  kind: 'companyBillExport',
  key: 'longOrder.flow',
  title: '企业账单',
  unit: '期',
  ...fixedColumns(columns),
  page: pageOfRows,
})

/** @throws Refusal notFound (-4) for a company without visible orders, tooFrequent (-7) */
export const companyExport: HandlerOf<'instalment', 'companyExport'> = async (filter, ctx) => {
  requireFound((await payers.ordersOf(ctx, filter.payer)).at(-1))
  return enqueueExport(ctx, exportCompany, filter)
}
