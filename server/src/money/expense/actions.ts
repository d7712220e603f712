import { wasPickedUp, wasReturned } from '@cheyi/domain/booking/order/steps'
import { expenseStatus, isWaivedExpense } from '@cheyi/domain/money/expense/codes'
import { incomeOf } from '@cheyi/domain/money/expense/income'
import type { AutoExpense } from '@cheyi/domain/money/expense/item'
import type { FinalExpense } from '@cheyi/domain/money/expense/lower'
import { type OpenDebt, openDebt } from '@cheyi/domain/money/expense/open'
import { expenseCharged } from '@cheyi/domain/money/payment/ledger'
import type { TermExtension } from '@cheyi/domain/pricing/quote/term'
import { type HandoverType, handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type { Context } from '../../kernel/context.ts'
import { postAll, reverseEntries } from '../payment/actions.ts'
import * as store from './store.ts'

export { chargeMarks } from './marks.ts'
export type { ExpenseRow } from './store.ts'

/** Charges of an order that stand, of one handover or of both, in the order they were added. One query. */
export const liveExpenses = (ctx: Context, orderId: string, type?: HandoverType): Promise<store.ExpenseRow[]> =>
  store.live(ctx.db, orderId, type)

/** What charges come to that the customer was not let off, fen. */
export const chargesFen = (rows: readonly Pick<store.ExpenseRow, 'status' | 'amountFen'>[]): number =>
  rows.filter((row) => !isWaivedExpense(row.status)).reduce((sum, row) => sum + row.amountFen, 0)

/** A charge of a handover is in the books once that handover is confirmed, an interim one at once; unless the customer was let off. */
export const isPosted = (row: Pick<store.ExpenseRow, 'type' | 'status' | 'bought'>, orderStatus: number): boolean =>
  !isWaivedExpense(row.status) &&
  (row.bought !== null || (row.type === handoverType.pickup ? wasPickedUp(orderStatus) : wasReturned(orderStatus)))

/** What the late fees that an order was charged meanwhile bought, the first first. One query. */
export const boughtLate = (ctx: Context, orderId: string): Promise<TermExtension[]> => store.bought(ctx.db, orderId)

/** Charges a late fee before the return (J9), with the time that it buys. */
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

/** Posts the charges of a handover (J9) while it is confirmed; `live`: those that stand. */
export async function chargeExpenses(ctx: Context, orderId: string, live: readonly store.ExpenseRow[]): Promise<void> {
  const rows = live.filter((row) => !isWaivedExpense(row.status))
  await postAll(
    ctx,
    orderId,
    rows.map((row) => expenseCharged(row.id, row.amountFen, incomeOf(row.code))),
  )
}

/** What of an order's debt is open, charge by charge, with the rows of its charges. One query. */
export async function openCharges(
  ctx: Context,
  order: { readonly id: string; readonly status: number; readonly owedFen: number },
): Promise<{ readonly rows: readonly store.ExpenseRow[]; readonly open: OpenDebt }> {
  const rows = await store.live(ctx.db, order.id)
  return { rows, open: openOf(rows, order) }
}

/** As {@link openCharges}, of rows that were read already. */
export const openOf = (
  rows: readonly store.ExpenseRow[],
  order: { readonly status: number; readonly owedFen: number },
): OpenDebt =>
  openDebt(
    rows.filter((row) => isPosted(row, order.status)).map((row) => ({ id: row.id, amount: row.amountFen })),
    order.owedFen,
  )

/**
 * Writes the computed charges of a return as they are charged, in place of what was saved of them while the return was
 * prepared. `live`: the charges of the return that stand; answers those that stand then.
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
 * Takes the charges of a handover back that is undone: void, and out of the books (J21). Late fees charged meanwhile stay, and those of
 * `marks` wait for the next return: they are of a car that was swapped before.
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
    rows.map((row) => expenseCharged(row.id, row.amountFen).idemKey),
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
