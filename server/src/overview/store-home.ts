import type { TodoKind } from '@cheyi/contract/overview'
import { depositKind, holdStatus } from '@cheyi/domain/deposit/codes'
import { driverTaskStatus, driverTaskType } from '@cheyi/domain/driver/codes'
import { lifecycle } from '@cheyi/domain/inventory/codes'
import { occupancyKind } from '@cheyi/domain/inventory/occupancy-codes'
import { orderStatus } from '@cheyi/domain/order/codes'
import { outweighsDebtSql, VIOLATION_DUE } from '../deposit/actions.ts'
import type { Columns } from '../kernel/columns.ts'
import type { Context } from '../kernel/context.ts'
import { at } from '../kernel/instant.ts'
import { NO_SHOW } from '../order/actions.ts'
import { overdueSql } from './store-todo.ts'

export interface TodoRow {
  kind: TodoKind
  dueAt: number
  total: number
  id: string
  orderNo: string
  orderKind: Columns['orderKind']
  status: number
  modelName: string
  plate: string | null
  contactName: string
  contactPhoneMask: string
  pickupType: Columns['pickupType']
  returnType: Columns['returnType']
  storeName: string
  address: string
  driverName: string | null
  selfService: boolean
  note: string | null
}

export interface TodoAsk {
  readonly kinds: readonly number[]
  readonly storeId: string | undefined
  /** End of today. */
  readonly until: number
  /** At most 50. */
  readonly limit: number
  /** Jobs that the account may do. */
  readonly jobs: readonly Job[]
}

export const jobs = ['return', 'pickUp', 'arrange', 'accept', 'retryRefund', 'cancel', 'release'] as const
export type Job = (typeof jobs)[number]

const now = '(select app_now())'
const atPickup = '($1::bigint is null or o.store_id = $1)'
const atReturn = '($1::bigint is null or o.return_store_id = $1)'

/** An open task of a kind, `k`. */
const openTask = (kind: string) => `k.kind = '${kind}' and k.done_at is null`

/** Orders of each job that is due today or was before, with what to call it; `o` are those of the kinds in sight. */
const sources: Readonly<Record<Job, string>> = {
  return: `select o.id, case when ${overdueSql} then 'overdue' when o.next_at < ${now} then 'lateReturn' else 'return' end,
      o.next_at, true
    from "order" o where KINDS and o.status = ${orderStatus.pickedUp} and o.next_at < $2 and ${atReturn}`,
  pickUp: `select o.id, case when o.next_at < ${now} then 'latePickup' else 'pickup' end, o.next_at, false
    from "order" o where KINDS and o.status = ${orderStatus.arranged} and o.next_at < $2 and ${atPickup} and STILL_AWAITED`,
  arrange: `select o.id, 'arrange', o.next_at, false
    from "order" o where KINDS and o.status = ${orderStatus.confirmed} and o.next_at < $2 and ${atPickup} and STILL_AWAITED`,
  accept: `select o.id, 'confirm', coalesce(o.confirm_deadline, o.next_at), false
    from "order" o where KINDS and o.status = ${orderStatus.confirming}
      and coalesce(o.confirm_deadline, o.next_at) < $2 and ${atPickup}`,
  // A refund of an order that was to begin later is due today all the same.
  retryRefund: `select o.id, case o.refund_wait when 'failed' then 'refund' else 'payback' end, least(o.next_at, $2), true
    from "order" o where KINDS and o.refund_wait is not null
      and o.status in (${orderStatus.returned}, ${orderStatus.cancelling}) and ${atPickup}`,
  cancel: `select o.id, 'noShow', o.next_at, false
    from task k join "order" o on o.id = k.ref_id
    where KINDS and ${openTask(NO_SHOW)} and o.status in (${orderStatus.confirmed}, ${orderStatus.arranged})
      and o.next_at < ${now} and ${atPickup}`,
  // A deduction may have used the deposit up since, a debt keep it, an undo have taken its day back.
  release: `select o.id, 'violationRelease', d.due_release_at, true
    from task k join deposit d on d.id = k.ref_id join "order" o on o.id = d.order_id
    where KINDS and ${openTask(VIOLATION_DUE)} and d.hold_status in (${holdStatus.held}, ${holdStatus.partlyDeducted})
      and o.status = ${orderStatus.returned} and d.due_release_at <= ${now} and ${outweighsDebtSql(depositKind.violation)} and ${atReturn}`,
}

/** The kinds stand in the text, so that the plan is kept. Whoever may cancel a no-show does not see it as a late pickup. */
function dueSql({ jobs: asked, kinds }: TodoAsk): string {
  const awaited = asked.includes('cancel')
    ? `not exists (select from task k where ${openTask(NO_SHOW)} and k.ref_id = o.id)`
    : 'true'
  return asked
    .map((job) =>
      sources[job].replace('KINDS', `o.order_kind in (${kinds.join(', ')})`).replace('STILL_AWAITED', awaited),
    )
    .join('\n union all ')
}

/** Two limits only, so that few statements differ and each keeps its plan. */
const FEW = 20
const MANY = 50

/** For a deposit nobody waits at the counter. */
const urgency = `kind <> 'overdue', kind = 'violationRelease', due_at, id`

/** To-dos, overdue cars first, then by the time they are, or were, due, violation deposits last; those past `limit` are only counted. */
export async function todos(query: Context['query'], ask: TodoAsk): Promise<TodoRow[]> {
  const rows = await query<TodoRow>(
    `with due (id, kind, due_at, at_return) as (${dueSql(ask)}),
     first as (select *, count(*) over ()::int as total from due order by ${urgency}
       limit ${ask.limit > FEW ? MANY : FEW})
     select f.kind, f.due_at, f.total, o.id, o.order_no, o.order_kind, o.status, m.name as model_name, o.plate,
       o.contact_name, o.contact_phone_mask, o.pickup_type, o.return_type, s.name as store_name,
       case when f.at_return then o.return_address else o.pickup_address end as address, d.name as driver_name,
       o.self_service,
       (select k.content from remark k where k.order_id = o.id and k.top_flag order by k.id desc limit 1) as note
     from first f
       join "order" o on o.id = f.id
       join model m on m.id = o.model_id
       join store s on s.id = case when f.at_return then o.return_store_id else o.store_id end
       left join lateral (select a.name from driver_task t join account a on a.id = t.account_id
         where t.order_id = o.id and t.status in (${driverTaskStatus.waiting}, ${driverTaskStatus.running})
           and t.type = case when f.at_return then ${driverTaskType.collect} else ${driverTaskType.deliver} end
         limit 1) d on true
     order by ${urgency}`,
    [ask.storeId ?? null, at(ask.until)],
  )
  return rows.slice(0, ask.limit)
}

/** Fen billed (J1, and what channels add, J3) on two booking dates, for orders that the account sees. */
export async function billedOn(
  query: Context['query'],
  ask: { storeId: string | undefined; dates: readonly [string, string] },
): Promise<readonly [number, number]> {
  const [row] = await query<{ firstFen: number; secondFen: number }>(
    `select coalesce(sum(e.credit_fen - e.debit_fen) filter (where t.posted_on = $2), 0)::bigint as first_fen,
       coalesce(sum(e.credit_fen - e.debit_fen) filter (where t.posted_on = $3), 0)::bigint as second_fen
     from ledger_txn t
       join ledger_entry e on e.txn_id = t.id and e.account = 'unearned'
       join "order" o on o.id = t.order_id and ($1::bigint is null or o.store_id = $1)
     where t.journal in (1, 3) and t.posted_on in ($2, $3)`,
    [ask.storeId ?? null, ...ask.dates],
  )
  return [row!.firstFen, row!.secondFen]
}

export interface FleetRow {
  total: number
  rented: number
  maintenance: number
  shunting: number
}

/** Cars in service by what they do now; `storeId`: of that home store. A rented car counts as that, whatever else. */
export async function fleet(query: Context['query'], storeId: string | undefined): Promise<FleetRow> {
  const { shunting, maintenance, inspection } = occupancyKind
  const counted = `v.lifecycle = ${lifecycle.inService} and ($1::bigint is null or v.home_store_id = $1)`
  const [row] = await query<FleetRow>(
    `with busy as (
       select vehicle_id, 1 as doing from occupancy where active and on_rent
       union all
       select vehicle_id, case when kind = ${shunting} then 3 else 2 end from occupancy
         where active and kind in (${shunting}, ${maintenance}, ${inspection}) and from_at <= ${now} and to_at > ${now}),
     doing as (select vehicle_id, min(doing) as doing from busy group by vehicle_id),
     -- Asked for each car that does something, by its key: a join of guessed sizes may go through all of them for each car.
     ours as (select doing, exists (select from vehicle v where v.id = vehicle_id and ${counted}) as counts from doing)
     select (select count(*)::int from vehicle v where ${counted}) as total,
       (count(*) filter (where doing = 1))::int as rented, (count(*) filter (where doing = 2))::int as maintenance,
       (count(*) filter (where doing = 3))::int as shunting
     from ours where counts`,
    [storeId ?? null],
  )
  return row!
}
