import { advance } from '@cheyi/domain/advance'
import { awaitsPayment, orderSteps } from '@cheyi/domain/booking/order/steps'
import { dueFen, platformHeldFen } from '@cheyi/domain/money/debt/due'
import { offlinePayWays, type PayKind, type PayWay, payKind } from '@cheyi/domain/money/payment/codes'
import { collectKinds } from '@cheyi/domain/money/payment/collect'
import { dueAtBooking } from '@cheyi/domain/money/payment/prepay'
import { refuseBeyondLimit, wayClosed } from '@cheyi/domain/platform/merchant/pay-setting'
import { badInput, Refusal } from '@cheyi/domain/refusal'
import { can } from '@cheyi/domain/step'
import type { OrderRow } from '../../booking/order/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { payTermsOf } from '../../platform/merchant/actions.ts'
import { dueByPickup, dueByReturn } from '../../rental/pickup-return/actions.ts'
import { claimDue, claimPayKinds } from '../claim/actions.ts'
import { writtenOff } from '../debt/actions.ts'
import { askedFirst, paidFirstOf } from './paid-first.ts'
import type { PaidFor } from './store.ts'

/** What of an order's debt is to be collected, and how. Fen. */
export interface Asked {
  readonly payKind: PayKind
  readonly payWay: PayWay
  readonly amount: number
  readonly refId?: string | undefined
}

/** What a payment is for besides its order, by its kind. */
const refTypes = new Map<PayKind, PaidFor>([...claimPayKinds, [payKind.settlement, 'settlement']])

/**
 * Whether what the order owes may be collected so, never more than is owed or will be by the handover ahead: what is too much
 * today would have to be refunded tomorrow. Before a return its settlement is collected as a whole, what the order owes included.
 * @returns what the payment belongs to
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
  const own = await claimedBy(ctx, order, input)
  if (own === 0) throw new Refusal('alreadyPaid')
  // A debt that was given up is paid after all at the counter.
  const givenUp = can(orderSteps, 'writeOff', status).ok && offlinePayWays.includes(input.payWay)
  // A row of a plan may be paid before it is due, and with its late fee before that is posted: neither is owed yet.
  const owed =
    Math.max(dueFen(order), own ?? Number.NEGATIVE_INFINITY) + (givenUp ? await writtenOff(ctx, order.id) : 0)
  const open =
    input.payKind === payKind.settlement || input.amount > owed
      ? owed + (await aheadFen(ctx, order, input.payKind))
      : owed
  if (open <= 0) throw new Refusal('alreadyPaid')
  // An order that waits for its payment goes on by what its booking asks for: less would be stuck with an order that runs out.
  const least = awaitsPayment(status) ? dueAtBooking({ ...order, owedFen: dueFen(order) }) : 1
  refuseBeyondLimit(terms, input.amount)
  if (input.amount < least || input.amount > open) throw new Refusal('amountWrong', { field: 'amount', owed: open })
  return refTypes.get(input.payKind) ?? 'order'
}

/** What is open of the claim that a payment names, fen; null where it names none. @throws Refusal notFound (-4) */
async function claimedBy(ctx: Context, order: OrderRow, { payKind: kind, refId }: Asked): Promise<number | null> {
  const claim = claimPayKinds.get(kind)
  return claim === undefined ? null : (await claimDue(ctx, order, claim, refId!)).due
}

/** @throws Refusal alreadyPaid (4001) when it waits no more, amountWrong (4002) for a part of it */
async function requireAsked(ctx: Context, order: OrderRow, input: Asked): Promise<void> {
  const waits = await askedFirst(ctx, order, input)
  if (waits === null) throw new Refusal('alreadyPaid')
  if (input.amount !== waits.amount) throw new Refusal('amountWrong', { field: 'amount', owed: waits.amount })
}

/**
 * What the handover ahead will bill beyond what is owed now, paid with the rent before a pickup and as the settlement
 * before a return: credit until then, fen. Below 0 where a return gives back.
 * @throws Refusal as {@link dueByPickup}, {@link dueByReturn}
 */
async function aheadFen(ctx: Context, order: OrderRow, kind: PayKind, early = ctx.can('order.override')) {
  if (kind === payKind.rent && can(orderSteps, 'pickUp', order.status).ok) return dueByPickup(ctx, order, early)
  if (kind === payKind.settlement && can(orderSteps, 'return', order.status).ok) return dueByReturn(ctx, order)
  return 0
}

/**
 * Whether an order still needs money that came by a code: what it is for waits, the order owes some, or the handover ahead will
 * bill some. A handover that cannot be priced any more is taken to need it; what is too much goes back with the return.
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

/** A claim and what counts only once it is paid have rows of their own; everything else as the status of the order has it. */
const isCollectable = (status: number, { payKind: kind, refId }: Asked): boolean =>
  claimPayKinds.has(kind) || paidFirstOf(kind) !== undefined ? refId !== undefined : collectKinds(status).includes(kind)
