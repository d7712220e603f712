import { type SettleStatus, settleStatus } from '@cheyi/domain/booking/order/codes'
import type { OrderKind } from '@cheyi/domain/booking/order/kind'
import { isOnRent, wasReturned } from '@cheyi/domain/booking/order/steps'
import { Refusal } from '@cheyi/domain/refusal'
import type { LongTerms } from '@cheyi/domain/rental/instalment/terms'
import { keepingStatuses } from '@cheyi/domain/rental/violation/illegal'
import type { Updateable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import type { OrderRow } from './lock.ts'
import { creditSql } from './waits.ts'

/*
 * What steps of an order and of its money write in its row, whichever room they are of.
 */

/** When the next step of an order is due: its pickup, its return, or the moment it ended. */
export function nextAt(order: {
  status: number
  pickupAt: number
  returnAt: number
  actualReturnAt: number | null
  cancelledAt: number | null
}): number {
  if (isOnRent(order.status)) return order.returnAt
  if (wasReturned(order.status)) return order.actualReturnAt ?? order.returnAt
  return order.cancelledAt ?? order.pickupAt
}

/**
 * Writes what a step changes of the order: version, next step's time and who did it come along by themselves. Nothing else
 * changes a status. `order` is the row as it was read under its lock: one that has changed since is not written over.
 * @throws Refusal stale (-5) then
 */
export async function updateOrder(ctx: Context, order: OrderRow, patch: Updateable<DB['order']>): Promise<OrderRow> {
  return ctx.db
    .updateTable('order')
    .set({
      ...patch,
      nextAt: nextAt({ ...order, ...patch }),
      version: order.version + 1,
      updatedAt: ctx.now,
      updatedBy: ctx.accountId,
    })
    .where('id', '=', order.id)
    .where('version', '=', order.version)
    .returningAll()
    .executeTakeFirstOrThrow(() => new Refusal('stale'))
}

/** Tells who looks at the order (by the trigger of its row): its papers changed, nothing else of it. */
export const touchOrder = (queue: Context['queue'], orderId: string): void =>
  queue('update "order" set version = version where id = $1', [orderId])

/** An order that went to another vehicle; `from` and `to` are plates. */
export interface Moved {
  readonly orderId: string
  readonly orderNo: string
  readonly orderKind: OrderKind
  readonly contactName: string
  readonly pickupAt: number
  /** Empty: it had none. */
  readonly from: string
  readonly to: string
}

/** Puts orders on other vehicles, under the lock of both; what holds the cars themselves is the stock's. One statement for all. */
export const putOnCars = (ctx: Context, moves: readonly { refId: string; to: string }[]): Promise<Moved[]> =>
  ctx.query<Moved>(
    `with m as (
       select m.ref, m.vehicle, v.plate, old.plate as before
         from unnest($1::bigint[], $2::bigint[]) as m (ref, vehicle)
         join vehicle v on v.id = m.vehicle and v.merchant_id = merchant()
         join "order" old on old.id = m.ref and old.merchant_id = merchant())
     update "order" o set vehicle_id = m.vehicle, plate = m.plate, version = o.version + 1, updated_at = app_now()
       from m where o.id = m.ref
     returning o.id as order_id, o.order_no, o.order_kind, o.contact_name, o.pickup_at, coalesce(m.before, '') as from, m.plate as to`,
    [moves.map((move) => move.refId), moves.map((move) => move.to)],
  )

/** Whom moves would put on other vehicles, the next pickup first; nothing is written. */
export const ordersMoving = (ctx: Context, moves: readonly { refId: string; to: string }[]) =>
  ctx.query<Moved & { readonly vehicleId: string }>(
    `select v.id as vehicle_id, o.id as order_id, o.order_no, o.order_kind, o.contact_name, o.pickup_at, coalesce(o.plate, '') as from, v.plate as to
       from unnest($1::bigint[], $2::bigint[]) as m (ref, vehicle)
         join vehicle v on v.id = m.vehicle and v.merchant_id = merchant()
         join "order" o on o.id = m.ref and o.merchant_id = merchant()
      order by o.pickup_at, o.id`,
    [moves.map((move) => move.refId), moves.map((move) => move.to)],
  )

type Cached = Pick<
  OrderRow,
  'totalFen' | 'paidFen' | 'refundedFen' | 'owedFen' | 'refundingFen' | 'prepayFen' | 'prepayDueFen'
> & {
  /** Of a long order: the terms of its plan. */
  readonly planTerms: LongTerms | null
}

/**
 * Writes what the row caches of its money, in one statement with the query that finds it. `sums`: SQL of one row with the
 * columns below; `$1` is the order.
 */
export async function cacheMoney(ctx: Pick<Context, 'query'>, orderId: string, sums: string): Promise<Cached> {
  const [row] = await ctx.query<Cached>(
    `with money as (${sums})
     update "order" o set total_fen = m.total_fen, paid_fen = m.paid_fen, refunded_fen = m.refunded_fen,
         refund_expense_fen = m.refund_expense_fen, owed_fen = m.owed_fen, refunding_fen = m.refunding_fen, 
         refund_wait = coalesce(m.refund_wait, case when ${creditSql('o', 'm')} > 0 then 'byHand' end), held_deposit_fen = m.held_deposit_fen
       from money m where o.id = $1
     returning o.total_fen, o.paid_fen, o.refunded_fen, o.owed_fen, o.refunding_fen, o.prepay_fen, o.prepay_due_fen,
       case when o.instalments > 0 then o.quote_snapshot -> 'terms' end as plan_terms`,
    [orderId],
  )
  return row!
}

export const cacheSettlement = (ctx: Context, orderId: string, status: SettleStatus): void =>
  ctx.queue(ctx.db.updateTable('order').set({ settleStatus: status }).where('id', '=', orderId))

/** Writes what the customer is expected to owe of damage that is being assessed, fen: its deposit answers for it. */
export const cacheDamage = (db: Db, orderId: string, expectedDamageFen: number) =>
  db.updateTable('order').set({ expectedDamageFen }).where('id', '=', orderId).execute()

/** Writes how many violations of orders are open: they keep their violation deposits. */
export const countIllegals = (ctx: Pick<Context, 'query'>, orderIds: readonly string[]) =>
  ctx.query(
    sql`update "order" o set open_illegals = (select count(*) from illegal i where i.merchant_id = o.merchant_id and i.order_id = o.id
        and i.status in (${keepingStatuses})) where o.id = any ($1::bigint[])`,
    [orderIds],
  )

/** Orders that were settled and have an open case since are so no more; all else of their books stands. */
export const unsettle = (ctx: Pick<Context, 'query'>, orderIds: readonly string[]) =>
  ctx.query(
    `update "order" set settle_status = ${settleStatus.rentSettled}
      where id = any ($1::bigint[]) and settle_status = ${settleStatus.settled} and open_illegals > 0`,
    [orderIds],
  )

/** Writes what lists and counters read of the payment plan of a long order. */
export const cachePlan = (
  db: Db,
  orderId: string,
  plan: Pick<OrderRow, 'nextDueOn' | 'nextDueFen' | 'instalments' | 'instalmentsPaid' | 'instalmentsOverdue'>,
) => db.updateTable('order').set(plan).where('id', '=', orderId).execute()

export const cacheDeposits = (
  ctx: Context,
  orderId: string,
  deposits: Pick<OrderRow, 'depositStatus' | 'depositPayStatus'> & Partial<Pick<OrderRow, 'depositMode'>>,
): void => ctx.queue(ctx.db.updateTable('order').set(deposits).where('id', '=', orderId))
