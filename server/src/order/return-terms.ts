import { effectiveSettings, type StoredSettings } from '@cheyi/domain/merchant/setting'
import { type ReturnTerms, returnTerms } from '@cheyi/domain/order/return-terms'
import type { Context } from '../kernel/context.ts'
import type { OrderRow } from './lock.ts'

type Contract = Pick<OrderRow, 'id' | 'store_id' | 'model_id' | 'vehicle_id' | 'return_terms'>

/** What prices the return of an order: as it was agreed, or, before that, as it would be agreed now. */
export const returnTermsOf = async (ctx: Context, order: Contract): Promise<ReturnTerms> =>
  (order.return_terms as ReturnTerms | null) ?? today(ctx, order)

/**
 * Fixes what prices the return; once, so that no later change of a setting or a model reaches the contract. `order` is
 * under its lock and need not be read again: its version stays.
 * @returns the order with its terms
 */
export async function freezeReturnTerms<O extends Contract>(ctx: Context, order: O): Promise<O> {
  if (order.return_terms !== null) return order
  const terms = await today(ctx, order)
  await ctx.query('update "order" set return_terms = $2 where id = $1 and return_terms is null', [
    order.id,
    JSON.stringify(terms),
  ])
  return { ...order, return_terms: terms }
}

interface Today {
  merchant: StoredSettings
  store: StoredSettings
  mileage_limit_km_per_day: number
  over_mileage_per_km_fen: number
}

/** Kilometres are those of the car that was assigned, else of the model that was booked. One query. */
async function today(ctx: Context, order: Contract): Promise<ReturnTerms> {
  const [row] = await ctx.query<Today>(
    `select m.settings as merchant, s.settings as store, c.mileage_limit_km_per_day, c.over_mileage_per_km_fen
       from merchant m, store s, model c
      where m.id = merchant() and s.id = $1 and c.id = coalesce((select model_id from vehicle where id = $2), $3)`,
    [order.store_id, order.vehicle_id, order.model_id],
  )
  const { merchant, store, mileage_limit_km_per_day, over_mileage_per_km_fen } = row!
  return returnTerms(effectiveSettings(merchant, store), {
    freeKmPerDay: mileage_limit_km_per_day,
    fenPerKm: over_mileage_per_km_fen,
  })
}
