import { depositKind, depositKinds, holdStatus } from '@cheyi/domain/deposit/codes'
import { authHoldStatus } from '@cheyi/domain/deposit/hold'
import { orderStatus } from '@cheyi/domain/order/codes'
import { heldDue, heldForm, heldKind } from '@cheyi/domain/payment/held'
import { account } from '@cheyi/domain/payment/ledger'

/*
 * SQL of what is held of customers: a row for each order, kind and form. Parameters $1 stores or null, $2 kind or null, $3 due or
 * null, $4 now; a page adds its own.
 */

const inHand = [holdStatus.held, holdStatus.partlyDeducted, holdStatus.releasing, holdStatus.releaseFailed].join(', ')

/** The end of an order's business: nothing of it is kept any longer but what is owed. */
const endedAt = `case when o.status in (${orderStatus.returned}, ${orderStatus.cancelling}, ${orderStatus.cancelled})
  then coalesce(o.settled_at, o.cancelled_at, o.actual_return_at) end`

const inSight = '($1::bigint[] is null or o.store_id = any ($1))'

const ofKind = (kind: string) => `($2::smallint is null or $2 = ${kind})`

const due = (at: string) =>
  `($3::smallint is null or ($3 = ${heldDue.due}) = coalesce(${at} <= $4::timestamptz, false))`

/** A violation deposit waits for its day after the return; an order without one gave it nothing to wait for. */
const depositDue = `case when d.kind = ${depositKind.violation} and o.status = ${orderStatus.returned} then d.due_release_at else ${endedAt} end`

/** Which part of a list is looked at: the orders that a page begins with, and how many of each source may stand on it. */
interface Cut {
  /** SQL on the order's id `${id}`. */
  readonly after: (id: string) => string
  /** SQL `limit n`. */
  readonly most: string
}
const whole: Cut = { after: () => 'true', most: '' }

const branch = (rows: string, id: string, { after, most }: Cut) =>
  `(${rows} and ${after(id)} ${most === '' ? '' : `order by ${id} desc ${most}`})`

/** SQL of rows: order_id, kind, form, fen, due_at, expire_at, deposit_id. Each source is in the order of the list. */
export const heldSql = (cut: Cut = whole): string => `
  select d.order_id, d.kind, part.form, part.fen, d.due_at, part.expire_at, d.id as deposit_id
  from ${branch(
    `select d.id, d.order_id, d.kind, d.held_fen - d.captured_fen - d.released_fen as left_fen, ${depositDue} as due_at
     from deposit d join "order" o on o.id = d.order_id
     where d.kind in (${depositKinds.values.join(', ')}) and d.hold_status in (${inHand}) and ${inSight}
       and ${ofKind('d.kind')} and ${due(depositDue)}`,
    'd.order_id',
    cut,
  )} d
    cross join lateral (
      select coalesce(sum(h.amount_fen - h.captured_fen - h.released_fen) filter (where not h.credit), 0)::bigint as frozen_fen,
        coalesce(sum(h.amount_fen - h.captured_fen - h.released_fen) filter (where h.credit), 0)::bigint as credit_fen,
        min(h.expire_at) filter (where not h.credit) as frozen_until, min(h.expire_at) filter (where h.credit) as credit_until
      from deposit_hold h where h.deposit_id = d.id and h.status not in (${authHoldStatus.waiting}, ${authHoldStatus.closed})) held
    cross join lateral (values (${heldForm.paid}, d.left_fen - held.frozen_fen - held.credit_fen, null::timestamptz),
      (${heldForm.frozen}, held.frozen_fen, held.frozen_until), (${heldForm.credit}, held.credit_fen, held.credit_until)) as part (form, fen, expire_at)
  where part.fen > 0
  union all
  select p.order_id, ${heldKind.prepaid}, ${heldForm.paid}, p.fen, null, null, null
  from ${branch(
    `select o.id as order_id, unearned.fen - greatest(o.owed_fen, 0) as fen from "order" o
       cross join lateral (select coalesce(sum(e.credit_fen - e.debit_fen), 0)::bigint as fen from ledger_entry e
         where e.order_id = o.id and e.account = '${account.unearned}') unearned
     where o.status between ${orderStatus.submitted} and ${orderStatus.pickedUp} and o.paid_fen + o.refund_expense_fen > o.refunded_fen
       and unearned.fen > greatest(o.owed_fen, 0) and ${inSight} and ${ofKind(String(heldKind.prepaid))} and ${due('null')}`,
    'o.id',
    cut,
  )} p
  union all
  select c.order_id, ${heldKind.overpaid}, ${heldForm.paid}, c.fen, c.due_at, null, null
  from ${branch(
    `select o.id as order_id, -o.owed_fen as fen, ${endedAt} as due_at from "order" o
     where o.owed_fen < 0 and ${inSight} and ${ofKind(String(heldKind.overpaid))} and ${due(endedAt)}`,
    'o.id',
    cut,
  )} c`
