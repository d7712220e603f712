import { pickupType, returnType, source } from '@cheyi/domain/booking/order/codes'
import { openStatuses } from '@cheyi/domain/booking/order/steps'
import { storeStatus } from '@cheyi/domain/platform/merchant/codes'
import type { OpeningException, OpeningWindow } from '@cheyi/domain/platform/store/opening'
import { type ChannelStatus, isSelling } from '@cheyi/domain/sales/channel/steps'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type SiteRow = Omit<Selectable<DB['site']>, 'merchantId'>

export async function siteRow(ctx: Context): Promise<SiteRow | undefined> {
  const row = await ctx.db.selectFrom('site').selectAll().executeTakeFirst()
  if (row === undefined) return undefined
  const { merchantId: _, ...rest } = row
  return rest
}

/**
 * The name of a page that was opened once, so that links lead to it, also while it is closed; undefined: nobody can reach it. Settings alone
 * exist before that.
 */
export async function reachableName(ctx: Pick<Context, 'query'>): Promise<string | undefined> {
  const row = await ctx.query.first<{ name: string }>(
    sql`select s.name from site s join merchant_channel c on c.merchant_id = s.merchant_id and c.source = ${source.own}`,
    [],
  )
  return row?.name
}

/** Locks the row; it is created with a name if missing. */
export async function lockSite(ctx: Context, name: string): Promise<SiteRow> {
  await ctx.query('insert into site (name) values ($1) on conflict do nothing', [name])
  const row = await ctx.db.selectFrom('site').selectAll().forUpdate().executeTakeFirstOrThrow()
  const { merchantId: _, ...rest } = row
  return rest
}

/** Whether the name is the merchant's now. */
export async function takeName(ctx: Context, name: string): Promise<boolean> {
  const [row] = await ctx.query<{ taken: boolean }>('select take_site_name($1) as taken', [name])
  return row!.taken
}

export const updateSite = (ctx: Context, { version, ...values }: SiteRow) =>
  ctx.db
    .updateTable('site')
    .set({ ...values, version: version + 1 })
    .returning('version')
    .executeTakeFirstOrThrow()

/** What the page shows of the merchant, and its open stores. */
export const openStores = (ctx: Context) =>
  ctx.query(
    sql<{
      storeId: string
      name: string
      city: string
      address: string
      lng: number | null
      lat: number | null
      phone: string | null
      hours: OpeningWindow[]
      holidays: OpeningException[]
      delivers: boolean
      collects: boolean
    }>`select s.id as store_id, s.name, s.city_name as city, s.address, s.lng, s.lat, s.phones[1] as phone, s.hours,
        s.holidays, s.lng is not null and ${pickupType.delivery} = any (s.pickup_modes) and exists (select 1 from fee_config f
          where f.store_id = s.id and f.kind = 'delivery' and f.enabled) as delivers,
        s.lng is not null and ${returnType.collection} = any (s.return_modes) and exists (select 1 from fee_config f
          where f.store_id = s.id and f.kind = 'collect' and f.enabled) as collects
      from channel_mapping m join store s on s.merchant_id = m.merchant_id and s.id = m.store_id
     where m.source = ${source.own} and m.their_code is not null and s.status = ${storeStatus.open} order by s.city_name, s.id`,
  )

/** The merchant as its page names it: by its short name where it has one. */
export async function shownMerchant(ctx: Context) {
  const [row] = await ctx.query<{ name: string; logoPath: string | null; logoThumb: boolean | null }>(
    `select coalesce(nullif(m.short_name, ''), m.name) as name, g.path as logo_path, g.thumb as logo_thumb
       from merchant m left join media g on g.merchant_id = m.id and g.id = m.logo_id where m.id = merchant()`,
  )
  return row!
}

export interface SiteHead {
  readonly name: string
  readonly phone: string
  readonly colour: string
  readonly logoPath: string | null
  readonly logoThumb: boolean | null
  readonly status: ChannelStatus
}

/** The merchant as the head of its page shows it; null: the page is not open. */
export async function siteHead(ctx: Context): Promise<SiteHead | null> {
  const row = await ctx.query.first<SiteHead>(
    sql`select coalesce(nullif(m.short_name, ''), m.name) as name, s.phone, s.colour, g.path as logo_path, g.thumb as logo_thumb, c.status
      from site s join merchant m on m.id = s.merchant_id
        join merchant_channel c on c.merchant_id = s.merchant_id and c.source = ${source.own}
        left join media g on g.merchant_id = m.id and g.id = m.logo_id`,
    [],
  )
  return row !== undefined && isSelling(row.status) ? row : null
}

/** A model that is open here: what the page tells of it besides its name. */
interface OpenModel {
  /** Kilometres of a full battery; 0: none, or not known. */
  readonly rangeKm: number
  /** Cases that fit; null: not said. */
  readonly largeCases: number | null
  readonly smallCases: number | null
  /** Kilometres a day that the price includes, and fen for each further one; 0: no limit. */
  readonly kmPerDay: number
  readonly perKm: number
}

/** The models that are open here, by id. */
export async function openModels(ctx: Context): Promise<ReadonlyMap<string, OpenModel>> {
  const rows = await ctx.query(
    sql<
      OpenModel & { readonly id: string }
    >`select d.id, d.range_km, d.large_cases, d.small_cases, d.mileage_limit_km_per_day as km_per_day,
        d.over_mileage_per_km_fen as per_km
      from channel_mapping m join model d on d.merchant_id = m.merchant_id and d.id = m.model_id
     where m.source = ${source.own} and m.model_id is not null and m.their_code is not null`,
  )
  return new Map(rows.map(({ id, ...model }) => [id, model]))
}

type Session = Pick<Selectable<DB['siteSession']>, 'id' | 'mobileEnc' | 'createdAt' | 'provedAt'>

export const sessionOf = (
  { query }: Pick<Context, 'query'>,
  tokenHash: Buffer,
  now: number,
): Promise<Session | undefined> =>
  query.first<Session>(
    sql`select id, mobile_enc, created_at, proved_at from site_session where token_hash = $1 and ended_at is null and expire_at > $2`,
    [tokenHash, at(now)],
  )

export const insertSession = (
  ctx: Context,
  row: Pick<Insertable<DB['siteSession']>, 'tokenHash' | 'mobileEnc' | 'expireAt' | 'provedAt'> & {
    readonly id: string
  },
) => ctx.db.insertInto('siteSession').values(row).execute()

export interface OfPhone {
  readonly tail: string
  readonly hash: Buffer
}

/** SQL of the orders that were booked on the page with a mobile ($1 its last digits, $2 its hash). */
const ofPhone = sql`o.source = ${source.own} and o.contact_phone_tail4 = $1 and o.contact_phone_hash = $2`

/** How many bookings of a customer are ahead and not paid, their own and those for companies: they hold cars. */
export async function unpaidAhead(
  ctx: Context,
  { tail, hash }: OfPhone,
): Promise<{ readonly own: number; readonly ofCompanies: number }> {
  const [row] = await ctx.query(
    sql<{ own: number; ofCompanies: number }>`select count(*) filter (where o.company_id is null)::int as own,
        count(*) filter (where o.company_id is not null)::int as of_companies from "order" o
      where ${ofPhone} and o.status in (${openStatuses}) and o.actual_pickup_at is null and o.owed_fen > 0`,
    [tail, hash],
  )
  return row!
}

/** The order that a quote was booked as, if it was booked by this customer. */
export async function bookedAs(ctx: Context, { tail, hash }: OfPhone, orderNo: string): Promise<string | undefined> {
  const [row] = await ctx.query(
    sql<{ id: string }>`select o.id from "order" o where ${ofPhone} and o.channel_order_no = $3`,
    [tail, hash, orderNo],
  )
  return row?.id
}
