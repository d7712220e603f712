import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { bookValue, type DepreciationPlan, monthOf } from '@cheyi/domain/fleet/cost/spread'
import { localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import * as store from './store.ts'

/** The plans of depreciation of a vehicle, of which at most one was not ended. */
export const depreciationsOf = <P extends DepreciationPlan & { readonly kind: number }>(plans: readonly P[]): P[] =>
  plans.filter(({ kind }) => kind === costKind.depreciation)

/** What a vehicle is worth in the books at the end of the running month; null without a price. */
export async function bookValueOf(
  ctx: Pick<Context, 'query' | 'now'>,
  vehicleId: string,
  purchaseFen: number | null,
): Promise<number | null> {
  if (purchaseFen === null) return null
  const [plans, extraFen] = await Promise.all([store.plans(ctx, vehicleId), store.purchaseCosts(ctx, vehicleId)])
  return bookValue(purchaseFen + extraFen, depreciationsOf(plans), monthOf(localDate(ctx.now)))
}
