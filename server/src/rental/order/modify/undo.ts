import { type OrderStatus, orderKind, orderStatus } from '@cheyi/domain/booking/order/codes'
import type { UndoFacts, UndoReturnFacts } from '@cheyi/domain/booking/order/steps'
import { undoUntil } from '@cheyi/domain/booking/order/timers'
import { harmlessAfter, type Undone, undoLinesOfPickup, undoLinesOfReturn } from '@cheyi/domain/booking/order/undo'
import { expenseStatus } from '@cheyi/domain/money/expense/codes'
import { paymentStatus } from '@cheyi/domain/money/payment/codes'
import { agreementStatus, agreementType, type ContractType, leaseTypes } from '@cheyi/domain/rental/agreement/codes'
import { driverTaskStatus, driverTaskType } from '@cheyi/domain/rental/driver/codes'
import type { HandoverBefore } from '@cheyi/domain/rental/pickup-return/before'
import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type { OrderRow } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { settingSql } from '../../../platform/merchant/actions.ts'
import { logText } from '../log/log-text.ts'

interface PickupRow {
  recordId: string
  confirmedAt: number
  undoMinutes: number
  followedBy: string | null
  returning: boolean
  charging: boolean
  earned: boolean
  before: HandoverBefore
  mileageKm: number | null
  charges: number
  chargesFen: number
  paper: ContractType | null
  delivered: boolean
  paidFen: number
}

/** History actions as an SQL list. */
const actionsSql = (actions: readonly string[]): string => actions.map((action) => `'${action}'`).join(', ')

const PICKUP = `
  select r.id as record_id, l.at as confirmed_at, ${settingSql('undoMinutes', 's.settings')} as undo_minutes,
    (select f.action from order_log f where f.order_id = o.id and f.id > l.id and f.action not in (${actionsSql(harmlessAfter.pickUp)})
      order by f.id limit 1) as followed_by,
    exists (select from pickup_return_record b where b.order_id = o.id and b.type = ${handoverType.return} and not b.void) as returning,
    exists (select from expense_item e where e.order_id = o.id and e.type = ${handoverType.return} and not e.void) as charging,
    exists (select from ledger_txn t where t.order_id = o.id and t.journal = 8
      and not exists (select from ledger_txn u where u.merchant_id = t.merchant_id and u.reverses_txn_id = t.id)) as earned,
    r.before, r.mileage_km, c.charges, c.charges_fen, o.paid_fen,
    (select g.type from agreement g where g.order_id = o.id and g.type in (${leaseTypes.join(', ')}) and g.status <> ${agreementStatus.void} order by g.id desc limit 1) as paper,
    exists (select from driver_task d where d.order_id = o.id and d.type = ${driverTaskType.deliver} and d.status = ${driverTaskStatus.done}) as delivered
  from "order" o
    join store s on s.id = o.store_id
    join pickup_return_record r on r.order_id = o.id and r.type = ${handoverType.pickup} and r.seq = 1 and not r.void and r.before is not null
    cross join lateral (select id, at from order_log where order_id = o.id and action = 'pickUp' order by id desc limit 1) l
    cross join lateral (select count(*)::int as charges, coalesce(sum(amount_fen), 0)::bigint as charges_fen from expense_item e
      where e.order_id = o.id and e.type = ${handoverType.pickup} and not e.void and e.status <> ${expenseStatus.waived}) c
  where o.id = $1 and o.status = ${orderStatus.pickedUp}`

/** A handover that can be undone, unless it is too old or another step followed. */
export interface UndoFound {
  readonly recordId: string
  readonly before: HandoverBefore
  readonly facts: UndoFacts
  readonly until: number
  /** The items that are reversed with it. */
  readonly items: readonly Undone[]
}

/** The last pickup of an order on rent, with what an undo needs; null where the previous state was not stored. One query. */
export async function pickupToUndo(ctx: Pick<Context, 'query' | 'now'>, orderId: string): Promise<UndoFound | null> {
  const [row] = await ctx.query<PickupRow>(PICKUP, [orderId])
  if (row === undefined) return null
  const { recordId, before, confirmedAt, undoMinutes } = row
  return {
    recordId,
    before,
    facts: { now: ctx.now, confirmedAt, undoMinutes, followed: stepAfterPickup(row) },
    until: undoUntil(confirmedAt, undoMinutes),
    items: undoLinesOfPickup({
      ...row,
      odometerKm: before.odometerKm,
      early: before.order.agreed !== undefined,
      oneWay: before.stay.oneWay,
    }),
  }
}

function stepAfterPickup({ followedBy, returning, charging, earned }: PickupRow): string | null {
  if (followedBy !== null) return logText(followedBy, {})
  if (returning) return '填写还车验车单'
  if (charging) return '登记还车费用'
  return earned ? '月末收入入账' : null
}

interface ReturnRow extends Omit<PickupRow, 'returning' | 'charging' | 'earned' | 'delivered'> {
  moneyLeft: boolean
  converted: boolean
  terminated: boolean
  taken: boolean
  collected: boolean
  leavingFen: number
  moved: boolean
}

/** A long rental ends by date, not by time. */
const dayOf = (instant: string) => `(${instant} at time zone 'Asia/Shanghai')::date`

const RETURN = `
  select r.id as record_id, l.at as confirmed_at, ${settingSql('undoMinutes', 's.settings')} as undo_minutes,
    (select f.action from order_log f where f.order_id = o.id and f.id > l.id and f.action not in (${actionsSql(harmlessAfter.return)})
      order by f.id limit 1) as followed_by,
    exists (select from payment p where p.order_id = o.id and (p.direction = 'out' or p.hold_id is not null)
      and (p.status not in (${paymentStatus.waiting}, ${paymentStatus.closed}) and p.updated_at >= l.at
        or p.status = ${paymentStatus.waiting} and (p.direction = 'in' or p.created_at < l.at))) or
    exists (select from deposit_deduction d where d.order_id = o.id and d.created_at >= l.at and (d.hold_id is not null or d.asked_fen is not null)) as money_left,
    exists (select from order_log f where f.order_id = o.id and f.at = l.at and f.action = 'convertDeposit')
      or exists (select from ledger_txn t where t.order_id = o.id and t.idem_key like 'J17:back:' || r.id || ':%') as converted,
    o.order_kind = ${orderKind.long} and (${dayOf('r.at')} < ${dayOf('o.return_at')}
      or exists (select from termination x where x.order_id = o.id and x.taken_back_at is null)) as terminated,
    exists (select from occupancy c where c.vehicle_id = r.vehicle_id and c.active and c.ref_id <> o.id and (c.on_rent or c.pinned)
      and c.from_at < (r.before -> 'stay' ->> 'toAt')::timestamptz and c.to_at > app_now()) as taken,
    r.before, r.mileage_km, c.charges, c.charges_fen, o.paid_fen, o.return_store_id <> (r.before -> 'order' ->> 'returnStoreId')::bigint
      or (r.before ->> 'homeStoreId')::bigint <> (select v.home_store_id from vehicle v where v.id = r.vehicle_id) as moved,
    coalesce((select sum(p.amount_fen)::bigint from payment p where p.order_id = o.id and p.direction = 'out' and p.status = ${paymentStatus.waiting}), 0) as leaving_fen,
    (select g.type from agreement g where g.order_id = o.id and g.type = ${agreementType.return} and g.status <> ${agreementStatus.void} order by g.id desc limit 1) as paper,
    exists (select from driver_task d where d.order_id = o.id and d.type = ${driverTaskType.collect} and d.status = ${driverTaskStatus.done}) as collected
  from "order" o
    join store s on s.id = o.store_id
    cross join lateral (select b.* from pickup_return_record b where b.order_id = o.id and b.type = ${handoverType.return} and not b.void
      and not b.draft order by b.seq desc limit 1) r
    cross join lateral (select id, at from order_log where order_id = o.id and action = 'return' order by id desc limit 1) l
    cross join lateral (select count(*)::int as charges, coalesce(sum(amount_fen), 0)::bigint as charges_fen from expense_item e
      where e.order_id = o.id and e.type = ${handoverType.return} and e.bought is null and not e.void and e.status <> ${expenseStatus.waived}) c
  where o.id = $1 and o.status = ${orderStatus.returned} and r.before is not null`

/** The return of an order, with what an undo needs; null where the previous state was not stored. One query. */
export async function returnToUndo(
  ctx: Pick<Context, 'query' | 'now'>,
  orderId: string,
): Promise<(UndoFound & { readonly facts: UndoReturnFacts }) | null> {
  const [row] = await ctx.query<ReturnRow>(RETURN, [orderId])
  if (row === undefined) return null
  const { recordId, before, confirmedAt, undoMinutes, taken } = row
  return {
    recordId,
    before,
    facts: { now: ctx.now, confirmedAt, undoMinutes, followed: followedReturn(row), vehicleStillFree: !taken },
    until: undoUntil(confirmedAt, undoMinutes),
    items: undoLinesOfReturn({ ...row, odometerKm: before.odometerKm }),
  }
}

function followedReturn({ followedBy, moneyLeft, converted, terminated }: ReturnRow): string | null {
  if (followedBy !== null) return logText(followedBy, {})
  if (moneyLeft) return '款项已退出或扣划'
  if (converted) return '押金已结转'
  return terminated ? '提前退租结算' : null
}

/**
 * Reverses all effects of a handover. The caller holds the lock on `order` and has checked that the undo is allowed;
 * `status` is the target status.
 */
export type TakeBack = (ctx: Context, order: OrderRow, found: UndoFound, status: OrderStatus) => Promise<OrderRow>

/** By step. The feature of handovers is in a higher layer, so it registers these functions when it is loaded. */
export const takeBacks: { undoPickup?: TakeBack; undoReturn?: TakeBack } = {}
