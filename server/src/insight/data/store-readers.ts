import { orderKinds, orderStatus } from '@cheyi/domain/booking/order/codes'
import { menuOf } from '@cheyi/domain/permission'
import { accountStatus, storeScope } from '@cheyi/domain/platform/account/codes'
import { DAY, localDate, startOfDate } from '@cheyi/domain/time'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'

/** An account that may see figures: of all stores (null) or of these, with amounts or without. */
export interface Reader {
  readonly accountId: string
  readonly storeIds: readonly string[] | null
  readonly money: boolean
}

const holds = (menu: string) =>
  `exists (select from role r where r.id = any (a.role_ids) and r.deleted_at is null and ${menu}::int = any (r.menu_ids))`

/** Accounts that may see figures; an account that only sees its own orders has none. */
export const morningReaders = (ctx: Pick<Context, 'query'>): Promise<Reader[]> =>
  ctx.query<Reader>(
    `select a.id as account_id, case when a.store_scope = ${storeScope.listed} then a.store_ids end as store_ids, ${holds('$2')} as money
      from account a where a.status = ${accountStatus.enabled} and a.deleted_at is null and a.store_scope < ${storeScope.own} and ${holds('$1')}`,
    [menuOf('data').id, menuOf('data.money').id],
  )

/**
 * Names every kind, so that the index of open orders is used: those of pickups and returns alone are of timers and read all
 * merchants.
 */
const ofAllKinds = `o.order_kind in (${orderKinds.values.join(', ')})`

/** Orders to be handed over or returned on a day, and the overdue ones. */
export async function dueToday(
  ctx: Pick<Context, 'query' | 'now'>,
  storeIds: readonly string[] | null,
): Promise<{ readonly pickups: number; readonly returns: number; readonly overdue: number }> {
  const [row] = await ctx.query<{ readonly pickups: number; readonly returns: number; readonly overdue: number }>(
    `select (select count(*)::int from "order" o where ${ofAllKinds} and o.status in (${orderStatus.confirmed}, ${orderStatus.arranged})
         and o.next_at >= $1 and o.next_at < $2 and ($3::bigint[] is null or o.store_id = any ($3))) as pickups,
       count(*) filter (where o.next_at >= $1)::int as returns, count(*) filter (where o.next_at < $1)::int as overdue
      from "order" o where ${ofAllKinds} and o.status = ${orderStatus.pickedUp} and o.next_at < $2
        and ($3::bigint[] is null or o.return_store_id = any ($3))`,
    [at(startOfDate(localDate(ctx.now))), at(startOfDate(localDate(ctx.now)) + DAY), storeIds],
  )
  return row!
}
