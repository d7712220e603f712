import type { DeductionLine } from '@cheyi/domain/money/deposit/deduct'
import { advanceDeposit, depositHoldSteps } from '@cheyi/domain/money/deposit/steps'
import { allocateGiveBack, backInto, type GiveBack } from '@cheyi/domain/money/payment/give-back'
import { deductionReturnEntry } from '@cheyi/domain/money/payment/ledger'
import { can } from '@cheyi/domain/step'
import type { OrderRow } from '../../booking/order/actions.ts'
import { type Context, newId } from '../../kernel/context.ts'
import { creditOf, postAll, queueByHand, queueByRoute, receiptsOf, refreshSettlement } from '../payment/actions.ts'
import * as store from './store.ts'

/**
 * The current plan of a refund at a settlement: only a deposit that is still held takes a deduction back. The preview shows the plan,
 * the settlement executes it. Two queries.
 * @param fen a value of 0 or less refunds nothing
 * @param options.paidOut all of it goes to the customer; of: the item whose receipts are refunded first
 */
export async function giveBackPlan(
  ctx: Context,
  orderId: string,
  fen: number,
  { paidOut, of }: { readonly paidOut?: boolean | undefined; readonly of?: string | undefined } = {},
): Promise<GiveBack> {
  if (fen <= 0) return allocateGiveBack(0, [], [])
  const [receipts, taken] = await Promise.all([receiptsOf(ctx, orderId), paidOut ? [] : takenOf(ctx, orderId)])
  return allocateGiveBack(fen, receipts, taken, ({ refId }) => of !== undefined && refId === of)
}

/** The deductions from deposits that are still held, which can take them back. */
async function takenOf(ctx: Context, orderId: string) {
  const deductions = await store.openDeductions(ctx.db, orderId)
  return deductions
    .filter((row) => can(depositHoldSteps, 'refundDeduction', row.holdStatus, NO_MONEY).ok)
    .map((row) => ({ ...row, deductionId: row.id, leftFen: row.amountFen - row.refundedFen }))
}

const NO_MONEY = { heldFen: 0, capturedFen: 0, releasedFen: 0, inFlightFen: 0 }

/**
 * Refunds what a return leaves in the customer's favour, whatever its source; it is never refused. `order` is under its lock.
 * @param fen a value of 0 or less refunds nothing
 * @param options.recordId the record of the return or of another cause; releaseAfter: nothing is sent before (epoch ms); paidOut: all of
 * it goes to the customer, none back into a deposit; of: the item whose receipts are refunded first
 * @returns the executed plan
 */
export async function giveBack(
  ctx: Context,
  order: OrderRow,
  fen: number,
  {
    recordId,
    releaseAfter,
    ...how
  }: { readonly recordId: string; readonly releaseAfter: number; readonly paidOut?: boolean; readonly of?: string },
): Promise<GiveBack> {
  const plan = await giveBackPlan(ctx, order.id, fen, how)
  if (fen > 0) await carryOut(ctx, order, plan, { causeId: recordId, releaseAfter })
  return plan
}

/**
 * Refunds the credit of an order that is not queued yet (`creditSql`), for an order that is finished or on rent. `order` is under its
 * lock, with refreshed money columns.
 * @param options as for {@link giveBack}
 * @returns the plan and the refunded sum, fen
 */
export async function giveBackCredit(
  ctx: Context,
  order: OrderRow,
  how: { readonly paidOut?: boolean; readonly of?: string },
): Promise<{ readonly plan: GiveBack; readonly credit: number }> {
  const credit = await creditOf(ctx, order.id)
  const plan = await giveBack(ctx, order, credit, { ...how, recordId: await newId(ctx), releaseAfter: ctx.now })
  if (credit > 0) await refreshSettlement(ctx, order.id)
  return { plan, credit }
}

/**
 * Refunds what was collected for a case of damage: first its captures, to the customer, then deductions into their deposit, and the rest
 * as any other money. `order` is under its lock.
 * @returns the amount that goes to the customer, fen
 */
export async function giveBackClaim(
  ctx: Context,
  order: OrderRow,
  claimId: string,
  { fen, refundId }: { readonly fen: number; readonly refundId: string },
): Promise<number> {
  if (fen <= 0) return 0
  const forClaim = (lines: readonly DeductionLine[]) =>
    lines.reduce((sum, { refId, amount }) => (refId === claimId ? sum + amount : sum), 0)
  const [taken, captures, all] = await Promise.all([
    takenOf(ctx, order.id),
    store.captureLines(ctx.db, order.id),
    receiptsOf(ctx, order.id),
  ])
  const own = taken.map((row) => ({ ...row, leftFen: Math.min(row.leftFen, forClaim(row.lines)) }))
  const receipts = all.flatMap((receipt) => {
    const capture = captures.find(({ id }) => id === receipt.deductionId)
    return capture === undefined
      ? []
      : [{ ...receipt, fen: Math.min(receipt.fen, receipt.refundedFen + forClaim(capture.lines)) }]
  })
  const plan = allocateGiveBack(fen, receipts, own)
  await carryOut(ctx, order, { ...plan, byHandFen: 0 }, { causeId: refundId, releaseAfter: ctx.now })
  // The rest may be refunded from the same deductions, so its entries need another cause id for their keys.
  await giveBack(ctx, order, plan.byHandFen, { recordId: await newId(ctx), releaseAfter: ctx.now })
  return fen - plan.deposits.reduce((sum, part) => sum + part.fen, 0)
}

async function carryOut(
  ctx: Context,
  order: OrderRow,
  plan: GiveBack,
  { causeId, releaseAfter }: { readonly causeId: string; readonly releaseAfter: number },
): Promise<void> {
  const rows = await store.lockRows(ctx, order.id)
  await queueByRoute(ctx, order, plan.receipts, releaseAfter)
  for (const { deductionId, fen } of plan.deposits) await store.giveBackDeduction(ctx, deductionId, fen)
  await postAll(
    ctx,
    order.id,
    plan.deposits.map((part) => deductionReturnEntry(causeId, part.deductionId, part.kind, part.fen)),
  )
  for (const row of rows) {
    const back = backInto(plan, row.kind)
    if (back === 0) continue
    const funds = { ...row, capturedFen: row.capturedFen - back }
    const state = advanceDeposit(row, 'refundDeduction', funds)
    store.update(ctx, row, { holdStatus: state.holdStatus, capturedFen: funds.capturedFen })
  }
  await queueByHand(ctx, order, plan.byHandFen, releaseAfter)
}
