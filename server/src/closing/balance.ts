import type { contract } from '@cheyi/contract/index'
import type { ParsedOf } from '@cheyi/contract/kernel/call'
import { accountName, accounts } from '@cheyi/domain/payment/accounts'
import { Refusal } from '@cheyi/domain/refusal'
import { type Column, enqueueExport, listExport } from '../job/actions.ts'
import type { Context, HandlerOf } from '../kernel/context.ts'
import * as store from './store.ts'

type Calls = typeof contract.closing
type Filter = ParsedOf<Calls['balanceExport']>
type Row = store.BalanceRow

/** Five years of them can be chosen. */
const SHOWN = 60

/** The books are the whole merchant's: who answers for some of its stores sees their movements and no balances. */
function refuseScoped({ identity }: Context): void {
  if (identity.scope !== 'all') throw new Refusal('forbidden')
}

/** In the order of a balance. */
async function rowsOf(ctx: Context, month: string): Promise<Row[]> {
  const rows = await store.balances(ctx, month)
  return rows.toSorted((a, b) => accounts.indexOf(a.account) - accounts.indexOf(b.account))
}

/**
 * What each account began a closed month with, what was posted to it, and what it ended with.
 * @throws Refusal forbidden (-3), notFound (-4) for a month that has no balance
 */
export const balance: HandlerOf<'closing', 'balance'> = async ({ month: asked }, ctx) => {
  refuseScoped(ctx)
  const months = await store.balancedMonths(ctx, SHOWN)
  const month = asked ?? months[0] ?? null
  const rows = month === null ? [] : await rowsOf(ctx, month)
  if (asked !== undefined && rows.length === 0) throw new Refusal('notFound', { field: 'month' })
  return {
    month,
    months,
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

const lineOf = ({ account, openingFen, debitFen, creditFen, closingFen }: Row): Line => ({
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
  title: '试算平衡表',
  unit: '行',
  columns: () => columns,
  async page({ month }, ctx) {
    refuseScoped(ctx)
    const lines = (await rowsOf(ctx, month)).map(lineOf)
    const all = (of: 'opening' | 'moved' | 'closing') => sums(lines, of)
    const list = [...lines, { name: '合计', opening: all('opening'), moved: all('moved'), closing: all('closing') }]
    return { list, nextCursor: null, total: list.length }
  },
})

/** @throws Refusal forbidden (-3), notFound (-4) for a month that has no balance, tooFrequent (-7) */
export const balanceExport: HandlerOf<'closing', 'balanceExport'> = async (filter, ctx) => {
  refuseScoped(ctx)
  if ((await store.balances(ctx, filter.month)).length === 0) throw new Refusal('notFound', { field: 'month' })
  return enqueueExport(ctx, exportBalance, filter)
}
