import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import type { StoredSettings } from '@cheyi/domain/platform/merchant/setting'
import { BASE_LAYER } from '@cheyi/domain/pricing/price/change'
import type { AgreedPrice } from '@cheyi/domain/pricing/quote/company-prices'
import type { Selectable } from 'kysely'
import { takenTrip } from '../../fleet/stock/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { type Sql, sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { type ChannelTermsColumn, termsColumn } from './channel-terms.ts'
import { holidays } from './holidays.ts'

/** The stores, source and models of a request. */
export interface OfferQuery {
  readonly storeId: string
  readonly returnStoreId: string
  readonly modelIds: readonly string[]
  readonly source: number
  /** The company that rents; missing or null: none. */
  readonly companyId?: string | null
}

/** The input of the statements of one quote for several models, which are all sent at once. */
export interface RuleQuery extends OfferQuery {
  /** First and last calendar date whose prices are needed. */
  readonly fromDate: string
  readonly toDate: string
}

/** A rule with its discounts by length of the rental. */
export type RuleRow = Pick<
  Selectable<DB['priceRule']>,
  | 'id'
  | 'modelId'
  | 'source'
  | 'baseFen'
  | 'weekendFen'
  | 'holidayFen'
  | 'weekendDays'
  | 'overHourFen'
  | 'overHourDivisor'
  | 'minDays'
  | 'maxDays'
  | 'advanceMinMinutes'
  | 'discountOnHoliday'
  | 'enabled'
> & { tiers: Pick<Selectable<DB['priceTier']>, 'fromDays' | 'rateBp' | 'fixedDayFen'>[] | null }

const priceRules = (ctx: Context, q: RuleQuery) =>
  ctx.query(
    sql<RuleRow>`select r.id, r.model_id, r.source, r.base_fen, r.weekend_fen, r.holiday_fen, r.weekend_days, r.over_hour_fen,
       r.over_hour_divisor, r.min_days, r.max_days, r.advance_min_minutes, r.discount_on_holiday, r.enabled,
       (select json_agg(json_build_object('fromDays', t.from_days, 'rateBp', t.rate_bp, 'fixedDayFen', t.fixed_day_fen)
          order by t.from_days) from price_tier t where t.merchant_id = r.merchant_id and t.rule_id = r.id) as tiers
     from price_rule r
     where r.store_id = $1 and r.model_id = any ($2::bigint[]) and r.source in (${BASE_LAYER}, $3)`,
    [q.storeId, q.modelIds, q.source],
  )

const calendar = (ctx: Context, q: RuleQuery) =>
  ctx.query(
    sql<
      Omit<Selectable<DB['priceCalendar']>, 'merchantId' | 'id' | 'storeId'>
    >`select model_id, source, date, price_fen, stop from price_calendar
     where store_id = $1 and model_id = any ($2::bigint[]) and date between $4 and $5 and source in (${BASE_LAYER}, $3)`,
    [q.storeId, q.modelIds, q.source, q.fromDate, q.toDate],
  )

const services = (ctx: Context) =>
  ctx.query(
    sql<
      Omit<Selectable<DB['serviceItem']>, 'merchantId'>
    >`select id, code, name, description, item_type, unit, price_fen, max_qty, cap_days, mandatory, handling, sort, store_ids, model_ids,
       sources, enabled, version
     from service_item order by sort, id`,
  )

const fees = (ctx: Context, q: RuleQuery) =>
  ctx.query<Omit<Selectable<DB['feeConfig']>, 'merchantId' | 'version' | 'enabled'>>(
    `select id, store_id, kind, name, fee_mode, rate_bp, amount_fen, base_km, per_km_fen, max_km, window_from, window_to,
       pair_store_id
     from fee_config where store_id in ($1, $2) and enabled order by id`,
    [q.storeId, q.returnStoreId],
  )

const stores = (ctx: Context, ids: Sql, source: Sql, values: readonly unknown[]) =>
  ctx.query(
    sql<
      Omit<Selectable<DB['store']>, 'code' | 'cityName' | 'address' | 'phones' | 'managerAccountId' | 'photoIds'> & {
        phone: string | null
        merchantSettings: StoredSettings
        paySettings: StoredSettings
        channel: ChannelTermsColumn | null
      }
    >`select s.id, s.name, s.status, s.city_code, s.lat, s.lng, s.hours, s.holidays, s.pickup_modes, s.return_modes,
       s.service_areas, s.min_lead_minutes, s.max_advance_days, s.min_rent_hours, s.max_rent_days, s.allow_one_way,
       s.one_way_stores, s.settings, s.phones[1] as phone, m.settings as merchant_settings, m.pay_settings, ${termsColumn(source)} as channel
     from store s join merchant m on m.id = s.merchant_id where s.id ${ids}`,
    values,
  )

/** The last day on which any car of a model at a store has all its valid documents; null where one has documents without an end. */
export async function lastPapers(ctx: Context, storeId: string, modelId: string): Promise<string | null> {
  const [row] = await ctx.query<{ last: string | null }>(
    `select case when bool_and(papers_end_on is not null) then to_char(max(papers_end_on), 'YYYY-MM-DD') end as last
       from vehicle where home_store_id = $1 and model_id = $2 and lifecycle = ${lifecycle.inService}`,
    [storeId, modelId],
  )
  return row!.last
}

/** Monthly prices of models at one store, for the base layer and for one source. */
export const readLongPrices = (ctx: Context, q: Pick<RuleQuery, 'storeId' | 'source' | 'modelIds'>) =>
  ctx.query(
    sql<
      Pick<Selectable<DB['longPrice']>, 'modelId' | 'source' | 'fromMonths' | 'monthlyFen'>
    >`select model_id, source, from_months, monthly_fen from long_price
     where store_id = $1 and model_id = any ($2::bigint[]) and source in (${BASE_LAYER}, $3)`,
    [q.storeId, q.modelIds, q.source],
  )

const policies = (ctx: Context) =>
  ctx.query(
    sql<
      Pick<
        Selectable<DB['depositPolicy']>,
        'storeId' | 'modelId' | 'source' | 'rentalFen' | 'violationFen' | 'modes' | 'waiveTypes' | 'holdDays'
      >
    >`select store_id, model_id, source, rental_fen, violation_fen, modes, waive_types, hold_days from deposit_policy where enabled`,
  )

const modelDeposits = (ctx: Context, ids: Sql, values: readonly unknown[]) =>
  ctx.query(
    sql<
      Pick<Selectable<DB['model']>, 'id' | 'name' | 'status' | 'depositRentFen' | 'depositViolationFen'>
    >`select id, name, status, deposit_rent_fen, deposit_violation_fen from model where id ${ids}`,
    values,
  )

/** The columns of a cancellation rule that orders store. */
const cancelRules = (ctx: Context) =>
  ctx.query(
    sql<
      Pick<
        Selectable<DB['cancelRule']>,
        | 'name'
        | 'season'
        | 'sources'
        | 'storeIds'
        | 'tiers'
        | 'base'
        | 'maxPenaltyDays'
        | 'noShowAfterMinutes'
        | 'penaltyFromDeposit'
      >
    >`select name, season, sources, store_ids, tiers, base, max_penalty_days, no_show_after_minutes, penalty_from_deposit
     from cancel_rule where enabled order by id`,
  )

/**
 * Stores and models: three statements, sent in parallel, for any number of models. `taken`: those of the quote that this transaction
 * takes.
 */
export async function readOffer(ctx: Context, q: OfferQuery | 'taken') {
  const [storeRows, models, calendarOfYears] = await Promise.all([
    ...(q === 'taken'
      ? ([
          stores(ctx, sql`in (${takenTrip('storeId')}, ${takenTrip('returnStoreId')})`, takenTrip('source'), []),
          modelDeposits(ctx, sql`= ${takenTrip('modelId')}`, []),
        ] as const)
      : ([
          stores(ctx, sql`in ($1, $2)`, sql`$3`, [q.storeId, q.returnStoreId, q.source]),
          modelDeposits(ctx, sql`= any ($1::bigint[])`, [q.modelIds]),
        ] as const)),
    holidays(ctx),
  ])
  return { stores: storeRows, models, holidays: calendarOfYears }
}

/** The prices: five more statements. */
export async function readRules(ctx: Context, q: RuleQuery) {
  const [rules, days, serviceRows, feeRows, policyRows] = await Promise.all([
    priceRules(ctx, q),
    calendar(ctx, q),
    services(ctx),
    fees(ctx, q),
    policies(ctx),
  ])
  return { rules, days, services: serviceRows, fees: feeRows, policies: policyRows }
}

/** The coordinates of two stores, in this order. */
export async function storePlaces(ctx: Context, ...ids: readonly [string, string]) {
  const rows = await ctx.query<Pick<Selectable<DB['store']>, 'id' | 'lng' | 'lat'>>(
    'select id, lng, lat from store where id in ($1, $2)',
    [...ids],
  )
  return ids.map((id) => rows.find((row) => row.id === id))
}

export async function companyOf(ctx: Context, id: string): Promise<{ readonly enabled: boolean } | undefined> {
  const [row] = await ctx.query<{ enabled: boolean }>('select enabled from company where id = $1', [id])
  return row
}

/** The agreement of a company for each of these models; a model without its own prices has the share of the company. */
export async function readAgreed(
  ctx: Context,
  companyId: string,
  modelIds: readonly string[],
): Promise<ReadonlyMap<string, AgreedPrice>> {
  const rows = await ctx.query<AgreedPrice & { readonly modelId: string }>(
    `select m.id as model_id, case when p.day_fen is null then coalesce(p.rate_bp, c.rate_bp) end as rate_bp, p.day_fen, p.month_fen
       from company c cross join unnest($2::bigint[]) m (id)
         left join company_price p on p.company_id = c.id and p.model_id = m.id
      where c.id = $1`,
    [companyId, modelIds],
  )
  return new Map(rows.map(({ modelId, ...agreed }) => [modelId, agreed]))
}

export type OfferRows = Awaited<ReturnType<typeof readOffer>>
export type RuleRows = Awaited<ReturnType<typeof readRules>>

export const readCancelRules = (ctx: Context) => cancelRules(ctx)
export const readServices = (ctx: Context) => services(ctx)
