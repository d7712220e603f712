import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { daysOf, monthOf, monthsBetween, nextMonth } from '@cheyi/domain/money/closing/month'
import { accountName, accounts } from '@cheyi/domain/money/payment/accounts'
import { account } from '@cheyi/domain/money/payment/ledger'
import { Refusal } from '@cheyi/domain/refusal'
import { type LocalDate, startOfDate } from '@cheyi/domain/time'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { type Column, enqueueExport, fixedColumns, listExport, sheetOf } from '../../platform/job/actions.ts'
import { balancesOver, type Movement } from '../payment/actions.ts'
import * as store from './store.ts'

type Calls = typeof contract.closing
type Filter = ParsedOf<Calls['balanceExport']>

/** The number of selectable months: five years. */
const SHOWN = 60

/** Open months and months with a stored balance, newest first. */
async function monthsOf(ctx: Context): Promise<{ open: string[]; closed: string[] }> {
  const [closed, begun] = await Promise.all([store.balancedMonths(ctx, SHOWN), store.firstMonth(ctx)])
  const first = closed[0] === undefined ? begun : nextMonth(closed[0])
  return { open: first === null ? [] : monthsBetween(first, monthOf(ctx.now)).toReversed(), closed }
}

/**
 * The accounts in the order of the trial balance: the stored balance of a closed month, otherwise the current one.
 * @throws Refusal notFound (-4) for a month that is neither closed nor begun
 */
async function rowsOf(ctx: Context, month: string): Promise<Movement[]> {
  const { open, closed } = await monthsOf(ctx)
  if (!open.includes(month) && !closed.includes(month)) throw new Refusal('notFound', { field: 'month' })
  const rows = open.includes(month) ? await balancesOver(ctx, ...daysOf(month)) : await store.balances(ctx, month)
  return rows.toSorted((a, b) => accounts.indexOf(a.account) - accounts.indexOf(b.account))
}

/**
 * Opening balance, postings and closing balance of each account in a month; for an open month the current balance.
 * @throws Refusal notFound (-4) for a month that has no balance
 */
export const balance: HandlerOf<'closing', 'balance'> = async ({ month: asked }, ctx) => {
  const { open, closed } = await monthsOf(ctx)
  const month = asked ?? closed[0] ?? open[0] ?? null
  const rows = month === null ? [] : await rowsOf(ctx, month)
  return {
    month,
    open: month !== null && open.includes(month),
    months: [...open, ...closed],
    list: rows.map(({ account, openingFen, debitFen, creditFen, closingFen }) => ({
      account,
      opening: openingFen,
      debit: debitFen,
      credit: creditFen,
      closing: closingFen,
    })),
  }
}

/** A line of the table: an account, or the total. */
interface Line {
  readonly name: string
  readonly opening: readonly [debit: number, credit: number]
  readonly moved: readonly [debit: number, credit: number]
  readonly closing: readonly [debit: number, credit: number]
}

/** A balance is shown on the debit or on the credit side. */
const sides = (fen: number): [number, number] => [Math.max(fen, 0), Math.max(-fen, 0)]

const lineOf = ({ account, openingFen, debitFen, creditFen, closingFen }: Movement): Line => ({
  name: accountName(account),
  opening: sides(openingFen),
  moved: [debitFen, creditFen],
  closing: sides(closingFen),
})

const sums = (lines: readonly Line[], of: 'opening' | 'moved' | 'closing'): [number, number] =>
  lines.reduce(([debit, credit], line) => [debit + line[of][0], credit + line[of][1]], [0, 0])

const amount = (of: 'opening' | 'moved' | 'closing', side: 0 | 1) => (line: Line) => line[of][side] / 100

const columns: readonly Column<Line>[] = [
  ['科目', 36, ({ name }) => name],
  ['期初借方', 14, amount('opening', 0)],
  ['期初贷方', 14, amount('opening', 1)],
  ['本期借方', 14, amount('moved', 0)],
  ['本期贷方', 14, amount('moved', 1)],
  ['期末借方', 14, amount('closing', 0)],
  ['期末贷方', 14, amount('closing', 1)],
]

/**
 * The amount that is in both 应收客户款 and 预收租金 for rentals that had not begun before a day, fen: their price is billed at the booking, but
 * accounting standards recognise no receivable before the rental begins.
 */
async function notBegunFen(ctx: Context, before: LocalDate): Promise<number> {
  const [row] = await ctx.query<{ fen: number }>(
    `select coalesce(sum(greatest(0, least(b.owed, b.unearned))), 0)::bigint as fen from (
       select sum(e.debit_fen - e.credit_fen) filter (where e.account = '${account.receivable}') as owed,
         sum(e.credit_fen - e.debit_fen) filter (where e.account = '${account.unearned}') as unearned
       from "order" o join ledger_entry e on e.order_id = o.id and e.account in ('${account.receivable}', '${account.unearned}')
         join ledger_txn t on t.id = e.txn_id and t.posted_on < $1::date
       where o.status between ${orderStatus.submitted} and ${orderStatus.arranged} or o.actual_pickup_at >= $2 or o.cancelled_at >= $2
       group by o.id) b`,
    [before, at(startOfDate(before))],
  )
  return row!.fen
}

/** The trial balance of a month with its total, and the amount that an accountant nets. */
async function trialLines(ctx: Context, month: string): Promise<Line[]> {
  const lines = (await rowsOf(ctx, month)).map(lineOf)
  const all = (of: 'opening' | 'moved' | 'closing') => sums(lines, of)
  const [opening, closing] = await Promise.all(daysOf(month).map((day) => notBegunFen(ctx, day)))
  return [
    ...lines,
    { name: '合计', opening: all('opening'), moved: all('moved'), closing: all('closing') },
    {
      name: '未开始订单对抵（应收客户款、预收租金）',
      opening: [opening!, opening!],
      moved: [0, 0],
      closing: [closing!, closing!],
    },
  ]
}

const TITLE = '试算平衡表'

/** The sheet of the same for a workbook with others. */
export const trialBalanceSheet = async (ctx: Context, month: string) =>
  sheetOf(TITLE, columns, await trialLines(ctx, month))

/** The balance of a month as a spreadsheet. */
export const exportBalance = listExport<Filter, Line, string>({
  kind: 'balanceExport',
  key: 'data.money',
  whole: true,
  title: TITLE,
  unit: '行',
  ...fixedColumns(columns),
  async page({ month }, ctx) {
    const list = await trialLines(ctx, month)
    return { list, nextCursor: null, total: list.length }
  },
})

/** @throws Refusal notFound (-4) for a month that has no balance, tooFrequent (-7) */
export const balanceExport: HandlerOf<'closing', 'balanceExport'> = async (filter, ctx) => {
  await rowsOf(ctx, filter.month)
  return enqueueExport(ctx, exportBalance, filter)
}
