import type { OrderKind } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { Refusal } from '@cheyi/domain/refusal'
import type { Context } from '../../kernel/context.ts'
import { type First, Restart } from '../../kernel/db/restart.ts'
import type { OrderRow } from '../../kernel/orders.ts'
import { pendingWorkChanges } from '../../platform/pending-work/actions.ts'

/*
 * Locks are always taken in the same order, so that no deadlock occurs: orders by ID, then deposits by kind, then pools by
 * ID, then vehicles. An order that is found to be affected only under the lock of a pool is locked if it is free; otherwise
 * the transaction restarts with it. Code that violates this order is a bug, and its first test fails.
 */

export type { OrderRow }

interface Held {
  /** IDs of the orders that this transaction has locked. */
  readonly orders: Set<string>
  pools: boolean
}

const locks = new WeakMap<Context, Held>()

function heldLocksOf(ctx: Context): Held {
  const held = locks.get(ctx) ?? { orders: new Set(), pools: false }
  locks.set(ctx, held)
  return held
}

/** Called where pools are locked: from now on the transaction must not wait for the lock of an order. */
export function noteLockedPools(ctx: Context): void {
  heldLocksOf(ctx).pools = true
}

function noteOrder(ctx: Context, id: string): void {
  const { orders, pools } = heldLocksOf(ctx)
  if (orders.has(id)) return
  if (pools) throw new Error(`order ${id} would be waited for under the lock of a pool`)
  const later = [...orders].find((one) => BigInt(one) > BigInt(id))
  if (later !== undefined) throw new Error(`order ${id} would be waited for under the lock of order ${later}`)
  orders.add(id)
  pendingWorkChanges(ctx, 'order', [id])
}

/**
 * Locks the order row, as the first lock of every step. What is asked after this call, without waiting for it, travels with it and is
 * answered as it is under the lock. Rows that reference the order can be inserted by other transactions meanwhile, because the lock does
 * not cover its key, which never changes.
 * @throws Refusal orderNotFound (2002) when the order belongs to another merchant, is out of scope, or is of a kind that the
 *   caller may not see; stale (-5) when `version` was sent and differs
 */
export async function lockOrder(ctx: Context, orderId: string, version?: number): Promise<OrderRow> {
  noteOrder(ctx, orderId)
  const row = await ctx.query.first(ctx.db.selectFrom('order').selectAll().where('id', '=', orderId).forNoKeyUpdate())
  return requireOrderAtVersion(ctx, row, version)
}

/** Reads the order without a lock. @throws as {@link lockOrder} */
export async function readOrder(ctx: Context, orderId: string): Promise<OrderRow> {
  const row = await ctx.db.selectFrom('order').selectAll().where('id', '=', orderId).executeTakeFirst()
  return requireOrderAtVersion(ctx, row)
}

/**
 * Locks the orders that a new plan of a pool affects; call it under the lock of the pool and within `ctx.elevated`.
 * @throws Restart when another transaction holds the lock of one of them
 */
export async function seizeOrders(ctx: Context, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return []
  const theirs = ctx.db.selectFrom('order').selectAll().where('id', 'in', ids).orderBy('id')
  const rows = await ctx.query(theirs.forNoKeyUpdate().skipLocked())
  if (rows.length < ids.length) throw startAgain(ctx, ids)
  const { orders } = heldLocksOf(ctx)
  for (const { id } of rows) orders.add(id)
  pendingWorkChanges(ctx, 'order', ids)
  return rows
}

/**
 * The data of a plan has changed meanwhile: the transaction restarts, and locks these orders and all orders locked so far at
 * its beginning.
 */
export function startAgain(ctx: Context, ids: readonly string[]): Restart {
  const sorted = [...new Set([...heldLocksOf(ctx).orders, ...ids])].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  const first: First = async (next) => {
    for (const id of sorted) noteOrder(next, id)
    await next.elevated(() =>
      next.query('select id from "order" where id = any ($1::bigint[]) order by id for no key update', [sorted]),
    )
  }
  return new Restart({ first })
}

function requireOrderAtVersion(ctx: Context, row: OrderRow | undefined, version?: number): OrderRow {
  if (row === undefined || !mayOpen(ctx, row.orderKind)) throw new Refusal('orderNotFound')
  if (version !== undefined && version !== row.version)
    throw new Refusal('stale', { version: row.version, status: row.status, updatedAt: row.updatedAt })
  return row
}

/**
 * A call about an order requires the page permission of its kind in addition to its own permission. Jobs have no account and
 * see every kind.
 */
const mayOpen = (ctx: Context, kind: OrderKind): boolean =>
  ctx.identity.accountId === '0' || ctx.can(profileOf(kind).pageKey)
