import { depositMode } from '@cheyi/domain/deposit/codes'
import { advanceDeposit, depositHoldSteps, depositPaySteps } from '@cheyi/domain/deposit/steps'
import { depositReceived } from '@cheyi/domain/payment/ledger'
import { can } from '@cheyi/domain/step'
import type { Context } from '../kernel/context.ts'
import type { OrderRow } from '../order/actions.ts'
import { type PaymentRow, post, refreshMoney } from '../payment/actions.ts'
import { tell } from './collect.ts'
import { releaseDone } from './release.ts'
import * as store from './store.ts'

/*
 * Deposits that are paid in by a provider, and go back by it.
 */

const of = async (ctx: Context, payment: PaymentRow): Promise<store.DepositRow> =>
  (await store.lockRows(ctx.db, payment.orderId)).find((row) => row.id === payment.refId)!

/**
 * A deposit was paid in online (J13): it counts as one paid by hand. `order` is under its lock.
 * @returns false when it is not due any more: waived, or taken otherwise meanwhile
 */
export async function depositPaid(ctx: Context, order: OrderRow, payment: PaymentRow): Promise<boolean> {
  const row = await of(ctx, payment)
  const funds = { ...row, heldFen: row.heldFen + payment.amountFen }
  const due =
    can(depositPaySteps, 'receive', row.payStatus).ok && can(depositHoldSteps, 'receive', row.holdStatus, funds).ok
  if (!due || row.amountFen !== payment.amountFen) return false
  const { payStatus, holdStatus } = advanceDeposit(row, 'receive', funds)
  const { id, amountFen, payWay } = payment
  await post(ctx, order.id, depositReceived(id, row.kind, amountFen, payWay), { paymentId: id })
  await store.update(ctx, row, { payStatus, holdStatus, heldFen: funds.heldFen, mode: depositMode.offline, payWay })
  await refreshMoney(ctx, order.id)
  await tell(ctx, order, depositMode.offline, { amount: amountFen })
  return true
}

/** A part of a deposit is back with the customer by its provider. `order` is under its lock. */
export async function depositPaidBack(ctx: Context, order: OrderRow, payment: PaymentRow): Promise<void> {
  const { id, amountFen: amount, payWay: way, holdId } = payment
  await releaseDone(ctx, order, await of(ctx, payment), [{ id, amount, way, holdId }])
}

/** A release failed for good: it waits for a person. */
export async function depositNotPaidBack(ctx: Context, payment: PaymentRow): Promise<void> {
  const row = await of(ctx, payment)
  const { holdStatus } = advanceDeposit(row, 'releaseFailed', row)
  await store.update(ctx, row, { holdStatus })
}
