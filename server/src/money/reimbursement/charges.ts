import { isCancelled, wasPickedUp, wasReturned } from '@cheyi/domain/booking/order/steps'
import { formatAmount } from '@cheyi/domain/money'
import { reimbursementKind } from '@cheyi/domain/money/payment/codes'
import { type Account, account } from '@cheyi/domain/money/payment/ledger'
import { incomeOf, type RefundableCode } from '@cheyi/domain/money/reimbursement/reimbursement'
import { currentCreditAccount } from '@cheyi/domain/money/supplement/supplement'
import { Refusal } from '@cheyi/domain/refusal'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { receiptsOf } from '../payment/actions.ts'
import * as store from './store.ts'

/** A collected charge with its refundable amount and the account of its credit. Fen. */
export interface Refundable {
  readonly code: RefundableCode
  readonly refId: string | null
  readonly name: string
  readonly left: number
  readonly income: Account
}

/** The refundable charges of an order; a cancelled one has only its penalty. */
export async function refundables(ctx: Context, order: OrderRow): Promise<Refundable[]> {
  const { status } = order
  const rows = await store.charges(ctx, order.id, { picked: wasPickedUp(status), back: wasReturned(status) })
  if (isCancelled(status)) {
    const income = incomeOf('penalty', status)
    return order.penaltyFen > 0
      ? [{ code: 'penalty', refId: null, name: '违约金', left: order.penaltyFen, income }]
      : []
  }
  return rows.map(({ code, refId, name, fen, refunded, credited }) => ({
    code,
    refId,
    name,
    left: Math.max(0, fen - refunded),
    income: code === 'supplement' ? currentCreditAccount(credited!, status) : incomeOf(code, status),
  }))
}

/** The refundable amount of the receipts, less requested refunds, fen. */
export async function refundableOf(ctx: Context, order: OrderRow, openRefunds: number): Promise<number> {
  const receipts = await receiptsOf(ctx, order.id)
  const held = receipts.reduce((sum, { fen, refundedFen }) => sum + fen - refundedFen, 0)
  return Math.max(0, held - openRefunds)
}

/**
 * The accounts that are debited: for a refunded charge its income, otherwise a cost.
 * @param options.gone the money has left, so that a withdrawn charge becomes a cost
 * @throws Refusal beyondRefundable (4010) for a charge that was withdrawn since
 */
export async function partsOf(
  ctx: Context,
  order: OrderRow,
  row: Pick<store.ReimbursementRow, 'kind' | 'items' | 'amountFen'>,
  { gone = false }: { readonly gone?: boolean } = {},
) {
  if (row.kind !== reimbursementKind.refund) return [{ from: account.refundExpense, fen: row.amountFen }]
  const known = await refundables(ctx, order)
  return row.items.map(({ code, refId, amount }) => {
    const charge = known.find((one) => one.code === code && one.refId === (refId ?? null))
    if (charge === undefined && !gone) throw new Refusal('beyondRefundable', { n: formatAmount(0) })
    return { from: charge?.income ?? account.refundExpense, fen: amount }
  })
}
