import { advanceDeposit, depositHoldSteps } from '@cheyi/domain/deposit/steps'
import { allocateGiveBack, backInto, type GiveBack } from '@cheyi/domain/payment/give-back'
import { deductionGivenBack } from '@cheyi/domain/payment/ledger'
import { can } from '@cheyi/domain/step'
import type { Context } from '../kernel/context.ts'
import type { OrderRow } from '../order/actions.ts'
import { postAll, queueByHand, queueByRoute, receiptsOf } from '../payment/actions.ts'
import * as store from './store.ts'

/**
 * Where money goes that a settlement gives back (orders.md §11.1.2), as things stand; only a deposit that is still in hand
 * takes a deduction back. The preview shows it, the settlement carries it out. Two queries.
 * @param fen 0 or less is nothing
 */
export async function giveBackPlan(ctx: Context, orderId: string, fen: number): Promise<GiveBack> {
  if (fen <= 0) return allocateGiveBack(0, [], [])
  const [receipts, deductions] = await Promise.all([receiptsOf(ctx, orderId), store.openDeductions(ctx.db, orderId)])
  const taken = deductions
    .filter((row) => can(depositHoldSteps, 'refundDeduction', row.holdStatus, NO_MONEY).ok)
    .map((row) => ({ ...row, deductionId: row.id, leftFen: row.amountFen - row.refundedFen }))
  return allocateGiveBack(fen, receipts, taken)
}

const NO_MONEY = { heldFen: 0, capturedFen: 0, releasedFen: 0, inFlightFen: 0 }

/**
 * Gives back what a return leaves in the customer's favour, whatever it came from; it is never refused. `order` is under
 * its lock.
 * @param fen 0 or less is nothing
 * @param options.recordId the record of the return; releaseAfter: nothing leaves before (epoch ms)
 */
export async function giveBack(
  ctx: Context,
  order: OrderRow,
  fen: number,
  { recordId, releaseAfter }: { readonly recordId: string; readonly releaseAfter: number },
): Promise<void> {
  if (fen <= 0) return
  const rows = await store.lockRows(ctx.db, order.id)
  const plan = await giveBackPlan(ctx, order.id, fen)
  await queueByRoute(ctx, order, plan.receipts, releaseAfter)
  for (const { deductionId, fen } of plan.deposits) await store.giveBackDeduction(ctx, deductionId, fen)
  await postAll(
    ctx,
    order.id,
    plan.deposits.map((part) => ({ entry: deductionGivenBack(recordId, part.deductionId, part.kind, part.fen) })),
  )
  for (const row of rows) {
    const back = backInto(plan, row.kind)
    if (back === 0) continue
    const funds = { ...row, capturedFen: row.capturedFen - back }
    const state = advanceDeposit(row, 'refundDeduction', funds)
    await store.update(ctx, row, { holdStatus: state.holdStatus, capturedFen: funds.capturedFen })
  }
  await queueByHand(ctx, order, plan.byHandFen, releaseAfter)
}
