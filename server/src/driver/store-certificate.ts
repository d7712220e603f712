import type { Context } from '../kernel/context.ts'

export interface VoucherRow {
  readonly source: 'payment' | 'deposit' | 'deduction'
  /** Kind of payment, or of deposit. */
  readonly kind: number
  readonly mediaIds: string[]
  readonly createdAt: number
}

/** Everything of an order that names a voucher, the oldest first. */
export const vouchersOf = (ctx: Pick<Context, 'query'>, orderId: string) =>
  ctx.query<VoucherRow>(
    `select 'payment' as source, pay_kind as kind, voucher_ids as media_ids, created_at from payment
      where order_id = $1 and voucher_ids <> '{}'
     union all
     select 'deposit', kind, voucher_ids, created_at from deposit where order_id = $1 and voucher_ids <> '{}'
     union all
     select 'deduction', d.kind, x.photo_ids, x.created_at
       from deposit_deduction x join deposit d on d.id = x.deposit_id
      where x.order_id = $1 and x.photo_ids <> '{}'
     order by created_at`,
    [orderId],
  )
