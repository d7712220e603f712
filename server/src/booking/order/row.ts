import { type OrderStatus, orderStatus, type SettleStatus, settleStatus } from '@cheyi/domain/booking/order/codes'
import { isOnRent, wasReturned } from '@cheyi/domain/booking/order/steps'
import type { LongTerms } from '@cheyi/domain/pricing/quote/long/terms'
import type { Insertable, Updateable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import { type Patch, saveRow } from '../../kernel/db/save-row.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import type { Moved } from '../../kernel/orders.ts'
import { idsOf } from '../../platform/pending-work/actions.ts'
import type { OrderRow } from './lock.ts'

/* The writes to the order row, for the steps of an order and of its money in all features. */

/** The time of the next step of an order: its pickup, its return, or the time at which it ended. */
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
 * Writes the changes of a step to the order row, and sets version, time of the next step and actor. No other code changes a
 * status. `order` is the row as read under its lock, or as written since.
 * @throws Refusal stale (-5) at the end of the transaction, if the row has changed since
 */
export function updateOrder(ctx: Context, order: OrderRow, patch: Patch<'order'>): OrderRow {
  const columns = { ...patch, nextAt: nextAt({ ...order, ...patch } as OrderRow), updatedBy: ctx.accountId }
  return saveRow(ctx, 'order', order, columns, { exactly: true })
}

/** Queues the row of a new order. */
export const insertOrder = (ctx: Context, row: Insertable<DB['order']>): void =>
  ctx.queue(ctx.db.insertInto('order').values(row))

/**
 * Queues the columns of a draft that is saved again, or becomes an order.
 * @param via the intermediate status, because the database allows an order only one step at a time
 */
export function saveDraft(ctx: Context, id: string, row: Updateable<DB['order']>, via?: OrderStatus): void {
  if (via !== undefined && via !== row.status)
    ctx.queue(ctx.db.updateTable('order').set({ status: via }).where('id', '=', id))
  ctx.queue(ctx.db.updateTable('order').set(row).where('id', '=', id))
}

/** Notifies open pages of the order through the trigger of its row: its documents changed, its columns did not. */
export const touchOrder = (queue: Context['queue'], orderId: string): void =>
  queue('update "order" set version = version where id = $1', [orderId])

/** The orders whose cars are with their customers, of one store or of all that the caller sees. */
export const onRent = (ctx: Pick<Context, 'query'>, storeId: string | null): Promise<string[]> =>
  idsOf(
    ctx,
    `select id from "order" where status = ${orderStatus.pickedUp} and ($1::bigint is null or store_id = $1)`,
    [storeId],
  )

/**
 * Moves orders to other cars, under the locks of both; the assignments of the cars are written by the stock feature. One
 * statement for all.
 */
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

type Cached = Pick<
  OrderRow,
  'totalFen' | 'paidFen' | 'refundedFen' | 'owedFen' | 'refundingFen' | 'prepayFen' | 'prepayDueFen'
> & {
  /** For a long order: the terms of its plan. */
  readonly planTerms: LongTerms | null
}

/**
 * Updates the cached amounts of the order row, in one statement with the query that computes them. `sums`: SQL of one row
 * with the columns below; `$1` is the order. `credit`: SQL of the credit of the order `o` with the debt of `m`, fen.
 */
export async function cacheMoney(
  ctx: Pick<Context, 'query'>,
  orderId: string,
  { sums, credit }: { readonly sums: string; readonly credit: string },
): Promise<Cached> {
  const [row] = await ctx.query<Cached>(
    `with money as (${sums})
     update "order" o set total_fen = m.total_fen, paid_fen = m.paid_fen, refunded_fen = m.refunded_fen,
         refund_expense_fen = m.refund_expense_fen, owed_fen = m.owed_fen, refunding_fen = m.refunding_fen,
         pending_refund = coalesce(m.pending_refund, case when ${credit} > 0 then 'byHand' end), held_deposit_fen = m.held_deposit_fen
       from money m where o.id = $1
     returning o.total_fen, o.paid_fen, o.refunded_fen, o.owed_fen, o.refunding_fen, o.prepay_fen, o.prepay_due_fen,
       case when o.instalments > 0 then o.quote_snapshot -> 'terms' end as plan_terms`,
    [orderId],
  )
  return row!
}

export const cacheSettlement = (ctx: Context, orderId: string, status: SettleStatus): void =>
  ctx.queue(ctx.db.updateTable('order').set({ settleStatus: status }).where('id', '=', orderId))

/** Stores the expected debt for damage that is being assessed, fen: the deposit is withheld for it. */
export const cacheDamage = (db: Db, orderId: string, expectedDamageFen: number) =>
  db.updateTable('order').set({ expectedDamageFen }).where('id', '=', orderId).execute()

/**
 * Stores the number of open violations of orders, which block the release of their violation deposits.
 * @param count SQL of the number for the order `o`
 */
export const cacheViolations = (ctx: Pick<Context, 'query'>, orderIds: readonly string[], count: string) =>
  ctx.query(`update "order" o set open_violations = (${count}) where o.id = any ($1::bigint[])`, [orderIds])

/** Settled orders that have a new open case are not settled any more; their ledger is unchanged. */
export const unsettle = (ctx: Pick<Context, 'query'>, orderIds: readonly string[]) =>
  ctx.query(
    `update "order" set settle_status = ${settleStatus.rentSettled}
      where id = any ($1::bigint[]) and settle_status = ${settleStatus.settled} and open_violations > 0`,
    [orderIds],
  )

/** Stores what lists and counters need of the payment plan of a long order. */
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
