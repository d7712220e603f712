import type { contract } from '@cheyi/contract/index'
import type { OutputOf } from '@cheyi/contract/kernel/call'
import { advance } from '@cheyi/domain/advance'
import { freeCancelReasons } from '@cheyi/domain/booking/order/cancel-cause'
import { type Responsibility, responsibility } from '@cheyi/domain/booking/order/codes'
import { cancelBasisOf, type SoldSnapshot } from '@cheyi/domain/booking/order/sold/snapshot'
import { awaitsPayment, isDraft, orderSteps } from '@cheyi/domain/booking/order/steps'
import { platformHeldFen } from '@cheyi/domain/money/debt/due'
import { receivedFen } from '@cheyi/domain/money/debt/paid'
import { depositKinds } from '@cheyi/domain/money/deposit/codes'
import { depositStateText } from '@cheyi/domain/money/deposit/state-text'
import {
  afterPenalty,
  type CancelBasis,
  type CancelOutcome,
  type CancelSnapshot,
  cancelOutcome,
  noShowFrom,
  tierPenalty,
} from '@cheyi/domain/pricing/terms/cancel'
import { MINUTE, toMinute } from '@cheyi/domain/time'
import { type OrderRow, readOrder } from '../../../booking/order/actions.ts'
import { type Context, type HandlerOf, requireFound } from '../../../kernel/context.ts'
import { depositsOf, laterOf } from '../../../money/deposit/actions.ts'
import { refundsLeaving } from '../../../money/reimbursement/actions.ts'
import { cancelTerms } from '../../../pricing/quote/actions.ts'
import { quoteSnapshot } from './store-cancel.ts'

type Rule = OutputOf<typeof contract.order.cancelRule>

/**
 * What cancelling an order would cost now by the terms stored with the order, or, for a quote, by the current terms. A draft
 * and an order whose payment is pending cost nothing.
 * @throws Refusal orderNotFound (2002), orderAlreadyPickedUp (2006), orderStatusRefuses (2001), notFound (-4)
 */
export const cancelRule: HandlerOf<'order', 'cancelRule'> = async ({ orderId, quoteId }, ctx) => {
  if (orderId === undefined) {
    const snapshot = requireFound(await quoteSnapshot(ctx.db, quoteId!))
    const { pickupAt } = snapshot.input
    return termsView(
      ctx,
      await cancelTerms(ctx, snapshot),
      snapshot,
      { pickupAt, paid: 0, refunding: 0, free: false },
      [],
    )
  }
  const [order, deposits, leaving] = await Promise.all([
    readOrder(ctx, orderId),
    depositsOf(ctx, orderId),
    refundsLeaving(ctx, orderId),
  ])
  advance(orderSteps, 'cancel', order.status)
  const laterAt = await laterOf(ctx, order, deposits)
  return termsView(
    ctx,
    order.cancelRuleSnapshot,
    order.quoteSnapshot,
    {
      pickupAt: order.pickupAt,
      paid: receivedFen(order) + platformHeldFen(order),
      refunding: order.refundingFen + leaving,
      free: isDraft(order.status) || awaitsPayment(order.status),
    },
    deposits.map((row) => ({
      kind: row.kind,
      name: depositKinds.text(row.kind),
      amount: row.heldFen - row.capturedFen - row.releasedFen,
      state: depositStateText(row.payStatus, row.holdStatus, { later: laterAt(row), waiveType: row.waiveType }),
    })),
  )
}

export interface CancelAsked {
  readonly responsibility: Responsibility
  readonly noShow: boolean
  readonly waive: boolean
}

export const outcomeOf = (ctx: Context, order: OrderRow, asked: CancelAsked): CancelOutcome =>
  cancelOutcome(order.cancelRuleSnapshot, cancelBasisOf(order.quoteSnapshot), {
    ...asked,
    pickupAt: order.pickupAt,
    now: ctx.now,
  })

function termsView(
  ctx: Context,
  terms: CancelSnapshot,
  snapshot: SoldSnapshot,
  { pickupAt, paid, refunding, free }: { pickupAt: number; paid: number; refunding: number; free: boolean },
  deposits: Rule['deposits'],
): Rule {
  const basis: CancelBasis = cancelBasisOf(snapshot)
  const { rule } = terms
  const tiers = rule.tiers.toSorted((a, b) => b.minMinutesBefore - a.minMinutesBefore)
  const now = cancelOutcome(terms, basis, {
    pickupAt,
    now: ctx.now,
    responsibility: responsibility.customer,
    noShow: false,
    waive: free,
  })
  const current = now.tier === null || now.penalty === 0 ? -1 : tiers.indexOf(now.tier)
  return {
    tiers: tiers.map((tier) => ({ ...tier, penalty: tierPenalty(rule, tier, basis) })),
    current: current < 0 ? null : current,
    base: rule.base,
    maxPenaltyDays: rule.maxPenaltyDays ?? 0,
    minutesToPickup: (pickupAt - toMinute(ctx.now)) / MINUTE,
    noShowFrom: noShowFrom(rule, pickupAt),
    paid,
    penalty: now.penalty,
    ...afterPenalty(paid, now.penalty),
    refunding,
    penaltyFromDeposit: rule.penaltyFromDeposit,
    freeReasons: [...freeCancelReasons],
    deposits,
  }
}
