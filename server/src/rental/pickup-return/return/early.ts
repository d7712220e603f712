import { isSoldByTerm } from '@cheyi/domain/booking/order/sold/snapshot'
import type { QuoteSnapshot } from '@cheyi/domain/pricing/quote/quote'
import { type BillChange, billChanges } from '@cheyi/domain/pricing/quote/requote'
import type { DepositTerms } from '@cheyi/domain/pricing/quote/trip'
import { isTooEarly } from '@cheyi/domain/rental/pickup-return/guards'
import { toMinute } from '@cheyi/domain/time'
import type { OrderRow } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { settingsOf } from '../../../platform/merchant/actions.ts'
import { priceFrom } from '../../../pricing/quote/actions.ts'

/** The price of an order with an early pickup. Fen. */
export interface EarlyPrice {
  readonly snapshot: QuoteSnapshot
  readonly deposits: DepositTerms
  /** Added to the total of the order; negative where the longer rental is cheaper. */
  readonly difference: number
  readonly changes: readonly BillChange[]
}

/**
 * The price from the handover on, where it is too early for a pickup without `order.override`; null otherwise. The task
 * shows it and the confirmation charges it. A long order counts dates, so its time of day costs nothing.
 */
export async function earlyPrice(ctx: Context, order: OrderRow, actualAt: number): Promise<EarlyPrice | null> {
  const sold = order.quoteSnapshot
  if (isSoldByTerm(sold)) return null
  const { earlyPickupMinutes } = await settingsOf(ctx, order.storeId)
  if (!isTooEarly({ pickupAt: order.pickupAt, actualAt, earlyPickupMinutes })) return null
  const { snapshot, deposits } = await priceFrom(ctx, sold, toMinute(actualAt))
  return {
    snapshot,
    deposits,
    difference: snapshot.total - sold.total,
    changes: billChanges(sold.lines, snapshot.lines),
  }
}
