import { costKind } from '@cheyi/domain/fleet/cost/codes'
import { bookValue, type CostPlan, monthOf } from '@cheyi/domain/fleet/cost/spread'
import { type LocalDate, localDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import * as store from './store.ts'

/** The depreciation that holds: the newest that was not ended. */
export const depreciationOf = (
  plans: readonly (CostPlan & { readonly kind: number; readonly endedMonth: LocalDate | null })[],
) => plans.find(({ kind, endedMonth }) => kind === costKind.depreciation && endedMonth === null) ?? null

/** What a vehicle is worth in the books at the end of the running month; null without a price. */
export async function bookValueOf(
  ctx: Pick<Context, 'query' | 'now'>,
  vehicleId: string,
  purchaseFen: number | null,
): Promise<number | null> {
  if (purchaseFen === null) return null
  return bookValue(purchaseFen, depreciationOf(await store.plans(ctx, vehicleId)), monthOf(localDate(ctx.now)))
}
