import { advance } from '@cheyi/domain/advance'
import { awaitsPayment, orderSteps } from '@cheyi/domain/booking/order/steps'
import { dueFen, platformHeldFen } from '@cheyi/domain/money/debt/due'
import { offlinePayWays, type PayKind, type PayWay, payKind } from '@cheyi/domain/money/payment/codes'
import { collectKinds } from '@cheyi/domain/money/payment/collect'
import { dueAtBooking } from '@cheyi/domain/money/payment/steps'
import { refuseBeyondLimit, wayClosed } from '@cheyi/domain/platform/merchant/pay-setting'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { can } from '@cheyi/domain/step'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { payTermsOf } from '../../platform/merchant/actions.ts'
import { claimDue, claimPayKinds } from '../claim/actions.ts'
import { openWriteOffFen } from '../debt/actions.ts'
import { paidFirstOf, pendingItemOf } from './paid-first.ts'
import { handovers } from './rentals.ts'
import type { PaidFor } from './store.ts'

/** The debt of an order that is collected, and the payment method. Fen. */
export interface Asked {
  readonly payKind: PayKind
  readonly payWay: PayWay
  readonly amount: number
  readonly refId?: string | undefined
}

/** The reference type of a payment besides its order, by payment kind. */
const refTypes = new Map<PayKind, PaidFor>([...claimPayKinds, [payKind.settlement, 'settlement']])

/**
 * Checks that a debt of the order may be collected this way, and not more than is owed now or after the next handover: an excess would
 * have to be refunded. Before a return the whole settlement is collected, including the current debt.
 * @returns the reference type of the payment
 * @throws Refusal payWayClosed (4008), alreadyPaid (4001) when nothing is owed, amountWrong (4002)
 */
export async function refuseDebt(ctx: Context, order: OrderRow, input: Asked): Promise<PaidFor> {
  const status = advance(orderSteps, 'collect', order.status)
  if (!isCollectable(status, input)) throw badInput('payKind', '该订单没有此项应收款')
  const terms = await payTermsOf(ctx, order.storeId)
  if (!terms.ways.includes(input.payWay)) throw wayClosed(input.payWay, terms)
  if (platformHeldFen(order) > 0) throw new Refusal('alreadyPaid')
  const first = paidFirstOf(input.payKind)
  if (first !== undefined) {
    await requireAsked(ctx, order, input)
    refuseBeyondLimit(terms, input.amount)
    return first.refType
  }
  const own = await openClaimAmount(ctx, order, input)
  if (own === 0) throw new Refusal('alreadyPaid')
  // A written-off debt can still be paid at the counter.
  const givenUp = can(orderSteps, 'writeOff', status).ok && offlinePayWays.includes(input.payWay)
  // An instalment may be paid before it is due, with its late fee before that is posted; neither is owed yet.
  const owed =
    Math.max(dueFen(order), own ?? Number.NEGATIVE_INFINITY) + (givenUp ? await openWriteOffFen(ctx, order.id) : 0)
  const open =
    input.payKind === payKind.settlement || input.amount > owed
      ? owed + (await aheadFen(ctx, order, input.payKind))
      : owed
  if (open <= 0) throw new Refusal('alreadyPaid')
  // An order that awaits payment continues only with the full amount of its booking; a smaller payment would be stuck in an order that
  // expires.
  const least = awaitsPayment(status) ? dueAtBooking({ ...order, owedFen: dueFen(order) }) : 1
  refuseBeyondLimit(terms, input.amount)
  if (input.amount < least || input.amount > open) throw new Refusal('amountWrong', { field: 'amount', owed: open })
  return refTypes.get(input.payKind) ?? 'order'
}

/** The open amount of the claim that a payment references, fen; null without a reference. @throws Refusal notFound (-4) */
async function openClaimAmount(ctx: Context, order: OrderRow, { payKind: kind, refId }: Asked): Promise<number | null> {
  const claim = claimPayKinds.get(kind)
  return claim === undefined ? null : (await claimDue(ctx, order, claim, refId!)).due
}

/** @throws Refusal alreadyPaid (4001) when it is no longer pending, amountWrong (4002) for a partial amount */
async function requireAsked(ctx: Context, order: OrderRow, input: Asked): Promise<void> {
  const waits = await pendingItemOf(ctx, order, input)
  if (waits === null) throw new Refusal('alreadyPaid')
  if (input.amount !== waits.amount) throw new Refusal('amountWrong', { field: 'amount', owed: waits.amount })
}

/**
 * The amount that the next handover will bill beyond the current debt, fen; negative where a return refunds. It is paid with the rent
 * before a pickup and as the settlement before a return, and is credit until then.
 * @throws Refusal as {@link handovers}
 */
async function aheadFen(ctx: Context, order: OrderRow, kind: PayKind, early = ctx.can('order.override')) {
  if (kind === payKind.rent && can(orderSteps, 'pickUp', order.status).ok)
    return handovers.dueByPickup(ctx, order, early)
  if (kind === payKind.settlement && can(orderSteps, 'return', order.status).ok)
    return handovers.dueByReturn(ctx, order)
  return 0
}

/**
 * Whether an order still needs money that was paid by QR code: the referenced item is pending, the order has a debt, or the next
 * handover will bill some. If the handover cannot be priced any more, the money is assumed to be needed; an excess is refunded with the
 * return.
 */
export async function needsPayment(
  ctx: Context,
  order: OrderRow,
  { payKind: kind, refId }: { readonly payKind: PayKind; readonly refId: string | null },
): Promise<boolean> {
  const first = paidFirstOf(kind)
  if (first !== undefined) return refId !== null && (await first.waiting(ctx, order, refId)) !== null
  if (dueFen(order) > 0) return true
  try {
    return dueFen(order) + (await aheadFen(ctx, order, kind, true)) > 0
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

/** Claims and items that are paid first have their own rows; for all other kinds the order status decides. */
const isCollectable = (status: number, { payKind: kind, refId }: Asked): boolean =>
  claimPayKinds.has(kind) || paidFirstOf(kind) !== undefined ? refId !== undefined : collectKinds(status).includes(kind)
