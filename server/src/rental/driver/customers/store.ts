import { rentalStatuses } from '@cheyi/domain/booking/order/steps'
import { ANY_TAG, type CustomerFigure, type CustomerSort, type RentalFacts } from '@cheyi/domain/rental/driver/customer'
import type { Selectable } from 'kysely'
import type { Context } from '../../../kernel/context.ts'
import { parameters } from '../../../kernel/db/sql.ts'
import type { DB } from '../../../kernel/db/tables.gen.ts'

/** Whose list it is: a store or all, and a tag or any. */
export interface Shelf {
  readonly storeId: string
  readonly tag: string
}

type Person = Pick<Selectable<DB['person']>, 'name' | 'phoneMask' | 'verifyStatus' | 'blacklist' | 'tags'>

export interface CustomerRow extends Person {
  readonly personId: string
  readonly orders: number
  readonly spentFen: number
  readonly owedFen: number
  /** 0: none. */
  readonly lastMs: number
}

/** The sort column of each order of the list; the newest customers have the highest ids. */
const sortSql: Readonly<Record<CustomerSort, string>> = {
  newest: 'f.person_id',
  orders: 'f.orders',
  spent: 'f.spent_fen',
  owed: 'f.owed_fen',
  last: 'f.last_at',
}

/** The same among the columns of a page. */
const sortedBy: typeof sortSql = { ...sortSql, last: 'f.last_ms' }

/** The highest value first, then the newest customer. `among`: only these customers. */
export function page(
  ctx: Context,
  { storeId, tag }: Shelf,
  ask: {
    readonly sort: CustomerSort
    readonly after: readonly string[] | null
    readonly among: readonly string[] | null
    readonly limit: number
  },
): Promise<CustomerRow[]> {
  const { values, bind } = parameters()
  const column = sortSql[ask.sort]
  const wanted = [`f.store_id = ${bind(storeId)}`, `f.tag = ${bind(tag)}`]
  if (ask.among !== null) wanted.push(`f.person_id = any (${bind(ask.among)}::bigint[])`)
  if (ask.after !== null) {
    const [key, id] = [`${bind(ask.after[0])}::bigint`, `${bind(ask.after[1])}::bigint`]
    wanted.push(`(${column}, f.person_id) < (${ask.sort === 'last' ? `to_timestamp(${key} / 1000.0)` : key}, ${id})`)
  }
  return ctx.query<CustomerRow>(
    `select f.*, p.name, p.phone_mask, p.verify_status, p.blacklist, p.tags
      from (select f.person_id, f.orders, f.spent_fen, f.owed_fen, epoch_ms(f.last_at) as last_ms
          from customer_figure f where ${wanted.join(' and ')} order by ${column} desc, f.person_id desc limit ${ask.limit}) f
        join person p on p.id = f.person_id
      order by ${sortedBy[ask.sort]} desc, f.person_id desc`,
    values,
  )
}

/** The tags of customers at a store or of all, by their text; read by skipping from one to the next in the index. */
export async function tags(ctx: Context, storeId: string, most: number): Promise<string[]> {
  const rows = await ctx.query<{ tag: string }>(
    `with recursive next as (
       (select f.tag from customer_figure f where f.store_id = $1 and f.tag > $2 order by f.tag limit 1)
       union all
       select (select f.tag from customer_figure f where f.store_id = $1 and f.tag > next.tag order by f.tag limit 1)
         from next where next.tag is not null)
     select tag from next where tag is not null limit ${most}`,
    [storeId, ANY_TAG],
  )
  return rows.map(({ tag }) => tag)
}

/** Customers after an id, of all that are not deleted. */
export async function idsAfter(ctx: Context, after: string, limit: number): Promise<string[]> {
  const rows = await ctx.query<{ id: string }>(
    `select id from person where id > $1 and erased_at is null order by id limit ${limit}`,
    [after],
  )
  return rows.map(({ id }) => id)
}

/** The renters of orders. */
export async function rentersOf(ctx: Context, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const rows = await ctx.query<{ renterId: string }>(
    'select distinct renter_id from "order" where id = any ($1::bigint[]) and renter_id is not null',
    [orderIds],
  )
  return rows.map(({ renterId }) => renterId)
}

export const tagsOf = (ctx: Context, ids: readonly string[]) =>
  ctx.query<{ readonly id: string; readonly tags: string[] }>(
    'select id, tags from person where id = any ($1::bigint[]) and erased_at is null',
    [ids],
  )

export const rentalsOf = (ctx: Context, ids: readonly string[]) =>
  ctx.query<RentalFacts & { readonly renterId: string }>(
    `select o.renter_id, o.status, o.store_id, o.return_store_id, o.total_fen, o.owed_fen, o.refunding_fen,
       coalesce(o.actual_pickup_at, o.pickup_at) as picked_up_at, o.payer_name <> '' as company_pays
     from "order" o where o.renter_id = any ($1::bigint[]) and o.status in (${rentalStatuses.join(', ')})`,
    [ids],
  )

/** Replaces the figures of these customers; rows that are the same are not written. */
export async function write(
  ctx: Context,
  ids: readonly string[],
  figures: readonly (CustomerFigure & { readonly personId: string })[],
): Promise<void> {
  const rows = JSON.stringify(figures)
  await ctx.query(
    `with now as (select * from jsonb_to_recordset($2::jsonb)
         as f ("personId" bigint, "storeId" bigint, tag text, orders int, "spentFen" bigint, "owedFen" bigint, "lastAt" bigint))
     delete from customer_figure f where f.person_id = any ($1::bigint[]) and not exists (
       select from now n where n."personId" = f.person_id and n."storeId" = f.store_id and n.tag = f.tag)`,
    [ids, rows],
  )
  if (figures.length === 0) return
  await ctx.query(
    `insert into customer_figure as f (person_id, store_id, tag, orders, spent_fen, owed_fen, last_at)
     select "personId", "storeId", tag, orders, "spentFen", "owedFen", to_timestamp("lastAt" / 1000.0)
       from jsonb_to_recordset($1::jsonb)
         as n ("personId" bigint, "storeId" bigint, tag text, orders int, "spentFen" bigint, "owedFen" bigint, "lastAt" bigint)
     on conflict (merchant_id, person_id, store_id, tag) do update
       set orders = excluded.orders, spent_fen = excluded.spent_fen, owed_fen = excluded.owed_fen, last_at = excluded.last_at
       where (f.orders, f.spent_fen, f.owed_fen, f.last_at)
         <> (excluded.orders, excluded.spent_fen, excluded.owed_fen, excluded.last_at)`,
    [rows],
  )
}
