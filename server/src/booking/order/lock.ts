import type { OrderKind } from '@cheyi/domain/booking/order/codes'
import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { Refusal } from '@cheyi/domain/refusal'
import type { Selectable } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { Again, type First } from '../../kernel/db/again.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { waitsChange } from '../../platform/waiting/actions.ts'

/*
 * Locks are taken in one order, so that nobody waits in a circle: orders by id, then deposits by kind, then pools by id,
 * then vehicles. An order that is found to matter only under a pool's lock is taken if nobody has it; else the transaction
 * starts again with it. Whoever wants it otherwise has made a mistake that the first test of it shows.
 */

/** A whole order row, as the steps need it. */
export type OrderRow = Selectable<DB['order']>

interface Held {
  /** Ids of the orders that this transaction has locked. */
  readonly orders: Set<string>
  pools: boolean
}

const locks = new WeakMap<Context, Held>()

function heldBy(ctx: Context): Held {
  const held = locks.get(ctx) ?? { orders: new Set(), pools: false }
  locks.set(ctx, held)
  return held
}

/** Called where pools are locked: no order is waited for from now on. */
export function noteLockedPools(ctx: Context): void {
  heldBy(ctx).pools = true
}

function noteOrder(ctx: Context, id: string): void {
  const { orders, pools } = heldBy(ctx)
  if (orders.has(id)) return
  if (pools) throw new Error(`order ${id} would be waited for under the lock of a pool`)
  const later = [...orders].find((one) => BigInt(one) > BigInt(id))
  if (later !== undefined) throw new Error(`order ${id} would be waited for under the lock of order ${later}`)
  orders.add(id)
  waitsChange(ctx, 'order', [id])
}

/**
 * The order under its row lock, the first that every step takes. Rows that refer to it can be written beside the lock: its
 * key never changes.
 * @throws Refusal orderNotFound (2002) when it is none of the merchant's, out of scope, or of a kind not held;
 *   stale (-5) when `version` was sent and differs
 */
export async function lockOrder(ctx: Context, orderId: string, version?: number): Promise<OrderRow> {
  noteOrder(ctx, orderId)
  const row = await ctx.db.selectFrom('order').selectAll().where('id', '=', orderId).forNoKeyUpdate().executeTakeFirst()
  return checked(ctx, row, version)
}

/** The order without a lock, for reads. @throws as {@link lockOrder} */
export async function readOrder(ctx: Context, orderId: string): Promise<OrderRow> {
  const row = await ctx.db.selectFrom('order').selectAll().where('id', '=', orderId).executeTakeFirst()
  return checked(ctx, row)
}

/**
 * Orders that a new plan of a pool touches, under their row locks; call it under the pool's lock, every store in sight.
 * @throws Again when somebody else is at work on one of them
 */
export async function seizeOrders(ctx: Context, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return []
  const rows = await ctx.db
    .selectFrom('order')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked()
    .execute()
  if (rows.length < ids.length) throw startAgain(ctx, ids)
  const { orders } = heldBy(ctx)
  for (const { id } of rows) orders.add(id)
  waitsChange(ctx, 'order', ids)
  return rows
}

/**
 * A plan was made of what has changed meanwhile: it is made anew, with these orders and all that are locked by now under
 * their locks from the start.
 */
export function startAgain(ctx: Context, ids: readonly string[]): Again {
  const sorted = [...new Set([...heldBy(ctx).orders, ...ids])].toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))
  const first: First = async (next) => {
    for (const id of sorted) noteOrder(next, id)
    await next.elevated(() =>
      next.query('select id from "order" where id = any ($1::bigint[]) order by id for no key update', [sorted]),
    )
  }
  return new Again({ first })
}

function checked(ctx: Context, row: OrderRow | undefined, version?: number): OrderRow {
  if (row === undefined || !mayOpen(ctx, row.orderKind)) throw new Refusal('orderNotFound')
  if (version !== undefined && version !== row.version)
    throw new Refusal('stale', { version: row.version, status: row.status, updatedAt: row.updatedAt })
  return row
}

/** A call about an order needs the page key of its kind besides its own. Jobs act for nobody and see every kind. */
const mayOpen = (ctx: Context, kind: OrderKind): boolean =>
  ctx.identity.accountId === '0' || ctx.can(profileOf(kind).pageKey)
