import { wasPickedUp, wasReturned } from '@cheyi/domain/booking/order/steps'
import { expenseStatus, isWaivedExpense } from '@cheyi/domain/money/expense/codes'
import { incomeOf } from '@cheyi/domain/money/expense/income'
import type { AutoExpense } from '@cheyi/domain/money/expense/item'
import type { FinalExpense } from '@cheyi/domain/money/expense/lower'
import { type OpenDebt, openDebt } from '@cheyi/domain/money/expense/open'
import { chargeEntry } from '@cheyi/domain/money/payment/ledger'
import type { TermExtension } from '@cheyi/domain/pricing/quote/term'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type { Context } from '../../kernel/context.ts'
import { postAll, reverseEntries } from '../payment/actions.ts'
import * as store from './store.ts'

export { chargeMarks } from './marks.ts'
export type { ExpenseRow } from './store.ts'

/** The valid charges of an order, of one handover or of both, in the order of their creation. One query. */
export const liveExpenses = (ctx: Context, orderId: string, type?: HandoverType): Promise<store.ExpenseRow[]> =>
  store.live(ctx.db, orderId, type)

/** Sum of the charges that were not waived, fen. */
export const chargesFen = (rows: readonly Pick<store.ExpenseRow, 'status' | 'amountFen'>[]): number =>
  rows.filter((row) => !isWaivedExpense(row.status)).reduce((sum, row) => sum + row.amountFen, 0)

/**
 * Whether a charge is in the ledger: a handover charge once that handover is confirmed, an interim late fee at once, a waived one never.
 */
export const isPosted = (row: Pick<store.ExpenseRow, 'type' | 'status' | 'bought'>, orderStatus: number): boolean =>
  !isWaivedExpense(row.status) &&
  (row.bought !== null || (row.type === handoverType.pickup ? wasPickedUp(orderStatus) : wasReturned(orderStatus)))

/** The extensions of the term that an order's interim late fees paid for, oldest first. One query. */
export const lateFeeExtensions = (ctx: Context, orderId: string): Promise<TermExtension[]> => store.bought(ctx, orderId)

/** Charges a late fee before the return (J9), with the extension that it pays for. */
export async function chargeLate(
  ctx: Context,
  orderId: string,
  fee: AutoExpense,
  bought: TermExtension,
): Promise<void> {
  const { unitPrice, amount, ...rest } = fee
  const row = { ...rest, orderId, type: handoverType.return, unitPriceFen: unitPrice, amountFen: amount }
  await chargeExpenses(ctx, orderId, await store.insert(ctx, [{ ...row, auto: true, autoAmountFen: amount, bought }]))
}

/** Posts the charges of a handover (J9) on its confirmation; `live`: the valid ones. */
export async function chargeExpenses(ctx: Context, orderId: string, live: readonly store.ExpenseRow[]): Promise<void> {
  const rows = live.filter((row) => !isWaivedExpense(row.status))
  await postAll(
    ctx,
    orderId,
    rows.map((row) => chargeEntry(row.id, row.amountFen, incomeOf(row.code))),
  )
}

/** The open debt of an order by charge, with the charge rows. One query. */
export async function openCharges(
  ctx: Context,
  order: { readonly id: string; readonly status: number; readonly owedFen: number },
): Promise<{ readonly rows: readonly store.ExpenseRow[]; readonly open: OpenDebt }> {
  const rows = await store.live(ctx.db, order.id)
  return { rows, open: openOf(rows, order) }
}

/** As {@link openCharges}, for rows that are already read. */
export const openOf = (
  rows: readonly store.ExpenseRow[],
  order: { readonly status: number; readonly owedFen: number },
): OpenDebt =>
  openDebt(
    rows.filter((row) => isPosted(row, order.status)).map((row) => ({ id: row.id, amount: row.amountFen })),
    order.owedFen,
  )

/**
 * Writes the computed charges of a return with their final amounts, in place of those saved during its preparation. `live`: the valid
 * charges of the return; returns the valid ones afterwards.
 */
export async function recordAutos(
  ctx: Context,
  orderId: string,
  live: readonly store.ExpenseRow[],
  autos: readonly FinalExpense[],
): Promise<store.ExpenseRow[]> {
  const lowered = live.filter((row) => row.auto)
  await store.voidRows(
    ctx.db,
    lowered.map((row) => row.id),
  )
  const recorded = await store.insert(
    ctx,
    autos.map(({ unitPrice, amount, autoAmount, ...auto }) => ({
      ...auto,
      orderId,
      type: handoverType.return,
      unitPriceFen: unitPrice,
      amountFen: amount,
      auto: true,
      autoAmountFen: autoAmount,
      photoIds: lowered.find((row) => row.code === auto.code)?.photoIds ?? [],
      status: amount === 0 ? expenseStatus.waived : expenseStatus.due,
    })),
  )
  return [...live.filter((row) => !row.auto), ...recorded]
}

/**
 * Voids the charges of a handover that is undone, and reverses their entries (J21). Interim late fees are unchanged. Charges of `marks`
 * wait for the next return: they belong to a car that was swapped before.
 */
export async function takeBackCharges(
  ctx: Context,
  orderId: string,
  type: HandoverType,
  marks: readonly string[] = [],
): Promise<void> {
  const rows = await store.live(ctx.db, orderId, type)
  await reverseEntries(
    ctx,
    orderId,
    rows.map((row) => chargeEntry(row.id, row.amountFen).idemKey),
  )
  await store.voidRows(
    ctx.db,
    rows.map((row) => row.id),
  )
  const waiting = rows.filter(({ markId }) => markId !== null && marks.includes(markId))
  await store.insert(
    ctx,
    waiting.map(
      ({
        orderId: of,
        type: kind,
        code,
        name,
        qty,
        unitPriceFen,
        amountFen,
        auto,
        formula,
        remark,
        photoIds,
        markId,
      }) => ({
        ...{ orderId: of, type: kind, code, name, qty, unitPriceFen, amountFen, auto, formula, remark },
        ...{ photoIds, markId },
      }),
    ),
  )
}
