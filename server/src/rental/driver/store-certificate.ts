import type { Context } from '../../kernel/context.ts'

export interface VoucherRow {
  readonly source:
    | 'payment'
    | 'deposit'
    | 'deduction'
    | 'expense'
    | 'supplement'
    | 'damage'
    | 'reimbursement'
    | 'writeOff'
  /** Kind of payment, deposit or reimbursement; reason of a supplement; 0 where there is none. */
  readonly kind: number
  /** The charged item of an expense or damage; the paid item of a reimbursement. */
  readonly name: string
  readonly mediaIds: string[]
  readonly createdAt: number
}

/** All rows of an order that have vouchers, oldest first. */
export const vouchersOf = (ctx: Pick<Context, 'query'>, orderId: string) =>
  ctx.query<VoucherRow>(
    `select 'payment' as source, p.pay_kind as kind, '' as name,
        coalesce(nullif(p.voucher_ids, '{}'), r.voucher_ids) as media_ids, p.created_at
       from payment p left join receipt r on r.id = p.receipt_id
      where p.order_id = $1 and coalesce(nullif(p.voucher_ids, '{}'), r.voucher_ids, '{}') <> '{}'
     union all
     select 'deposit', kind, '', voucher_ids, created_at from deposit where order_id = $1 and voucher_ids <> '{}'
     union all
     select 'deposit', d.kind, '', h.voucher_ids, h.created_at
       from deposit_hold h join deposit d on d.id = h.deposit_id
      where d.order_id = $1 and h.voucher_ids <> '{}'
     union all
     select 'deduction', d.kind, '', x.photo_ids, x.created_at
       from deposit_deduction x join deposit d on d.id = x.deposit_id
      where x.order_id = $1 and x.photo_ids <> '{}'
     union all
     select 'expense', 0, name, photo_ids, created_at from expense_item
      where order_id = $1 and not void and photo_ids <> '{}'
     union all
     select 'supplement', reason_code, '', photo_ids, created_at from supplement
      where order_id = $1 and photo_ids <> '{}'
     union all
     select 'damage', 0, case when worth_fen > 0 then '车辆损失' else '车损' end, photo_ids, created_at from damage_order where order_id = $1
     union all
     select 'reimbursement', r.kind, i ->> 'name', array(select jsonb_array_elements_text(i -> 'photoIds')::bigint), r.created_at
       from reimbursement r cross join jsonb_array_elements(r.items) i
      where r.order_id = $1 and i -> 'photoIds' <> '[]'
     union all
     select 'writeOff', 0, '', voucher_ids, created_at from write_off where order_id = $1 and voucher_ids <> '{}'
     order by created_at`,
    [orderId],
  )
