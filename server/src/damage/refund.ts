import type { contract } from '@cheyi/contract/index'
import type { OutputOf, ParsedOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { damageSteps, isCollecting, isOpenDamage, standingClaim } from '@cheyi/domain/damage/claim'
import { dueFen } from '@cheyi/domain/debt/due'
import { depositKind } from '@cheyi/domain/deposit/codes'
import { formatAmount, formatMoney } from '@cheyi/domain/money'
import { payMode } from '@cheyi/domain/payment/codes'
import { account, claimRefunded } from '@cheyi/domain/payment/ledger'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { writtenOff } from '../debt/actions.ts'
import { depositsOf, depositView, giveBackClaim, releaseDeposit } from '../deposit/actions.ts'
import { type Context, found, type HandlerOf, newId } from '../kernel/context.ts'
import { lockOrder, logOrder, type OrderRow } from '../order/actions.ts'
import { post, recordOfflineRefunds, refreshSettlement } from '../payment/actions.ts'
import { claimOf, collectedFor, nameOf } from './row.ts'
import * as store from './store.ts'

type Input = ParsedOf<typeof contract.damage.refund>
type Output = OutputOf<typeof contract.damage.refund>

/**
 * Pays back what was collected for a case, or a part of it: it is no claim any more (J17), and the money goes back into the
 * deposit it was taken from while that is held, else by the receipts of the order or by hand. A debt of the order is met
 * first. Without a case the rental deposit is released.
 * @throws Refusal beyondRefundable (4010), damageClosed (8103), openCasesBlock (4011), amountWrong (4002)
 */
export const refund: HandlerOf<'damage', 'refund'> = async (input, ctx) => {
  const voucherIds = input.voucherIds ?? []
  if (input.payMode === payMode.offlineOut && voucherIds.length === 0) throw badInput('voucherIds', '请上传退款凭证')
  if (input.damageId === undefined) return releaseRental(input, ctx)
  const { orderId } = found(await store.byId(ctx.db, input.damageId))
  const order = await lockOrder(ctx, orderId)
  const row = found(await store.byId(ctx.db, input.damageId))
  const { amount, reason } = input
  const most = refundableOf(row, await moneyOf(ctx, order.id))
  const left = standingClaim(claimOf(row)) - amount
  const status = advance(damageSteps, 'refund', row.status, { left, wasDone: !isOpenDamage(row.status) })
  if (amount > most) throw new Refusal('beyondRefundable', { field: 'amount', n: formatAmount(most) })
  const refundId = await newId(ctx)
  await store.update(ctx.db, row, { status, refundedFen: row.refundedFen + amount })
  await post(ctx, order.id, claimRefunded(row.id, refundId, amount, account.damageIncome))
  await refreshSettlement(ctx, order.id)
  const { paidOut, intoDeposit } = await payBack(ctx, order, row.id, { fen: amount, refundId })
  if (input.payMode === payMode.offlineOut) {
    if (intoDeposit > 0)
      throw badInput('payMode', `押金仍在押，其中${formatMoney(intoDeposit)}应退回押金，请选择原路退回`)
    // A debt of the order may have met all of it.
    if (paidOut > 0)
      await recordOfflineRefunds(ctx, order, { voucherIds, payWay: input.payWay, slipNo: input.slipNo }, paidOut)
  }
  const detail = { amount, reason }
  logOrder(ctx, order, { action: 'refundDamage', detail })
  ctx.audit({ targetType: 'order', targetId: order.id, after: { damage: row.id, refunded: nameOf(row), ...detail } })
  return { paidOut, deposit: await rentalOf(ctx, order) }
}

/** What is known of an order's money when something of its cases is to go back. */
export interface Money {
  readonly collected: readonly store.Collected[]
  /** Fen that were given up as a bad debt. */
  readonly givenUp: number
}

export async function moneyOf(ctx: Context, orderId: string): Promise<Money> {
  const [collected, givenUp] = await Promise.all([store.collected(ctx, orderId), writtenOff(ctx, orderId)])
  return { collected, givenUp }
}

/** What may be paid back of a case: money of its own, or all that stands of it once it is met and was not given up. Fen. */
export function refundableOf(row: store.DamageRow, { collected, givenUp }: Money): number {
  const left = standingClaim(claimOf(row))
  if (!isOpenDamage(row.status)) return Math.max(0, left - givenUp)
  return isCollecting(row.status) ? Math.max(0, Math.min(left, collectedFor([row], collected)(row.id))) : 0
}

/**
 * Gives back what an order has to its credit, by what a case was paid with.
 * @returns what leaves to the customer, and what went into the deposit again, fen
 */
export async function payBack(
  ctx: Context,
  order: OrderRow,
  damageId: string,
  { fen, refundId }: { readonly fen: number; readonly refundId: string },
): Promise<{ readonly paidOut: number; readonly intoDeposit: number }> {
  const back = Math.min(fen, Math.max(0, -dueFen(await lockOrder(ctx, order.id))))
  const paidOut = await giveBackClaim(ctx, order, damageId, { fen: back, refundId })
  await refreshSettlement(ctx, order.id)
  return { paidOut, intoDeposit: back - paidOut }
}

async function releaseRental(
  { orderId = '', amount, voucherIds, payWay, slipNo }: Input,
  ctx: Context,
): Promise<Output> {
  ctx.require('deposit.release')
  const { deposit } = await releaseDeposit(
    { orderId, kind: depositKind.rental, amount, voucherIds, payWay, slipNo },
    ctx,
  )
  return { paidOut: amount, deposit }
}

async function rentalOf(ctx: Context, order: OrderRow): Promise<Output['deposit']> {
  const row = (await depositsOf(ctx, order.id)).find(({ kind }) => kind === depositKind.rental)
  return row === undefined ? null : depositView(row)
}
