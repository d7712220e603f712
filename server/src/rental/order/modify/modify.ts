import { advance } from '@cheyi/domain/advance'
import { changeWords, type PlaceNames, termWords } from '@cheyi/domain/booking/order/change-words'
import { isSoldByTerm, prepayOfSold, type SoldSnapshot } from '@cheyi/domain/booking/order/sold/snapshot'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import type { QuoteSnapshot } from '@cheyi/domain/pricing/quote/quote'
import type { DepositTerms } from '@cheyi/domain/pricing/quote/trip'
import { logStep, type OrderRow, updateOrder } from '../../../booking/order/actions.ts'
import { insertItems } from '../../../booking/order/items.ts'
import type { Context } from '../../../kernel/context.ts'
import { rereadDeposits } from '../../../money/deposit/actions.ts'
import { postNew, rebill, refreshMoney } from '../../../money/payment/actions.ts'
import { cancelTerms } from '../../../pricing/quote/actions.ts'
import { replan } from '../../instalment/actions.ts'
import { voidQuoted } from './store.ts'

export interface Modification {
  /** The order as it is from now on. */
  readonly snapshot: SoldSnapshot
  readonly deposits: DepositTerms
  /** Why, in the history; what changes is told by itself. */
  readonly reason?: string
  /** What stores and model are called, where they change. */
  readonly names?: { readonly before: PlaceNames; readonly after: PlaceNames }
  /** The cancel rules and what tells their season, where they were asked with the price. */
  readonly cancel?: Pick<NonNullable<Parameters<typeof cancelTerms>[2]>, 'asked' | 'calendar'>
}

/**
 * Puts another time, store or model and its price on an order whose car is still here: its quoted lines are voided and written anew, and
 * the plan of a long one, the books get the difference of what is billed, the cancel and deposit terms are read again, what it was sold at before stays in its history.
 * `order` is under its lock. The car is the caller's, in the same transaction: a handover takes it in another way than a
 * plan does. A difference is not collected here, and one in the customer's favour is a credit until somebody refunds it.
 * @throws Refusal orderStatusRefuses (2001)
 */
export async function modifyOrder(ctx: Context, order: OrderRow, change: Modification): Promise<OrderRow> {
  const { snapshot, deposits, reason, names, cancel } = change
  const status = advance(orderSteps, 'modify', order.status)
  const terms = await cancelTerms(ctx, snapshot, {
    ...cancel,
    old: { terms: order.cancelRuleSnapshot, pickupAt: order.pickupAt },
  })
  const { platform } = order.depositPolicySnapshot
  const logged = logStep(ctx, order, {
    action: 'modify',
    to: status,
    detail: {
      total: snapshot.total,
      reason: [reason ?? [], changeWords(order, snapshot.input, names), termWords(order.quoteSnapshot, snapshot)]
        .flat()
        .join('；'),
      before: order.quoteSnapshot,
    },
  })
  const written = updateOrder(ctx, order, {
    storeId: snapshot.input.storeId,
    returnStoreId: snapshot.input.returnStoreId,
    modelId: snapshot.input.modelId,
    pickupDistanceM: snapshot.input.pickup.metres,
    returnDistanceM: snapshot.input.return.metres,
    pickupAt: snapshot.input.pickupAt,
    returnAt: snapshot.input.returnAt,
    days: snapshot.days,
    overHours: snapshot.overHours,
    quoteSnapshot: snapshot,
    cancelRuleSnapshot: terms,
    depositPolicySnapshot: { ...deposits, ...(platform !== undefined && { platform }) },
    // What it was booked by holds at the new price; what was paid stays.
    prepayFen: prepayOfSold(order.prepayRule, snapshot),
  })
  // What is written of the order and what is voided travel together; what is billed needs both.
  const [modificationId, modified, voided] = await Promise.all([
    logged,
    written,
    voidQuoted(ctx, order.id),
    rereadDeposits(ctx, order.id, deposits.rows),
  ])
  insertItems(ctx, order.id, snapshot.lines)
  if (isSoldByTerm(snapshot)) postNew(ctx, order.id, [await replan(ctx, order.id, snapshot, modificationId)])
  else rebill(ctx, order.id, modificationId, { voided, lines: snapshot.lines })
  const { total, owed } = await refreshMoney(ctx, order.id)
  return { ...modified, totalFen: total, owedFen: owed }
}

/** What an order was sold as before its last pickup gave it another price: the change stands in its history. */
export async function soldBeforePickup(ctx: Context, orderId: string): Promise<QuoteSnapshot> {
  const [row] = await ctx.query<{ before: QuoteSnapshot }>(
    `select detail -> 'before' as before from order_log where order_id = $1 and action = 'modify' order by id desc limit 1`,
    [orderId],
  )
  return row!.before
}
