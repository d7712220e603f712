import { advance } from '@cheyi/domain/advance'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { type CoverBy, collectStep, coverOf, coverStep, stillShort } from '@cheyi/domain/money/deposit/change'
import { deductResult, depositChange, depositMode } from '@cheyi/domain/money/deposit/codes'
import { authHoldSteps, productOf } from '@cheyi/domain/money/deposit/hold'
import { askNextAt } from '@cheyi/domain/money/deposit/live'
import { advanceDeposit, depositHoldSteps, depositPaySteps } from '@cheyi/domain/money/deposit/steps'
import { deductionEntry, depositEntry } from '@cheyi/domain/money/payment/ledger'
import { can } from '@cheyi/domain/step'
import { DAY } from '@cheyi/domain/time'
import type { OrderRow } from '../../booking/order/actions.ts'
import { type Context, requireFound } from '../../kernel/context.ts'
import { type PaymentRow, post, refreshSettlement } from '../payment/actions.ts'
import { changeText, tell } from './collect.ts'
import { coverDeposit, goesBack } from './cover.ts'
import { applyCapture } from './funds.ts'
import * as holds from './hold-store.ts'
import { releaseDone } from './release.ts'
import * as store from './store.ts'

/* Deposits that a provider collects or holds, and their release through it. */

const depositOfPayment = async (ctx: Context, payment: PaymentRow): Promise<store.DepositRow> =>
  (await store.lockRows(ctx, payment.orderId)).find((row) => row.id === payment.refId)!

/** The role of a payment, answered now, for its deposit; undefined when the deposit no longer needs it. */
function dueCover(order: OrderRow, row: store.DepositRow, payment: PaymentRow, by: CoverBy) {
  const { amountFen: fen, depositToFen: toFen } = payment
  const cover = coverOf(fen, toFen)
  const step = coverStep(cover, by)
  const funds = { ...row, heldFen: row.heldFen + fen }
  const due =
    can(orderSteps, collectStep(row.kind), order.status).ok &&
    can(depositPaySteps, step, row.payStatus).ok &&
    can(depositHoldSteps, step, row.holdStatus, funds).ok
  if (!due || (toFen === null && row.amountFen !== fen)) return undefined
  if (cover === depositChange.more && !stillShort(row, fen, toFen!)) return undefined
  return { cover, toFen }
}

/**
 * Records an online payment of a deposit (J13) like a manual one. `order` is under its lock.
 * @returns false when it is no longer due: waived, or collected otherwise in the meantime
 */
export async function depositPaid(ctx: Context, order: OrderRow, payment: PaymentRow): Promise<boolean> {
  const row = await depositOfPayment(ctx, payment)
  const change = dueCover(order, row, payment, 'paid')
  if (change === undefined) return false
  const { id, amountFen: fen, payWay } = payment
  await post(ctx, order.id, depositEntry(id, row.kind, fen, payWay), { paymentId: id })
  const before = await goesBack(ctx, row, change.cover)
  await coverDeposit(ctx, order, row, { fen, by: 'paid', payWay, paymentId: id }, { ...change, before })
  await refreshSettlement(ctx, order.id)
  const note = changeText(change)
  await tell(ctx, order, depositMode.offline, { amount: fen, ...(note === '' ? {} : { note }) })
  return true
}

/** A provider released a part of a deposit to the customer. `order` is under its lock. */
export async function depositPaidBack(ctx: Context, order: OrderRow, payment: PaymentRow): Promise<void> {
  const { id, amountFen: amount, payWay: way, holdId } = payment
  await releaseDone(ctx, order, await depositOfPayment(ctx, payment), [{ id, amount, way, holdId }])
}

/**
 * The customer consented to a hold: the deposit is held from now on; no money moved, so nothing is posted (J14). `order` is under its
 * lock.
 * @returns false when it is no longer due, or differs from the request
 */
export async function holdFrozen(ctx: Context, order: OrderRow, payment: PaymentRow): Promise<boolean> {
  const row = await depositOfPayment(ctx, payment)
  const asked = requireFound(await holds.byId(ctx.db, payment.holdId!))
  const change = dueCover(order, row, payment, asked.credit ? 'credit' : 'frozen')
  if (change === undefined) return false
  const before = await goesBack(ctx, row, change.cover)
  const expireAt = ctx.now + productOf(asked.payWay).holdLifeDays * DAY
  const hold = holds.update(ctx, asked, {
    status: advance(authHoldSteps, 'freeze', asked.status),
    authNo: payment.providerNo ?? '',
    expireAt,
    askedAt: ctx.now,
    askAt: askNextAt(expireAt, ctx.now),
  })
  const { amountFen: fen, authNo, payWay, credit } = hold
  const got = { fen, by: credit ? 'credit' : 'frozen', payWay, authNo } as const
  await coverDeposit(ctx, order, row, got, { ...change, before })
  await refreshSettlement(ctx, order.id)
  const note = `${changeText(change)}${credit ? '信用免押' : '线上授权'}`
  await tell(ctx, order, credit ? depositMode.waived : depositMode.online, { amount: fen, note })
  return true
}

/** Closes a hold without consent, or with a late one that is released (it has its number then). */
export async function holdClosed(ctx: Context, holdId: string, authNo: string | null): Promise<void> {
  const row = requireFound(await holds.byId(ctx.db, holdId))
  const status = can(authHoldSteps, 'close', row.status).ok ? advance(authHoldSteps, 'close', row.status) : row.status
  holds.update(ctx, row, { status, ...(authNo === null ? {} : { authNo }) })
}

/** An unanswered deduction with its deposit and hold, under the order's lock. */
async function lockDeduction(ctx: Context, deductionId: string) {
  const deduction = requireFound(await store.deduction(ctx.db, deductionId))
  const row = (await store.lockRows(ctx, deduction.orderId)).find((one) => one.id === deduction.depositId)!
  return { deduction, row, inFlightFen: row.inFlightFen - deduction.tiedFen }
}

/** A provider made the capture (J16). `order` is under its lock. */
export async function deductionDone(ctx: Context, order: OrderRow, deductionId: string): Promise<void> {
  const { deduction, row, inFlightFen } = await lockDeduction(ctx, deductionId)
  const { amountFen: fen, tiedFen } = deduction
  await store.decideDeduction(ctx.db, deductionId, deductResult.succeeded)
  await post(ctx, order.id, deductionEntry(deductionId, row.kind, deduction.payWay!, fen))
  await applyCapture(ctx, row, requireFound(await holds.byId(ctx.db, deduction.holdId!)), { fen, tiedFen, inFlightFen })
}

/** A provider refused the capture: its amount is available again. */
export async function deductionFailed(ctx: Context, deductionId: string): Promise<void> {
  const { row, inFlightFen } = await lockDeduction(ctx, deductionId)
  await store.decideDeduction(ctx.db, deductionId, deductResult.failed)
  const { holdStatus } = advanceDeposit(row, 'captureFailed', { ...row, inFlightFen })
  store.update(ctx, row, { holdStatus, inFlightFen })
}

/** A release failed finally: it waits for a person. */
export async function depositNotPaidBack(ctx: Context, payment: PaymentRow): Promise<void> {
  const row = await depositOfPayment(ctx, payment)
  const { holdStatus } = advanceDeposit(row, 'releaseFailed', row)
  store.update(ctx, row, { holdStatus })
}
