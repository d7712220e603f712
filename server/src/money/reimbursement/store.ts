import { orderItemType } from '@cheyi/domain/booking/order/codes'
import { claimState } from '@cheyi/domain/money/claim/codes'
import { expenseStatus } from '@cheyi/domain/money/expense/codes'
import { reimbursementKind } from '@cheyi/domain/money/payment/codes'
import type { Account } from '@cheyi/domain/money/payment/ledger'
import { reimbursementStatus } from '@cheyi/domain/money/reimbursement/codes'
import { openReimbursements, type RefundableCode, type Used } from '@cheyi/domain/money/reimbursement/reimbursement'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Context, Db } from '../../kernel/context.ts'
import type { DB } from '../../kernel/db/tables.gen.ts'
import { underWaySql } from '../payment/actions.ts'

export type ReimbursementRow = Selectable<DB['reimbursement']>

export const byId = (db: Db, id: string): Promise<ReimbursementRow | undefined> =>
  db.selectFrom('reimbursement').selectAll().where('id', '=', id).executeTakeFirst()

export const list = (ctx: Context, orderId: string, status: number | undefined) =>
  ctx.query<ReimbursementRow & { byRoute: boolean; applicantName: string | null; approverName: string | null }>(
    `select r.*, ${underWaySql('r')} as by_route, a.name as applicant_name, d.name as approver_name
       from reimbursement r left join account a on a.id = r.created_by left join account d on d.id = r.approver_id
      where r.order_id = $1 and ($2::smallint is null or r.status = $2) order by r.id desc`,
    [orderId, status ?? null],
  )

export const insert = (db: Db, row: Insertable<DB['reimbursement']>) =>
  db.insertInto('reimbursement').values(row).execute()

export const update = (db: Db, id: string, patch: Updateable<DB['reimbursement']>) =>
  db.updateTable('reimbursement').set(patch).where('id', '=', id).execute()

/** Whether a provider is processing it, or it is queued there. */
export async function isUnderWay(ctx: Context, id: string): Promise<boolean> {
  const [row] = await ctx.query<{ sent: boolean }>(
    `select ${underWaySql('r')} as sent from reimbursement r where r.id = $1`,
    [id],
  )
  return row!.sent
}

/** Refunds of charges that a provider is processing, or that are queued there. */
export const refundsUnderWay = (
  ctx: Context,
  orderId: string,
): Promise<Pick<ReimbursementRow, 'id' | 'status' | 'amountFen'>[]> =>
  ctx.query(
    `select r.id, r.status, r.amount_fen from reimbursement r where r.order_id = $1 and r.kind = ${reimbursementKind.refund} and ${underWaySql('r')}`,
    [orderId],
  )

/** Sums of the reimbursements of an order without refused ones. */
export async function reimbursedSums(ctx: Context, orderId: string): Promise<Used & { readonly openRefunds: number }> {
  const [row] = await ctx.query<Used & { openRefunds: number }>(
    `select coalesce(sum(amount_fen), 0) as "all",
       coalesce(sum(amount_fen) filter (where kind = ${reimbursementKind.advance}), 0) as advances,
       coalesce(sum(amount_fen) filter (where kind = ${reimbursementKind.refund} and status in (${openReimbursements.join(', ')}) and not ${underWaySql('r')}), 0) as open_refunds
     from reimbursement r where order_id = $1 and status <> ${reimbursementStatus.refused}`,
    [orderId],
  )
  return row!
}

/** A charge with its effective amount, and the part that was refunded or requested. */
export interface ChargeRow {
  readonly code: RefundableCode
  readonly refId: string | null
  readonly name: string
  readonly fen: number
  readonly refunded: number
  /** Only for a supplement: the account that was credited. */
  readonly credited: Account | null
}

/** The charges of an order; rent and its reductions are one row. */
export const charges = (ctx: Context, orderId: string, { picked, back }: { picked: boolean; back: boolean }) =>
  ctx.query<ChargeRow>(
    `with charge as (
       select 'rent' as code, null::bigint as ref_id, '租金' as name, sum(amount_fen)::bigint as fen, null as credited
         from order_item where order_id = $1 and status = 'active' and item_type = ${orderItemType.rental} having count(*) > 0
       union all
       select 'service', id, name, amount_fen, null from order_item
        where order_id = $1 and status = 'active' and item_type not in (${orderItemType.rental}, ${orderItemType.deposit}) and amount_fen > 0
       union all
       select 'expense', id, name, amount_fen, null from expense_item
        where order_id = $1 and not void and status <> ${expenseStatus.waived} and (type = ${handoverType.pickup} and $2 or type = ${handoverType.return} and ($3 or bought is not null))
       union all
       select kind, id, coalesce(nullif(note, ''), '补款'), payable_fen, credited from claim
        where order_id = $1 and kind = 'supplement' and state = ${claimState.met} and credited is not null),
     taken as (
       select i ->> 'code' as code, i ->> 'refId' as ref_id, sum((i ->> 'amount')::bigint)::bigint as fen
         from reimbursement r cross join jsonb_array_elements(r.items) i
        where r.order_id = $1 and r.kind = ${reimbursementKind.refund} and r.status <> ${reimbursementStatus.refused}
        group by 1, 2)
     select c.code, c.ref_id, c.name, c.credited, c.fen::numeric as fen, coalesce(t.fen, 0)::numeric as refunded
       from charge c
       left join taken t on t.code = c.code and t.ref_id is not distinct from c.ref_id::text
      where c.fen > 0`,
    [orderId, picked, back],
  )
