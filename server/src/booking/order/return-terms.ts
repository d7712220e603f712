import { wasPickedUp } from '@cheyi/domain/booking/order/steps'
import { violationAt } from '@cheyi/domain/money/deposit/codes'
import { effectiveSettings, type StoredSettings } from '@cheyi/domain/platform/merchant/setting'
import {
  hasViolationTerms,
  type ReturnTerms,
  returnTerms,
  type ViolationTerms,
} from '@cheyi/domain/pricing/terms/return-terms'
import type { Context } from '../../kernel/context.ts'
import { settingSql } from '../../platform/merchant/actions.ts'
import type { OrderRow } from './lock.ts'

type Contract = Pick<OrderRow, 'id' | 'storeId' | 'modelId' | 'vehicleId' | 'returnTerms'>

/** The terms that price the return of an order: those agreed, or, before the agreement, those that would be agreed now. */
export async function returnTermsOf(ctx: Context, order: Contract): Promise<ReturnTerms & ViolationTerms> {
  const { returnTerms: agreed } = order
  if (agreed !== null && hasViolationTerms(agreed)) return agreed
  const now = await today(ctx, order)
  if (agreed === null) return now
  const { violationAgencyFeeFen, violationOverduePenaltyPerPointFen, violationDeadlineDays } = now
  return { ...agreed, violationAgencyFeeFen, violationOverduePenaltyPerPointFen, violationDeadlineDays }
}

/**
 * Stores the terms that price the return, once, so that later changes of a setting or a model do not affect the contract.
 * The caller holds the lock on `order`, which need not be read again: its version is unchanged.
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

/**
 * A contract is made: the terms are agreed now, also where an earlier one, which is void by then, had others: it was for another model, or the
 * settings have changed since. Of a car that is out they stay.
 */
export async function agreeReturnTerms<O extends Contract & Pick<OrderRow, 'status'>>(
  ctx: Context,
  order: O,
): Promise<O> {
  if (wasPickedUp(order.status)) return freezeReturnTerms(ctx, order)
  const terms = await today(ctx, order)
  ctx.queue('update "order" set return_terms = $2 where id = $1', [order.id, JSON.stringify(terms)])
  return { ...order, returnTerms: terms }
}

interface Today {
  merchant: StoredSettings
  store: StoredSettings
  mileageLimitKmPerDay: number
  overMileagePerKmFen: number
}

/** The mileage terms are those of the assigned car, otherwise of the booked model. One query. */
async function today(ctx: Context, order: Contract): Promise<ReturnTerms & ViolationTerms> {
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

/** SQL: the agreed time at which the violation deposit of an order `o` is taken; null before the agreement. */
export const agreedViolationAtSql = (o: string): string =>
  `(case when ${o}.return_terms is not null then coalesce((${o}.return_terms ->> 'violationAt')::int, ${violationAt.pickup}) end)`

/** SQL: the time at which it is taken, from the agreed value: as {@link returnTermsOf}, for reads over many orders. */
export const violationAtSql = (agreed: string): string =>
  `coalesce(${agreed}, ${settingSql('violationAt', 'null::jsonb')})`
