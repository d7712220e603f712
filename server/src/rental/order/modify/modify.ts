import { advance } from '@cheyi/domain/advance'
import { changeWords, type PlaceNames, termWords } from '@cheyi/domain/booking/order/change-words'
import { isSoldByTerm, prepayOfSold, type SoldSnapshot } from '@cheyi/domain/booking/order/sold/snapshot'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { taskKind } from '@cheyi/domain/platform/todo/task'
import type { QuoteSnapshot } from '@cheyi/domain/pricing/quote/quote'
import type { DepositTerms } from '@cheyi/domain/pricing/quote/trip'
import { logStep, type OrderRow, updateOrder, voidQuoted } from '../../../booking/order/actions.ts'
import { insertItems } from '../../../booking/order/items.ts'
import type { Context } from '../../../kernel/context.ts'
import { rereadDeposits } from '../../../money/deposit/actions.ts'
import { postNew, rebill, refreshMoney } from '../../../money/payment/actions.ts'
import { closeTask } from '../../../platform/todo/actions.ts'
import { cancelTerms } from '../../../pricing/quote/actions.ts'
import { replan } from '../../instalment/actions.ts'

export interface Modification {
  /** What the order is sold as after the change. */
  readonly snapshot: SoldSnapshot
  readonly deposits: DepositTerms
  /** The reason for the history; the changed values are logged separately. */
  readonly reason?: string
  /** Names of stores and model, where they change. */
  readonly names?: { readonly before: PlaceNames; readonly after: PlaceNames }
  /** The cancellation rules and the season calendar, where they were queried together with the price. */
  readonly cancel?: Pick<NonNullable<Parameters<typeof cancelTerms>[2]>, 'asked' | 'calendar'>
}

/**
 * Changes time, store, model and price of an order before its car has left. Its quoted lines are voided and replaced, and so
 * is the plan of a long rental; the ledger gets the difference of what is billed; the cancellation and deposit terms are
 * read again; the previous terms of sale are stored in the history. The caller holds the lock on `order` and assigns the car
 * in the same transaction, because a handover assigns it in another way than a plan. A difference is not collected here; a
 * difference in the customer's favour is a credit until it is refunded.
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
    // The prepayment rule of the booking applies to the new price; payments are unchanged.
    prepayFen: prepayOfSold(order.prepayRule, snapshot),
  })
  // A customer with a new pickup time is not missing any more.
  if (snapshot.input.pickupAt !== order.pickupAt && ctx.now > order.pickupAt) closeTask(ctx, taskKind.noShow, order.id)
  // The writes and the voiding of lines are sent together; the billing below needs the results of both.
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

/** What an order was sold as before its last pickup changed the price; the history entry of the change stores it. */
export async function snapshotBeforePickup(ctx: Context, orderId: string): Promise<QuoteSnapshot> {
  const [row] = await ctx.query<{ before: QuoteSnapshot }>(
    `select detail -> 'before' as before from order_log where order_id = $1 and action = 'modify' order by id desc limit 1`,
    [orderId],
  )
  return row!.before
}
