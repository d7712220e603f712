import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import type { CouponUses } from '@cheyi/domain/sales/coupon/coupon'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'

export type CouponRow = Selectable<DB['coupon']>

/** How the orders of a customer are found. */
export interface OfPhone {
  readonly tail: string
  readonly hash: Buffer
}

/** Coupons on the list. */
export const MOST_LISTED = 200

export interface ListedCoupon extends CouponRow {
  readonly used: number
  readonly givenFen: number
}

/** Those that are on first, then the newest. */
export const coupons = (ctx: Context) =>
  ctx.query<ListedCoupon>(
    `select c.*, n.used, n.given_fen
       from (select * from coupon order by is_on desc, id desc limit ${MOST_LISTED}) c
         left join lateral (select count(*)::int as used, coalesce(sum(u.fen), 0)::bigint as given_fen from coupon_use u
           where u.coupon_id = c.id and not u.void) n on true
      order by c.is_on desc, c.id desc`,
  )

export const couponOfCode = (ctx: Context, code: string): Promise<CouponRow | undefined> =>
  ctx.query.first<CouponRow>('select * from coupon where code = $1', [code])

export const lockCoupon = (ctx: Context, id: string): Promise<CouponRow | undefined> =>
  ctx.query.first<CouponRow>('select * from coupon where id = $1 for update', [id])

export const hasCoupon = async (ctx: Context, id: string): Promise<boolean> =>
  (await ctx.query.first('select id from coupon where id = $1', [id])) !== undefined

export const insertCoupon = (ctx: Context, row: Insertable<DB['coupon']>) =>
  ctx.db.insertInto('coupon').values(row).execute()

/** How many of these models there are. */
export async function countModels(ctx: Context, ids: readonly string[]): Promise<number> {
  const [row] = await ctx.query<{ count: number }>(
    'select count(*)::int as count from model where id = any ($1::bigint[])',
    [ids],
  )
  return row!.count
}

/**
 * Uses that count, without those of an order: of all no more than the coupon allows, 0 where it allows any number, and of a customer. Called off
 * orders do not count. Only the few orders of the customer are read.
 */
export async function usesOf(
  ctx: Context,
  { id, mostUses }: Pick<CouponRow, 'id' | 'mostUses'>,
  phone: OfPhone | null,
  orderId: string | null = null,
): Promise<CouponUses> {
  const [row] = await ctx.query<CouponUses>(
    `select (select count(*) from (select from coupon_use where coupon_id = $1 and not void and order_id is distinct from $4::bigint limit $5) u)::int as "all",
       (select count(*) from "order" o join coupon_use u on u.merchant_id = o.merchant_id and u.order_id = o.id
         where o.contact_phone_tail4 = $2 and o.contact_phone_hash = $3 and u.coupon_id = $1 and not u.void and u.order_id is distinct from $4::bigint)::int as own`,
    [id, phone?.tail ?? null, phone?.hash ?? null, orderId, mostUses ?? 0],
  )
  return row!
}

export const insertUse = (
  ctx: Context,
  row: { readonly couponId: string; readonly orderId: string; readonly fen: number },
): void =>
  ctx.queue('insert into coupon_use (coupon_id, order_id, fen) values ($1, $2, $3)', [
    row.couponId,
    row.orderId,
    row.fen,
  ])

export interface UseRow {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly at: number
  readonly fen: number
  readonly givenBack: boolean
}

/** Its uses, the newest first. */
export const uses = (ctx: Context, couponId: string, after: readonly string[] | null, most: number) =>
  ctx.query<UseRow>(
    `select u.order_id, o.order_no, o.order_kind, u.at, u.fen, u.void as given_back
       from coupon_use u join "order" o on o.merchant_id = u.merchant_id and o.id = u.order_id
      where u.coupon_id = $1 and ($2::bigint is null or u.order_id < $2) order by u.order_id desc limit $3`,
    [couponId, after?.[0] ?? null, most],
  )

export async function countUses(ctx: Context, couponId: string): Promise<number> {
  const [row] = await ctx.query<{ count: number }>(
    'select count(*)::int as count from coupon_use where coupon_id = $1',
    [couponId],
  )
  return row!.count
}
