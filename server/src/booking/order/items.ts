import type { PriceLine } from '@cheyi/domain/pricing/quote/quote'
import type { Context } from '../../kernel/context.ts'
import type { Columns } from '../../kernel/db/columns.ts'

/** Queues the charged lines of an order. */
export function insertItems(
  ctx: Context,
  orderId: string,
  lines: readonly PriceLine[],
  /** The renewal that charges them; undefined for lines of the quote. */
  renewalId?: string,
): void {
  if (lines.length === 0) return
  ctx.queue(
    ctx.db.insertInto('orderItem').values(
      lines.map((line, seq) => ({
        orderId,
        seq,
        itemType: line.itemType,
        code: line.code,
        name: line.name,
        qty: line.qty,
        unit: line.unit,
        unitPriceFen: line.unitPrice,
        amountFen: line.amount,
        formula: line.formula,
        feeMode: line.feeMode,
        rateBp: line.rateBp,
        priceDate: line.priceDate,
        reduceType: line.reduceType,
        ...(renewalId !== undefined && { renewalId, source: 'renewal' }),
      })),
    ),
  )
}

/** Queues the voiding of the lines that a renewal charged; they remain as history. */
export const voidRenewed = (ctx: Context, orderId: string, renewalId: string): void =>
  ctx.queue(`update order_item set status = 'void' where order_id = $1 and renewal_id = $2 and status = 'active'`, [
    orderId,
    renewalId,
  ])

/** Voids the quoted lines of an order; they remain stored as history. @returns their total */
export async function voidQuoted(ctx: Context, orderId: string) {
  const rows = await ctx.query<{ amountFen: number; reduceType: Columns['reduceType'] | null }>(
    `update order_item set status = 'void' where order_id = $1 and source = 'quote' and status = 'active'
     returning amount_fen, reduce_type`,
    [orderId],
  )
  return rows.map((row) => ({ amount: row.amountFen, reduceType: row.reduceType }))
}
