import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { daysOf, monthOf, monthsBetween, nextMonth } from '@cheyi/domain/closing/month'
import { accountName, accounts } from '@cheyi/domain/payment/accounts'
import { Refusal } from '@cheyi/domain/refusal'
import { type Column, enqueueExport, listExport } from '../job/actions.ts'
import type { Context, HandlerOf } from '../kernel/context.ts'
import { balancesOver, type Movement } from '../payment/actions.ts'
import * as store from './store.ts'

type Calls = typeof contract.closing
type Filter = ParsedOf<Calls['balanceExport']>

/** Five years of them can be chosen. */
const SHOWN = 60

/** Months that take entries still and those whose balance is kept, each the newest first. */
async function monthsOf(ctx: Context): Promise<{ open: string[]; closed: string[] }> {
  const [closed, begun] = await Promise.all([store.balancedMonths(ctx, SHOWN), store.firstMonth(ctx)])
  const first = closed[0] === undefined ? begun : nextMonth(closed[0])
  return { open: first === null ? [] : monthsBetween(first, monthOf(ctx.now)).toReversed(), closed }
}

/**
 * In the order of a balance: as it was kept when the month was closed, else as the books are now.
 * @throws Refusal notFound (-4) for a month that is neither closed nor begun
 */
async function rowsOf(ctx: Context, month: string): Promise<Movement[]> {
  const { open, closed } = await monthsOf(ctx)
  if (!open.includes(month) && !closed.includes(month)) throw new Refusal('notFound', { field: 'month' })
  const rows = open.includes(month) ? await balancesOver(ctx, ...daysOf(month)) : await store.balances(ctx, month)
  return rows.toSorted((a, b) => accounts.indexOf(a.account) - accounts.indexOf(b.account))
}

/**
 * What each account began a month with, what was posted to it, and what it ended with, or has now.
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

/** A line of the table: an account, or all of them together. */
interface Line {
  readonly name: string
  readonly opening: readonly [debit: number, credit: number]
  readonly moved: readonly [debit: number, credit: number]
  readonly closing: readonly [debit: number, credit: number]
}

/** A balance stands on one side. */
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
  ['科目', 22, ({ name }) => name],
  ['期初借方', 14, amount('opening', 0)],
  ['期初贷方', 14, amount('opening', 1)],
  ['本期借方', 14, amount('moved', 0)],
  ['本期贷方', 14, amount('moved', 1)],
  ['期末借方', 14, amount('closing', 0)],
  ['期末贷方', 14, amount('closing', 1)],
]

/** The balance of a month as a table, its sums in the last line. */
export const exportBalance = listExport<Filter, Line>({
  kind: 'balanceExport',
  key: 'data.money',
  whole: true,
  title: '试算平衡表',
  unit: '行',
  columns: () => columns,
  async page({ month }, ctx) {
    const lines = (await rowsOf(ctx, month)).map(lineOf)
    const all = (of: 'opening' | 'moved' | 'closing') => sums(lines, of)
    const list = [...lines, { name: '合计', opening: all('opening'), moved: all('moved'), closing: all('closing') }]
    return { list, nextCursor: null, total: list.length }
  },
})

/** @throws Refusal notFound (-4) for a month that has no balance, tooFrequent (-7) */
export const balanceExport: HandlerOf<'closing', 'balanceExport'> = async (filter, ctx) => {
  await rowsOf(ctx, filter.month)
  return enqueueExport(ctx, exportBalance, filter)
}
