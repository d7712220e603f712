import { orderKinds, orderStatus, type Source } from '@cheyi/domain/booking/order/codes'
import { openStatuses } from '@cheyi/domain/booking/order/steps'
import { lifecycle, modelStatus } from '@cheyi/domain/fleet/inventory/codes'
import { account } from '@cheyi/domain/money/payment/ledger'
import { storeStatus } from '@cheyi/domain/platform/merchant/codes'
import { BASE_LAYER } from '@cheyi/domain/pricing/price/change'
import { priceRuleModes } from '@cheyi/domain/sales/channel/codes'
import type { ChannelFacts } from '@cheyi/domain/sales/channel/steps'
import type { LocalDate } from '@cheyi/domain/time'
import type { Selectable, Updateable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'
import { at } from '../../kernel/db/instant.ts'
import { readOnce, sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { earnedAccountsSql } from '../../money/payment/actions.ts'

type Stored = Omit<Selectable<DB['merchantChannel']>, 'merchantId'>
/** A channel with the stores and models that are open to it. */
export type ChannelRow = Stored & Pick<ChannelFacts, 'stores' | 'models' | 'priced'> & { unpriced: number }

/** A channel without a row: the default values of the table. */
export const defaultChannel = (source: Source): ChannelRow => ({
  source,
  status: 0,
  vendorCode: '',
  contact: '',
  commissionBp: 0,
  priceMode: priceRuleModes.code.same,
  priceValue: 0,
  roundTo: 100,
  minFen: 0,
  stockMode: 1,
  stockValue: 0,
  bufferUnits: 0,
  autoConfirm: true,
  confirmTimeoutMin: 30,
  toleranceFen: 100,
  prepaid: false,
  settleMonthly: true,
  settleDays: 15,
  minLeadMinutes: null,
  maxDays: null,
  openedAt: null,
  version: 1,
  stores: 0,
  models: 0,
  priced: 0,
  unpriced: 0,
})

const openStores = sql`channel_mapping ms join store s on s.merchant_id = ms.merchant_id and s.id = ms.store_id
  and ms.their_code is not null and s.status <> ${storeStatus.closed}`
const openModels = sql`channel_mapping mm join model d on d.merchant_id = mm.merchant_id and d.id = mm.model_id
  and mm.their_code is not null and d.status = ${modelStatus.inUse}`

/**
 * The merchant's channels, or one; with what is open to each, and its pairs of store and model that have cars but no price. The prices and
 * cars are read once: there are thousands of pairs.
 */
export const channels = (ctx: Context, source?: Source) =>
  ctx.query(
    sql<ChannelRow>`with rules as materialized (select store_id, model_id, source from price_rule where enabled),
        cars as materialized (select home_store_id, model_id from vehicle where lifecycle = ${lifecycle.inService})
      select c.source, c.status, c.vendor_code, c.contact, c.commission_bp, c.price_mode, c.price_value, c.round_to,
        c.min_fen, c.stock_mode, c.stock_value, c.buffer_units, c.auto_confirm, c.confirm_timeout_min, c.tolerance_fen, c.prepaid, c.settle_monthly, c.settle_days, c.min_lead_minutes, c.max_days, c.opened_at, c.version,
        (select count(*)::int from ${openStores} where ms.merchant_id = c.merchant_id and ms.source = c.source) as stores,
        (select count(*)::int from ${openModels} where mm.merchant_id = c.merchant_id and mm.source = c.source) as models,
        p.priced, p.unpriced
      from merchant_channel c, lateral (
        select count(*) filter (where priced)::int as priced, count(*) filter (where not priced and cars)::int as unpriced from (
          select (s.id, d.id, c.source) in (select store_id, model_id, source from rules)
                or c.price_mode <> ${priceRuleModes.code.own} and (s.id, d.id) in (select store_id, model_id from rules where source = ${BASE_LAYER}) as priced,
              (s.id, d.id) in (select home_store_id, model_id from cars) as cars
            from ${openStores} cross join ${openModels}
           where ms.merchant_id = c.merchant_id and ms.source = c.source and mm.merchant_id = c.merchant_id and mm.source = c.source
        ) pairs) p
      where $1::smallint is null or c.source = $1 order by c.source`,
    [source ?? null],
  )

/** Number of visible orders booked since then and today, by source, without cancelled ones. */
export const bookedCounts = (ctx: Context, since: number, today: number) =>
  ctx.query(
    sql<{
      source: Source
      today: number
      count: number
    }>`select source, count(*) filter (where created_at >= $2)::int as today,
        count(*)::int as count
      from "order" where order_kind in (${orderKinds.values}) and created_at >= $1
        and status not in (${[orderStatus.notSubmitted, orderStatus.cancelling, orderStatus.cancelled]}) group by source`,
    [at(since), at(today)],
  )

/** What the visible orders of each source have earned since then, and the commission on it; fen. */
export const earnedSums = (ctx: Context, since: LocalDate) =>
  ctx.query<{ source: Source; earnedFen: number; commissionFen: number }>(
    `select o.source,
        coalesce(sum(i.fen), 0)::bigint as earned_fen, coalesce(sum(e.debit_fen - e.credit_fen), 0)::bigint as commission_fen
      from ledger_entry e join "order" o on o.merchant_id = e.merchant_id and o.id = e.order_id
        cross join lateral (select sum(i.credit_fen - i.debit_fen) as fen from ledger_entry i where i.merchant_id = e.merchant_id
          and i.txn_id = e.txn_id and i.account in (${earnedAccountsSql})) i
      where e.account = '${account.channelCommission}' and e.posted_on >= $1::date group by o.source`,
    [since],
  )

/** Number of stores and models that could be opened to a channel. */
export async function inUse(ctx: Context): Promise<{ stores: number; models: number }> {
  const [row] = await ctx.query(
    sql<{ stores: number; models: number }>`select
      (select count(*)::int from store where status <> ${storeStatus.closed}) as stores,
      (select count(*)::int from model where status = ${modelStatus.inUse}) as models`,
  )
  return row!
}

/** Number of the merchant's open orders from the channel, including those that the account does not see. */
export async function openOrders(ctx: Context, source: Source): Promise<number> {
  const [row] = await ctx.elevated(() =>
    ctx.query(
      sql<{ count: number }>`select count(*)::int as count from "order" where source = $1
        and status in (${openStatuses})`,
      [source],
    ),
  )
  return row!.count
}

/** The row, or the default values of the table. */
export async function channelRow(ctx: Context, source: Source): Promise<Stored> {
  const row = await ctx.db.selectFrom('merchantChannel').selectAll().where('source', '=', source).executeTakeFirst()
  if (row === undefined) return defaultChannel(source)
  const { merchantId: _, ...rest } = row
  return rest
}

/** Locks the row; it is created if missing. */
export async function lock(ctx: Context, source: Source): Promise<Stored> {
  await ctx.query('insert into merchant_channel (source) values ($1) on conflict do nothing', [source])
  const row = await ctx.db
    .selectFrom('merchantChannel')
    .selectAll()
    .where('source', '=', source)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { merchantId: _, ...stored } = row
  return stored
}

/** @returns the new version */
export async function update(
  ctx: Context,
  { source, version }: Pick<Stored, 'source' | 'version'>,
  values: Updateable<DB['merchantChannel']>,
): Promise<number> {
  const row = await ctx.db
    .updateTable('merchantChannel')
    .set({ ...values, version: version + 1 })
    .where('source', '=', source)
    .returning('version')
    .executeTakeFirstOrThrow()
  return row.version
}

export type MappingKind = 'store' | 'model' | 'service'

export interface MappedRow {
  id: string
  name: string
  note: string
  carType: Columns['carType'] | null
  /** Further identification: the code of a store; brand, series, year and gearbox of a model. */
  code: string
  fullName: string
  modelYear: number | null
  gearbox: Columns['gearbox'] | null
  inUse: boolean
  theirCode: string | null
  theirName: string | null
}

/** SQL of the codes of a channel $1 by what they are of. */
const mappingSql = (of: 'store_id' | 'model_id' | 'service_id') =>
  readOnce(`select ${of}, their_code, their_name from channel_mapping where source = $1 and ${of} is not null`)

/** The merchant's stores (those of `storeIds`; null: all), models or services, with their codes on the channel. */
export const mappings = (ctx: Context, source: Source, kind: MappingKind, storeIds: readonly string[] | null) =>
  kind === 'store'
    ? ctx.query(
        sql<MappedRow>`select s.id, s.name, s.city_name as note, null::smallint as car_type, s.code,
            s.city_name || s.name as full_name, null::smallint as model_year, null::smallint as gearbox, s.status <> ${storeStatus.closed} as in_use,
            m.their_code, m.their_name
          from store s left join ${mappingSql('store_id')} m on m.store_id = s.id
          where (s.status <> ${storeStatus.closed} or m.their_code is not null) and ($2::bigint[] is null or s.id = any ($2::bigint[]))
          order by s.id`,
        [source, storeIds],
      )
    : kind === 'service'
      ? ctx.query(
          sql<MappedRow>`select s.id, s.name, s.description as note, null::smallint as car_type, s.code,
            s.name as full_name, null::smallint as model_year, null::smallint as gearbox, s.enabled as in_use, m.their_code, m.their_name
          from service_item s left join ${mappingSql('service_id')} m on m.service_id = s.id
          where s.enabled or m.their_code is not null
          order by s.sort, s.id`,
          [source],
        )
      : ctx.query(
          sql<MappedRow>`select d.id, d.name, '' as note, d.car_type, '' as code,
            d.brand || d.series as full_name, d.model_year, d.gearbox, d.status = ${modelStatus.inUse} as in_use, m.their_code, m.their_name
          from model d left join ${mappingSql('model_id')} m on m.model_id = d.id
          where d.status = ${modelStatus.inUse} or m.their_code is not null
          order by d.sort, d.id`,
          [source],
        )

interface MappingChange {
  readonly id: string
  readonly theirCode: string | null
  readonly theirName: string
}

const columns = { store: sql`store_id`, model: sql`model_id`, service: sql`service_id` } as const

/** Changed rows first release their codes, so that two codes can be exchanged. */
export async function saveMappings(
  ctx: Context,
  source: Source,
  kind: MappingKind,
  rows: readonly MappingChange[],
): Promise<void> {
  const column = columns[kind]
  await ctx.query(
    sql`update channel_mapping set their_code = null where source = $1 and ${column} = any ($2::bigint[])`,
    [source, rows.map(({ id }) => id)],
  )
  const open = rows.filter(({ theirCode }) => theirCode !== null)
  if (open.length === 0) return
  await ctx.query(
    sql`insert into channel_mapping (source, ${column}, their_code, their_name)
      select $1, r.id, r.code, r.name from unnest($2::bigint[], $3::text[], $4::text[]) r (id, code, name)
      on conflict (merchant_id, source, ${column}) where ${column} is not null
        do update set their_code = excluded.their_code, their_name = excluded.their_name`,
    [source, open.map(({ id }) => id), open.map(({ theirCode }) => theirCode), open.map(({ theirName }) => theirName)],
  )
}

/** Opens all stores and models that are in use to a channel, by their own ids. */
export const openEverything = (ctx: Context, source: Source) =>
  ctx.query(
    sql`insert into channel_mapping (source, store_id, model_id, their_code)
      select $1::smallint, s.id, null::bigint, s.id::text from store s where s.status <> ${storeStatus.closed}
      union all select $1::smallint, null, d.id, d.id::text from model d where d.status = ${modelStatus.inUse}`,
    [source],
  )
