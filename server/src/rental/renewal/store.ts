import type { TermExtension } from '@cheyi/domain/pricing/quote/term'
import { renewalStatus, renewalStatuses } from '@cheyi/domain/rental/renewal/codes'
import { isOpenRenewal } from '@cheyi/domain/rental/renewal/steps'
import type { Insertable, Selectable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type RenewalRow = Selectable<DB['renewal']>

/** The time sold by the effective renewals of an order, in hours; those of a long order are instalments of its plan. */
export async function effective(ctx: Pick<Context, 'db' | 'query'>, orderId: string): Promise<TermExtension[]> {
  const all = ctx.db.selectFrom('renewal').select('extension').where('orderId', '=', orderId)
  const rows = await ctx.query(all.where('status', '=', renewalStatus.effective).orderBy('seq'))
  return rows.flatMap(({ extension }) => (extension.kind === 'long' ? [] : extension))
}

export const byId = (db: Db, id: string): Promise<RenewalRow | undefined> =>
  db.selectFrom('renewal').selectAll().where('id', '=', id).executeTakeFirst()

/** The renewal of an order that reserves its time and is not effective yet: at most one. */
export const openOf = (ctx: Pick<Context, 'db' | 'query'>, orderId: string): Promise<RenewalRow | undefined> =>
  ctx.query.first(
    ctx.db
      .selectFrom('renewal')
      .selectAll()
      .where('orderId', '=', orderId)
      .where('status', 'in', renewalStatuses.values.filter(isOpenRenewal)),
  )

export const setPaid = (db: Db, id: string, status: RenewalRow['status']): Promise<unknown> =>
  db.updateTable('renewal').set({ status }).where('id', '=', id).execute()

/** Renewals of an order, newest first, with the accounts that made them. */
export const ofOrder = (ctx: Context, orderId: string) =>
  ctx.query<RenewalRow & { readonly byName: string | null }>(
    `select r.*, a.name as by_name from renewal r left join account a on a.id = r.created_by
      where r.order_id = $1 order by r.seq desc`,
    [orderId],
  )

/** Inserts a renewal as the next of its order, whose lock the caller holds. */
export const insert = (ctx: Context, row: Omit<Insertable<DB['renewal']>, 'seq'> & { readonly id: string }): void =>
  ctx.queue(
    ctx.db.insertInto('renewal').values((e) => ({
      ...row,
      seq: e
        .selectFrom('renewal')
        .select((r) => r(r.fn.coalesce(r.fn.max('seq'), r.lit(0)), '+', 1).as('seq'))
        .where('orderId', '=', row.orderId),
    })),
  )

export const end = (
  db: Db,
  id: string,
  patch: Pick<RenewalRow, 'status' | 'endedAt' | 'endReason'>,
): Promise<unknown> => db.updateTable('renewal').set(patch).where('id', '=', id).execute()

/**
 * What speaks against a later end: documents of everybody who may drive and authorizations of deposits that expire before it, and who is
 * on the blacklist meanwhile.
 */
export async function endingBefore(ctx: Context, orderId: string, returnAt: number): Promise<string[]> {
  const rows = await ctx.query(
    sql<{ what: string }>`with driver as (
       select case p.id when o.renter_id then '' else '同行驾驶人' || p.name || '的' end as whose,
           case p.id when o.renter_id then '承租人' else '同行驾驶人' || p.name end as who,
           p.licence_expire, p.identity_expire, p.blacklist,
           (to_timestamp($2::bigint / 1000.0) at time zone 'Asia/Shanghai')::date as until,
           coalesce(array_position(o.codriver_ids, p.id), 0) as place
         from "order" o join person p on p.merchant_id = o.merchant_id and (p.id = o.renter_id or p.id = any (o.codriver_ids))
        where o.id = $1),
     found as (
       select place, 1 as kind, who || '在黑名单中' as what from driver where blacklist
       union all
       select place, 2, whose || '驾驶证将于' || to_char(licence_expire, 'YYYY-MM-DD') || '到期' from driver where licence_expire < until
       union all
       select place, 3, whose || '身份证件将于' || to_char(identity_expire, 'YYYY-MM-DD') || '到期' from driver where identity_expire < until
       union all
       select 9, 4, '押金授权将于' || to_char(d.expire_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') || '到期'
         from deposit d where d.order_id = $1 and d.expire_at < to_timestamp($2::bigint / 1000.0)
          and d.held_fen > d.captured_fen + d.released_fen)
     select what from found order by place, kind`,
    [orderId, returnAt],
  )
  return rows.map(({ what }) => what)
}
