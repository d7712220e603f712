import { hasIllegalTerms, type ReturnTerms, returnTerms } from '@cheyi/domain/booking/order/return-terms'
import { violationAt } from '@cheyi/domain/money/deposit/codes'
import { effectiveSettings, type StoredSettings } from '@cheyi/domain/platform/merchant/setting'
import type { IllegalTerms } from '@cheyi/domain/rental/violation/claim'
import type { Context } from '../../kernel/context.ts'
import { settingSql } from '../../platform/merchant/actions.ts'
import type { OrderRow } from './lock.ts'

type Contract = Pick<OrderRow, 'id' | 'storeId' | 'modelId' | 'vehicleId' | 'returnTerms'>

/** What prices the return of an order: as it was agreed, or, before that, as it would be agreed now. */
export async function returnTermsOf(ctx: Context, order: Contract): Promise<ReturnTerms & IllegalTerms> {
  const { returnTerms: agreed } = order
  if (agreed !== null && hasIllegalTerms(agreed)) return agreed
  const now = await today(ctx, order)
  if (agreed === null) return now
  const { illegalAgencyFeeFen, illegalOverduePenaltyPerPointFen, illegalDeadlineDays } = now
  return { ...agreed, illegalAgencyFeeFen, illegalOverduePenaltyPerPointFen, illegalDeadlineDays }
}

/**
 * Fixes what prices the return; once, so that no later change of a setting or a model reaches the contract. `order` is
 * under its lock and need not be read again: its version stays.
 * @returns the order with its terms
 */
export async function freezeReturnTerms<O extends Contract>(ctx: Context, order: O): Promise<O> {
  if (order.returnTerms !== null) return order
  const terms = await today(ctx, order)
  ctx.queue('update "order" set return_terms = $2 where id = $1 and return_terms is null', [
    order.id,
    JSON.stringify(terms),
  ])
  return { ...order, returnTerms: terms }
}

interface Today {
  merchant: StoredSettings
  store: StoredSettings
  mileageLimitKmPerDay: number
  overMileagePerKmFen: number
}

/** Kilometres are those of the car that was assigned, else of the model that was booked. One query. */
async function today(ctx: Context, order: Contract): Promise<ReturnTerms & IllegalTerms> {
  const [row] = await ctx.query<Today>(
    `select m.settings as merchant, s.settings as store, c.mileage_limit_km_per_day, c.over_mileage_per_km_fen
       from merchant m, store s, model c
      where m.id = merchant() and s.id = $1 and c.id = coalesce((select model_id from vehicle where id = $2), $3)`,
    [order.storeId, order.vehicleId, order.modelId],
  )
  const { merchant, store, mileageLimitKmPerDay, overMileagePerKmFen } = row!
  return returnTerms(effectiveSettings(merchant, store), {
    freeKmPerDay: mileageLimitKmPerDay,
    fenPerKm: overMileagePerKmFen,
  })
}

/** SQL of when the contract of an order `o` has its violation deposit taken; null before it is made. */
export const agreedViolationAtSql = (o: string): string =>
  `(case when ${o}.return_terms is not null then coalesce((${o}.return_terms ->> 'violationAt')::int, ${violationAt.pickup}) end)`

/** SQL of when it is taken, out of what was agreed: as {@link returnTermsOf}, for reads over many orders. */
export const violationAtSql = (agreed: string): string =>
  `coalesce(${agreed}, ${settingSql('violationAt', 'null::jsonb')})`
