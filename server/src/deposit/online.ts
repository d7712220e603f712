import { advance } from '@cheyi/domain/advance'
import { deductResult, depositMode } from '@cheyi/domain/deposit/codes'
import { authHoldSteps, productOf } from '@cheyi/domain/deposit/hold'
import { advanceDeposit, depositHoldSteps, depositPaySteps } from '@cheyi/domain/deposit/steps'
import { orderSteps } from '@cheyi/domain/order/steps'
import { deducted, depositReceived } from '@cheyi/domain/payment/ledger'
import { can } from '@cheyi/domain/step'
import { DAY } from '@cheyi/domain/time'
import { type Context, found } from '../kernel/context.ts'
import type { OrderRow } from '../order/actions.ts'
import { type PaymentRow, post, refreshMoney } from '../payment/actions.ts'
import { holdBegins } from './authorise.ts'
import { tell } from './collect.ts'
import { captured } from './funds.ts'
import * as holds from './hold-store.ts'
import { releaseDone } from './release.ts'
import * as store from './store.ts'

/*
 * Deposits that are paid in by a provider or held by it, and go back by it.
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

/**
 * A customer agreed to a hold: the deposit is held from now, nothing is booked (J14). `order` is under its lock.
 * @returns false when it is not due any more, or not what was asked for
 */
export async function holdFrozen(ctx: Context, order: OrderRow, payment: PaymentRow): Promise<boolean> {
  const row = await of(ctx, payment)
  const asked = found(await holds.byId(ctx.db, payment.holdId!))
  const step = asked.credit ? 'authoriseCredit' : 'freeze'
  const funds = { ...row, heldFen: row.heldFen + payment.amountFen }
  const due =
    can(orderSteps, 'collectDeposit', order.status).ok &&
    can(depositPaySteps, step, row.payStatus).ok &&
    can(depositHoldSteps, step, row.holdStatus, funds).ok
  if (!due || row.amountFen !== payment.amountFen) return false
  const hold = await holds.update(ctx, asked, {
    status: advance(authHoldSteps, 'freeze', asked.status),
    authNo: payment.providerNo ?? '',
    expireAt: ctx.now + productOf(asked.payWay).holdLifeDays * DAY,
  })
  await holdBegins(ctx, order, row, hold)
  const note = hold.credit ? '信用免押' : '线上授权'
  await tell(ctx, order, hold.credit ? depositMode.waived : depositMode.online, { amount: payment.amountFen, note })
  return true
}

/** Nobody agreed to a hold, or so late that it is let go (then with its number). */
export async function holdClosed(ctx: Context, holdId: string, authNo: string | null): Promise<void> {
  const row = found(await holds.byId(ctx.db, holdId))
  const status = can(authHoldSteps, 'close', row.status).ok ? advance(authHoldSteps, 'close', row.status) : row.status
  await holds.update(ctx, row, { status, ...(authNo === null ? {} : { authNo }) })
}

/** A deduction without an answer yet, with its deposit and hold, under the order's lock. */
async function asked(ctx: Context, deductionId: string) {
  const deduction = found(await store.deduction(ctx.db, deductionId))
  const row = (await store.lockRows(ctx.db, deduction.orderId)).find((one) => one.id === deduction.depositId)!
  return { deduction, row, inFlightFen: row.inFlightFen - deduction.tiedFen }
}

/** A provider captured what it was asked for (J16). `order` is under its lock. */
export async function deductionDone(ctx: Context, order: OrderRow, deductionId: string): Promise<void> {
  const { deduction, row, inFlightFen } = await asked(ctx, deductionId)
  const { amountFen: fen, tiedFen } = deduction
  await store.decideDeduction(ctx.db, deductionId, deductResult.succeeded)
  await post(ctx, order.id, deducted(deductionId, row.kind, deduction.payWay!, fen))
  await captured(ctx, row, found(await holds.byId(ctx.db, deduction.holdId!)), { fen, tiedFen, inFlightFen })
}

/** A provider would not: what it would have taken is free again. */
export async function deductionFailed(ctx: Context, deductionId: string): Promise<void> {
  const { row, inFlightFen } = await asked(ctx, deductionId)
  await store.decideDeduction(ctx.db, deductionId, deductResult.failed)
  const { holdStatus } = advanceDeposit(row, 'captureFailed', { ...row, inFlightFen })
  await store.update(ctx, row, { holdStatus, inFlightFen })
}

/** A release failed for good: it waits for a person. */
export async function depositNotPaidBack(ctx: Context, payment: PaymentRow): Promise<void> {
  const row = await of(ctx, payment)
  const { holdStatus } = advanceDeposit(row, 'releaseFailed', row)
  await store.update(ctx, row, { holdStatus })
}
