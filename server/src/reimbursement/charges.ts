import { isCancelled, wasPickedUp, wasReturned } from '@cheyi/domain/order/steps'
import type { Account } from '@cheyi/domain/payment/ledger'
import { incomeOf, type RefundableCode } from '@cheyi/domain/reimbursement/reimbursement'
import { earnedBy } from '@cheyi/domain/supplement/supplement'
import type { Context } from '../kernel/context.ts'
import type { OrderRow } from '../order/actions.ts'
import { receiptsOf } from '../payment/actions.ts'
import * as store from './store.ts'

/** A collected charge, with what may still be refunded of it and the account that holds its credit. Fen. */
export interface Refundable {
  readonly code: RefundableCode
  readonly refId: string | null
  readonly name: string
  readonly left: number
  readonly income: Account
}

/** What an order charged: of one that was called off only its penalty stands. */
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
    income: code === 'supplement' ? earnedBy(credited as Account, status) : incomeOf(code, status),
  }))
}

/** What of the receipts may still go back, less what is asked for already, fen. */
export async function refundableOf(ctx: Context, order: OrderRow, openRefunds: number): Promise<number> {
  const receipts = await receiptsOf(ctx, order.id)
  const held = receipts.reduce((sum, { fen, refundedFen }) => sum + fen - refundedFen, 0)
  return Math.max(0, held - openRefunds)
}
