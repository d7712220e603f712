import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { depositKind, depositKinds, openHoldStatuses, waiveType } from '@cheyi/domain/money/deposit/codes'
import { authHoldStatus } from '@cheyi/domain/money/deposit/hold'
import { heldDue, heldForm, heldKind } from '@cheyi/domain/money/payment/held'
import { readOnce } from '../../../kernel/db/sql.ts'

/*
 * SQL of held customer money: one row for each order, kind and form. Parameters: $1 stores or null, $2 kind or null, $3 due or null, $4
 * now; a page appends its own.
 */

/** SQL: the end of an order; after it only owed money may be held. */
const endedAt = `case when o.status in (${orderStatus.returned}, ${orderStatus.cancelling}, ${orderStatus.cancelled})
  then coalesce(o.settled_at, o.cancelled_at, o.actual_return_at) end`

const inSight = '($1::bigint[] is null or o.store_id = any ($1))'

const ofKind = (kind: string) => `($2::smallint is null or $2 = ${kind})`

const due = (at: string) =>
  `($3::smallint is null or ($3 = ${heldDue.due}) = coalesce(${at} <= $4::timestamptz, false))`

/**
 * SQL: a violation deposit is due on its release day after the return; every other deposit, and that of an order without a return, when
 * the order ended.
 */
const depositDue = `case when d.kind = ${depositKind.violation} and o.status = ${orderStatus.returned} then d.due_release_at else ${endedAt} end`

/** The part of the list to read: after which order the page starts, and how many rows each source may contribute. */
interface Cut {
  /** SQL condition on the order's id `${id}`. */
  readonly after: (id: string) => string
  /** SQL `limit n`. */
  readonly most: string
}
const whole: Cut = { after: () => 'true', most: '' }

const branch = (rows: string, id: string, { after, most }: Cut) =>
  `(${rows} and ${after(id)} ${most === '' ? '' : `order by ${id} desc ${most}`})`

/** SQL: what is left of authorizations `h`, and their expiry. */
const HOLDS = `sum(h.amount_fen - h.captured_fen - h.released_fen) filter (where not h.credit)::bigint as frozen,
    sum(h.amount_fen - h.captured_fen - h.released_fen) filter (where h.credit)::bigint as credit,
    min(h.expire_at) filter (where not h.credit) as frozen_until, min(h.expire_at) filter (where h.credit) as credit_until
  from deposit_hold h
  where h.amount_fen > h.captured_fen + h.released_fen and h.status not in (${authHoldStatus.waiting}, ${authHoldStatus.closed})`

/** SQL: the customer of an order `o` as a number. An order without a renter gets a number that no other customer has. */
const CUSTOMER = 'coalesce(o.renter_id, -o.id) as customer'

/**
 * SQL of rows: order_id, customer, kind, form, fen, due_at, expire_at, deposit_id. Each source is sorted as the list. Orders with a held
 * deposit have a flag with a partial index that answers without reading their rows.
 */
export function heldSql(cut: Cut = whole): string {
  const read = cut === whole ? readOnce : (select: string) => `(${select})`
  const ofDeposits = read(
    'select id, store_id, status, renter_id, settled_at, cancelled_at, actual_return_at from "order" where deposit_in_hand',
  )
  const deposits = read(
    `select id, order_id, kind, held_fen, captured_fen, released_fen, due_release_at from deposit where hold_status in (${openHoldStatuses.join(', ')})`,
  )
  const begun = read(
    `select id, store_id, owed_fen, renter_id from "order"
      where status between ${orderStatus.submitted} and ${orderStatus.pickedUp} and paid_fen + refund_expense_fen > refunded_fen`,
  )
  return `
  select d.order_id, d.customer, d.kind, part.form, part.fen, d.due_at, part.expire_at, d.id as deposit_id
  from ${branch(
    `select d.id, d.order_id, ${CUSTOMER}, d.kind, d.held_fen - d.captured_fen - d.released_fen as left_fen, ${depositDue} as due_at
     from ${deposits} d join ${ofDeposits} o on o.id = d.order_id
     where d.kind in (${depositKinds.values.join(', ')}) and ${inSight}
       and ${ofKind('d.kind')} and ${due(depositDue)}`,
    'd.order_id',
    cut,
  )} d
    left join ${cut === whole ? `${readOnce(`select h.deposit_id, ${HOLDS} group by h.deposit_id`)} held on held.deposit_id = d.id` : `lateral (select ${HOLDS} and h.deposit_id = d.id) held on true`}
    cross join lateral (select coalesce(held.frozen, 0) as frozen_fen, coalesce(held.credit, 0) as credit_fen) f
    cross join lateral (values (${heldForm.paid}, d.left_fen - f.frozen_fen - f.credit_fen, null::timestamptz),
      (${heldForm.frozen}, f.frozen_fen, held.frozen_until), (${heldForm.credit}, f.credit_fen, held.credit_until)) as part (form, fen, expire_at)
  where part.fen > 0
  union all
  select d.order_id, d.customer, d.kind, ${heldForm.platform}, d.fen, null, null, d.id as deposit_id
  from ${branch(
    `select d.id, d.order_id, ${CUSTOMER}, d.kind, d.amount_fen - d.platform_taken_fen as fen
     from deposit d join "order" o on o.merchant_id = d.merchant_id and o.id = d.order_id
     where d.waive_type = ${waiveType.platformHeld} and d.amount_fen > d.platform_taken_fen
       and (d.platform_asked_fen > 0 or o.status between ${orderStatus.confirmed} and ${orderStatus.pickedUp}
         or o.status = ${orderStatus.returned} and d.due_release_at > $4::timestamptz)
       and ${inSight} and ${ofKind('d.kind')} and ${due('null')}`,
    'd.order_id',
    cut,
  )} d
  union all
  select p.order_id, p.customer, ${heldKind.prepaid}, ${heldForm.paid}, p.fen, null, null, null
  from ${branch(
    `select o.id as order_id, ${CUSTOMER}, unearned.fen - greatest(o.owed_fen, 0) as fen
     from ${begun} o join ${read('select order_id, fen from order_unearned')} unearned on unearned.order_id = o.id
     where unearned.fen > greatest(o.owed_fen, 0) and ${inSight} and ${ofKind(String(heldKind.prepaid))} and ${due('null')}`,
    'o.id',
    cut,
  )} p
  union all
  select c.order_id, c.customer, ${heldKind.overpaid}, ${heldForm.paid}, c.fen, c.due_at, null, null
  from ${branch(
    `select o.id as order_id, ${CUSTOMER}, -o.owed_fen as fen, ${endedAt} as due_at from "order" o
     where o.owed_fen < 0 and ${inSight} and ${ofKind(String(heldKind.overpaid))} and ${due(endedAt)}`,
    'o.id',
    cut,
  )} c`
}
