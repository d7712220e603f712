import { advance } from '@cheyi/domain/advance'
import { supplementReasons } from '@cheyi/domain/payment/codes'
import type { Account, Entry } from '@cheyi/domain/payment/ledger'
import { waived } from '@cheyi/domain/payment/ledger'
import { Refusal } from '@cheyi/domain/refusal'
import { earnedBy, isOpen, supplementSteps } from '@cheyi/domain/supplement/supplement'
import type { Context } from '../kernel/context.ts'
import * as store from './store.ts'

/** A supplement of an order. @throws Refusal notFound (-4) */
export async function supplementOf(ctx: Context, orderId: string, id: string): Promise<store.SupplementRow> {
  const row = await store.byId(ctx.db, id)
  if (row === undefined || row.orderId !== orderId) throw new Refusal('notFound', { field: 'refId' })
  return row
}

/** The open supplement that a payment names. @throws Refusal notFound (-4), alreadyPaid (4001) */
export async function openSupplement(ctx: Context, orderId: string, id: string): Promise<store.SupplementRow> {
  const row = await supplementOf(ctx, orderId, id)
  if (!isOpen(row.status)) throw new Refusal('alreadyPaid')
  return row
}

/**
 * What of an order's debt are supplements that nobody paid yet, the oldest first: names of their reasons and fen.
 * @param owedFen what the order owes in all
 */
export async function unpaidSupplements(
  ctx: Context,
  orderId: string,
  owedFen: number,
): Promise<{ readonly name: string; readonly amount: number }[]> {
  if (owedFen <= 0) return []
  const open = (await store.standing(ctx.db, orderId)).filter(({ status }) => isOpen(status))
  if (open.length === 0) return []
  const paid = await store.paidFor(ctx, orderId)
  let left = owedFen
  return open.flatMap(({ id, reasonCode, amountFen }) => {
    const amount = Math.min(left, amountFen - (paid.get(id) ?? 0))
    left -= Math.max(0, amount)
    return amount > 0 ? [{ name: supplementReasons.text(reasonCode), amount }] : []
  })
}

/**
 * Supplements of an order that are paid: by payments of their own, or because the order owes nothing any more. Called with
 * every step that moves money, under the order's lock.
 * @param owedFen what the order owes now
 * @returns how many are still open
 */
export async function settleSupplements(ctx: Context, orderId: string, owedFen: number): Promise<number> {
  const open = (await store.standing(ctx.db, orderId)).filter(({ status }) => isOpen(status))
  if (open.length === 0) return 0
  const paid = await store.paidFor(ctx, orderId)
  const met = open.filter((row) => owedFen <= 0 || (paid.get(row.id) ?? 0) >= row.amountFen)
  const ids = met.map(({ id }) => id)
  if (ids.length > 0) await store.setPaid(ctx, ids, advance(supplementSteps, 'pay', met[0]!.status))
  return open.length - met.length
}

/**
 * Ends every supplement of an order that is called off before its pickup.
 * @returns the entries that take their claims back (journal 20); the books are the caller's to post
 */
export async function endSupplements(
  ctx: Context,
  order: { readonly id: string; readonly status: number },
): Promise<Entry[]> {
  const rows = await store.standing(ctx.db, order.id)
  for (const [status, same] of Map.groupBy(rows, (row) => row.status))
    await store.setCancelled(
      ctx,
      same.map(({ id }) => id),
      advance(supplementSteps, 'callOff', status),
    )
  return rows.flatMap((row) => takenBack(row, order.status))
}

/** The entry that takes a supplement's claim back; none for one that posted nothing. */
export const takenBack = (row: store.SupplementRow, orderStatus: number): Entry[] =>
  row.credited === null ? [] : [waived(row.id, row.amountFen, earnedBy(row.credited as Account, orderStatus))]
