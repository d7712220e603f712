import { orderStatus, source } from '@cheyi/domain/booking/order/codes'
import { FUNNEL_DAYS, type SiteStep } from '@cheyi/domain/sales/site/funnel'
import { addDays, type LocalDate, localDate, startOfDate } from '@cheyi/domain/time'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'

export interface Place {
  readonly code: string
  readonly name: string
}

/** Places that the merchant named, in the order of their numbers. */
export const places = (ctx: Context) =>
  ctx.query<Place & { readonly no: number }>('select no, code, name from site_place order by no')

export const insertPlace = (ctx: Context, { no, code, name }: Place & { readonly no: number }) =>
  ctx.query('insert into site_place (no, code, name) values ($1, $2, $3)', [no, code, name])

export const renamePlace = async (ctx: Context, { code, name }: Place): Promise<boolean> =>
  (await ctx.query<{ no: number }>('update site_place set name = $2 where code = $1 returning no', [code, name]))
    .length > 0

/** The first day of the funnel. */
export const firstDay = (ctx: Context): LocalDate => addDays(localDate(ctx.now), 1 - FUNNEL_DAYS)

/** What visitors did, by the place that they named; those that the merchant does not have are one. */
export const counts = (ctx: Context) =>
  ctx.query<{ place: string; step: SiteStep; n: number }>(
    `select case when c.place = '' then '' else coalesce(p.code, '-') end as place, c.step, sum(c.n)::int as n
       from site_count c left join site_place p on p.code = c.place
      where c.day >= $1::date group by 1, 2`,
    [firstDay(ctx)],
  )

/** Bookings of the page, and those of which something was paid; cancelled ones count, because they were made. */
export const bookings = (ctx: Context) =>
  ctx.query<{ place: string; booked: number; paid: number }>(
    `select case when coalesce(b.place, '') = '' then '' else coalesce(p.code, '-') end as place, count(*)::int as booked,
        count(*) filter (where o.paid_fen > 0)::int as paid
       from "order" o left join site_booking b on b.merchant_id = o.merchant_id and b.order_id = o.id
         left join site_place p on p.code = b.place
      where o.source = ${source.own} and o.created_at >= $1 and o.status <> ${orderStatus.notSubmitted} group by 1`,
    [at(startOfDate(firstDay(ctx)))],
  )

/** Models that were looked for while they were sold out, by day of the pickup; the most wanted first. */
export const lacks = (ctx: Context, most: number) =>
  ctx.query<{ modelId: string; model: string; wantedOn: LocalDate; n: number }>(
    `select l.model_id, m.name as model, l.wanted_on, sum(l.n)::int as n
       from site_lack l join model m on m.merchant_id = l.merchant_id and m.id = l.model_id
      where l.day >= $1::date group by 1, 2, 3 order by n desc, l.wanted_on, m.name limit $2`,
    [firstDay(ctx), most],
  )

export const insertBooking = (ctx: Context, orderId: string, place: string): void =>
  ctx.queue('insert into site_booking (order_id, place) values ($1, $2)', [orderId, place])
