import { orderItemType } from '@cheyi/domain/booking/order/codes'
import type { CaseKind } from '@cheyi/domain/money/claim/claim'
import { authHoldStatus } from '@cheyi/domain/money/deposit/hold'
import { expenseStatus } from '@cheyi/domain/money/expense/codes'
import { paymentStatus } from '@cheyi/domain/money/payment/codes'
import { reimbursementStatus } from '@cheyi/domain/money/reimbursement/codes'
import type { Context } from '../../../kernel/context.ts'
import type { Columns } from '../../../kernel/db/columns.ts'
import { sql } from '../../../kernel/db/sql.ts'
import { claimLeftSql, claimPicturesSql } from '../../claim/actions.ts'

export interface ItemRow {
  itemType: Columns['itemType']
  code: string
  name: string
  unit: string
  unitPriceFen: number
  amountFen: number
  formula: string
  reduceType: Columns['reduceType'] | null
  renewalId: string | null
  source: string
  at: number
  by: string | null
}

/** The valid items of the order without deposits. */
const ITEMS = `
  select i.item_type, i.code, i.name, i.unit, i.unit_price_fen, i.amount_fen, i.formula, i.reduce_type, i.renewal_id, i.source,
    i.created_at as at, a.name as by
  from order_item i left join account a on a.id = i.created_by
  where i.order_id = $1 and i.status = 'active' and i.item_type <> ${orderItemType.deposit} order by i.seq, i.id`

/** Author, time and pictures of a charge. */
interface Charged {
  at: number
  by: string | null
  voucherIds: string[]
}

export interface ExpenseRow extends Charged {
  type: Columns['expenseItem.type']
  /** Whether it was charged before its handover. */
  ahead: boolean
  name: string
  amountFen: number
  formula: string
  remark: string
}

/** Handover charges without void and waived ones. */
const EXPENSES = `
  select e.type, e.bought is not null as ahead, e.name, e.amount_fen, e.formula, e.remark, e.created_at as at, a.name as by,
    e.photo_ids as voucher_ids
  from expense_item e left join account a on a.id = e.created_by
  where e.order_id = $1 and not e.void and e.status <> ${expenseStatus.waived} order by e.type, e.id`

export interface ClaimRow extends Charged {
  kind: CaseKind
  subject: string
  formula: string
  note: string
  amountFen: number
}

/** Claims of cases, open or paid; those that only collect an existing debt are excluded. */
const claimsSql = () => sql<ClaimRow>`
  select c.kind, c.subject, c.formula, c.note, ${claimLeftSql} as amount_fen, c.opened_at as at, a.name as by,
    ${claimPicturesSql()} as voucher_ids
  from claim c left join account a on a.id = c.opened_by
  where c.order_id = $1 and c.credited is not null and ${claimLeftSql} > 0 order by c.kind, c.id`

export interface ReimbursementRow extends Charged {
  kind: Columns['reimbursement.kind']
  name: string
  /** The paid-out part of the whole reimbursement, fen. */
  paidFen: number
  amountFen: number
  note: string
}

const REIMBURSEMENTS = `
  select r.kind, r.paid_fen, i ->> 'name' as name, (i ->> 'amount')::bigint as amount_fen, r.note, r.created_at as at, a.name as by,
    array(select jsonb_array_elements_text(i -> 'photoIds')::bigint) as voucher_ids
  from reimbursement r cross join jsonb_array_elements(r.items) with ordinality as t (i, n)
    left join account a on a.id = r.created_by
  where r.order_id = $1 and r.status = ${reimbursementStatus.done} order by r.id, n`

export interface WriteOffRow extends Charged {
  amountFen: number
  reason: string
}

/** Written-off debts that were not recovered. */
const WRITTEN_OFF = `
  select w.amount_fen - w.recovered_fen as amount_fen, w.reason, w.created_at as at, a.name as by,
    w.voucher_ids
  from write_off w left join account a on a.id = w.created_by
  where w.order_id = $1 and w.amount_fen > w.recovered_fen order by w.id`

export interface DepositRow {
  id: string
  kind: Columns['deposit.kind']
  amountFen: number
  payStatus: Columns['payStatus']
  waiveType: Columns['waiveType'] | null
  holdStatus: Columns['holdStatus']
  heldFen: number
  capturedFen: number
  releasedFen: number
  inFlightFen: number
}

const DEPOSITS = `
  select id, kind, amount_fen, pay_status, waive_type, hold_status, held_fen, captured_fen, released_fen, in_flight_fen
  from deposit where order_id = $1 order by kind`

export interface HoldRow {
  id: string
  kind: Columns['deposit.kind']
  status: Columns['depositHold.status']
  payWay: Columns['payWay']
  amountFen: number
  at: number
  operatorName: string | null
  voucherIds: string[]
}

/** Confirmed authorizations, ended ones included. */
const HOLDS = `
  select h.id, d.kind, h.status, h.pay_way, h.amount_fen, h.created_at as at, a.name as operator_name, h.voucher_ids
  from deposit_hold h join deposit d on d.id = h.deposit_id left join account a on a.id = h.created_by
  where d.order_id = $1 and h.status not in (${authHoldStatus.waiting}, ${authHoldStatus.closed})`

export interface PaymentRow {
  id: string
  at: number
  payKind: Columns['payKind']
  payWay: Columns['payWay']
  direction: 'in' | 'out'
  amountFen: number
  status: Columns['payment.status']
  operatorName: string | null
  voucherIds: string[]
  receiptId: string | null
  payer: string | null
}

/** Completed and pending payments and refunds; expired links and requests about authorizations are excluded. */
const PAYMENTS = `
  select p.id, coalesce(p.paid_at, p.created_at) as at, p.pay_kind, p.pay_way, p.direction, p.amount_fen, p.status,
    a.name as operator_name, coalesce(nullif(p.voucher_ids, '{}'), r.voucher_ids, '{}') as voucher_ids, r.id as receipt_id, r.payer
  from payment p left join account a on a.id = p.created_by left join receipt r on r.id = p.receipt_id
  where p.order_id = $1 and p.status <> ${paymentStatus.closed} and p.hold_id is null`

export interface DeductionRow {
  id: string
  at: number
  kind: Columns['deposit.kind']
  amountFen: number
  result: Columns['depositDeduction.result'] | null
  operatorName: string | null
  voucherIds: string[]
}

const DEDUCTIONS = `
  select n.id, n.created_at as at, d.kind, n.amount_fen, n.result, a.name as operator_name,
    n.photo_ids as voucher_ids
  from deposit_deduction n join deposit d on d.id = n.deposit_id left join account a on a.id = n.created_by
  where n.order_id = $1`

/** The data of a bill: nine statements, sent in parallel. */
export async function readBill({ query }: Pick<Context, 'query'>, orderId: string) {
  const [items, expenses, claims, reimbursements, writeOffs, deposits, holds, payments, deductions] = await Promise.all(
    [
      query<ItemRow>(ITEMS, [orderId]),
      query<ExpenseRow>(EXPENSES, [orderId]),
      query(claimsSql(), [orderId]),
      query<ReimbursementRow>(REIMBURSEMENTS, [orderId]),
      query<WriteOffRow>(WRITTEN_OFF, [orderId]),
      query<DepositRow>(DEPOSITS, [orderId]),
      query<HoldRow>(HOLDS, [orderId]),
      query<PaymentRow>(PAYMENTS, [orderId]),
      query<DeductionRow>(DEDUCTIONS, [orderId]),
    ],
  )
  return {
    items,
    expenses,
    claims,
    reimbursements,
    writeOffs,
    deposits,
    holds,
    payments,
    deductions,
  }
}
