import type { Todo } from '@cheyi/contract/todo'
import { depositKind } from '@cheyi/domain/deposit/codes'
import { driverTaskStatus, driverTaskType } from '@cheyi/domain/driver/codes'
import { orderStatus } from '@cheyi/domain/order/codes'
import { taskKind } from '@cheyi/domain/todo/task'
import { depositDueSql } from '../../deposit/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { namedRows } from '../../kernel/db/named.ts'
import { payCheckSql, waitSql } from '../../order/actions.ts'
import { waitingRefund } from '../../payment/actions.ts'
import { lateBeforeSql } from '../store-counters.ts'
import { isMineSql, type PaybackTask } from '../store-payback.ts'

/** As it leaves, but for its verb; the address is that of the end where it is done. */
export type TodoRow = Omit<Todo, 'action' | 'actionLabel'> & { readonly total: number }

export interface TodoAsk {
  readonly kinds: readonly number[]
  readonly storeId: string | undefined
  /** End of today. */
  readonly until: number
  /** At most 50. */
  readonly limit: number
  /** Jobs that the account may do. */
  readonly jobs: readonly Job[]
  /** Who asks: what is another's alone is left out. */
  readonly accountId: string
}

export const jobs = ['return', 'pickUp', 'arrange', 'accept', 'retryRefund', 'checkPay', 'cancel', 'release'] as const
export type Job = (typeof jobs)[number]

const now = '(select app_now())'
const atPickup = '($1::bigint is null or o.store_id = $1)'
const atReturn = '($1::bigint is null or o.return_store_id = $1)'

/** An open task of a kind, `k`. */
const openTask = (kind: string) => `k.kind = '${kind}' and k.done_at is null`

interface Source {
  /** What to call it, and since or until when it is due. */
  readonly kind: string
  readonly dueAt: string
  /** The end of the order where it is done, or from where the car came back. */
  readonly end: 'pickup' | 'return'
  /** Until when somebody promised it. */
  readonly promisedAt?: string
  /** What `o` comes with. */
  readonly with?: string
  readonly where: string
}

/** What of an order's money waits to be paid back by hand: by whom, until when, asked when. */
const paybackSql = (kind: PaybackTask) =>
  `select t.order_id, min(t.due_at) as due_at, min(t.assignee_id) as assignee_id, min(t.created_at) as asked_at
     from task t where t.kind = '${kind}' and t.done_at is null`

const ofNobodyElse = (kind: PaybackTask) => isMineSql(kind, 'k.assignee_id', '(select id from me)')

/** Orders of each job that is due today or was before; `o` are those of the kinds in sight. */
const sources: Readonly<Record<Job, Source | readonly Source[]>> = {
  return: {
    kind: `case when o.return_at < g.late_before then 'overdue' when o.next_at < ${now} then 'lateReturn' else 'return' end`,
    dueAt: 'o.next_at',
    end: 'return',
    with: 'left join graces g on g.id = o.store_id',
    where: `o.status = ${orderStatus.pickedUp} and o.next_at < $2 and ${atReturn}`,
  },
  pickUp: {
    kind: `case when o.next_at < ${now} then 'latePickup' else 'pickup' end`,
    dueAt: 'o.next_at',
    end: 'pickup',
    where: `o.status = ${orderStatus.arranged} and o.next_at < $2 and ${atPickup} and STILL_AWAITED`,
  },
  arrange: {
    kind: `'arrange'`,
    dueAt: 'o.next_at',
    end: 'pickup',
    where: `o.status = ${orderStatus.confirmed} and o.next_at < $2 and ${atPickup} and STILL_AWAITED`,
  },
  accept: {
    kind: `'confirm'`,
    dueAt: 'coalesce(o.confirm_deadline, o.next_at)',
    end: 'pickup',
    where: `o.status = ${orderStatus.confirming} and coalesce(o.confirm_deadline, o.next_at) < $2 and ${atPickup}`,
  },
  // A refund of an order that was to begin later is due today all the same.
  retryRefund: {
    kind: `case o.refund_wait when 'failed' then 'refund' else 'payback' end`,
    dueAt: 'coalesce(k.due_at, least(o.next_at, $2))',
    promisedAt: 'k.due_at',
    end: 'return',
    with: `left join lateral (${paybackSql(taskKind.refund)} and t.order_id = o.id group by 1) k on true`,
    where: `o.refund_wait is not null and ${ofNobodyElse(taskKind.refund)} and ${atPickup}`,
  },
  checkPay: {
    kind: `'payCheck'`,
    dueAt: 'least(o.next_at, $2)',
    end: 'pickup',
    where: `${waitSql.payCheck} and ${atPickup}`,
  },
  cancel: {
    kind: `'noShow'`,
    dueAt: 'o.next_at',
    end: 'pickup',
    with: `join task k on ${openTask(taskKind.noShow)} and k.ref_id = o.id`,
    where: `o.status in (${orderStatus.confirmed}, ${orderStatus.arranged}) and o.next_at < ${now} and ${atPickup}`,
  },
  release: [
    {
      kind: `'depositBack'`,
      dueAt: 'coalesce(k.due_at, k.asked_at)',
      promisedAt: 'k.due_at',
      end: 'return',
      with: `join (${paybackSql(taskKind.deposit)} group by 1) k on k.order_id = o.id`,
      where: `${ofNobodyElse(taskKind.deposit)} and ${atReturn}`,
    },
    // A deduction may have used the deposit up since, a debt keep it, an undo have taken its day back.
    {
      kind: `'violationRelease'`,
      dueAt: 'o.violation_free_at',
      end: 'return',
      with: `join task k on ${openTask(taskKind.violation)} and k.order_id = o.id`,
      where: `${depositDueSql(depositKind.violation)} and ${atReturn}`,
    },
  ],
}

const sourceSql = (
  kinds: readonly number[],
  { kind, dueAt, promisedAt = 'null::timestamptz', end, with: joined = '', where }: Source,
) =>
  `select o.id, ${kind} as kind, ${dueAt} as due_at, ${promisedAt} as promised_at, ${end === 'return'} as at_return
   from "order" o ${joined} where o.order_kind in (${kinds.join(', ')}) and ${where}`

/** Kinds are literals in the SQL text, so that PostgreSQL keeps the cached query plan. Who may cancel a no-show sees it once, not as a late pickup too. */
function dueSql({ jobs: asked, kinds }: TodoAsk): string {
  const awaited = asked.includes('cancel')
    ? `not exists (select from task k where ${openTask(taskKind.noShow)} and k.ref_id = o.id)`
    : 'true'
  return asked
    .flatMap((job) => sources[job])
    .map((source) => sourceSql(kinds, source).replace('STILL_AWAITED', awaited))
    .join('\n union all ')
}

/** Two limits only, so that few statements differ and each keeps its plan. */
const FEW = 20
const MANY = 50

/** For money nobody waits at the counter, unless a time was promised; a deposit may wait longer than other money. */
const urgency = `f.promised_at is null and f.kind in ('refund', 'payback', 'depositBack', 'payCheck', 'violationRelease'),
  f.kind = 'violationRelease', f.due_at, f.id`

/** To-dos by the time they are, or were, due, money after them; those past `limit` are only counted. */
export async function todos(query: Context['query'], ask: TodoAsk): Promise<TodoRow[]> {
  const rows = await query<TodoRow>(
    `with graces as materialized (select s.id, ${lateBeforeSql('s.settings')} as late_before from store s),
     me as materialized (select $3::bigint as id),
     due as materialized (${dueSql(ask)}),
     page as materialized (select f.*, (select count(*)::int from due) as total from due f order by ${urgency}
       limit ${ask.limit > FEW ? MANY : FEW}),
     orders as materialized (select id, order_no, order_kind, status, plate, contact_name, contact_phone_mask, pickup_type,
         return_type, self_service, model_id, store_id, return_store_id, pickup_address, return_address
       from "order" where id = any (array(select id from page))),
     ${namedRows('stores', 'name', 'store', 'orders', 'store_id', 'return_store_id')},
     ${namedRows('models', 'name', 'model', 'orders', 'model_id')},
     drives as materialized (select order_id, type, account_id from driver_task
       where order_id = any (array(select id from page)) and status in (${driverTaskStatus.waiting}, ${driverTaskStatus.running})),
     ${namedRows('drivers', 'name', 'account', 'drives', 'account_id')},
     notes as materialized (select distinct on (k.order_id) k.order_id, k.content from remark k
       where k.order_id = any (array(select id from page)) and k.top_flag order by k.order_id, k.id desc),
     refunds as materialized (select p.order_id, sum(p.amount_fen)::bigint as fen from payment p
       where p.order_id = any (array(select id from page where kind in ('refund', 'payback'))) and ${waitingRefund('p')}
       group by p.order_id),
     checks as materialized (select p.order_id, sum(p.amount_fen)::bigint as fen from payment p
       where p.order_id = any (array(select id from page where kind = 'payCheck')) and ${payCheckSql('p')}
       group by p.order_id),
     backs as materialized (select k.order_id, sum((k.detail ->> 'amount')::bigint)::bigint as fen from task k
       where k.order_id = any (array(select id from page where kind = 'depositBack')) and ${openTask(taskKind.deposit)}
       group by k.order_id),
     deposits as materialized (select h.order_id, (h.held_fen - h.captured_fen - h.released_fen - h.in_flight_fen) as fen
       from deposit h where h.order_id = any (array(select id from page where kind = 'violationRelease'))
         and h.kind = ${depositKind.violation})
     select f.kind, f.due_at as at, f.total, o.id as order_id, o.order_no, o.order_kind, o.status, o.plate, o.contact_name,
       o.contact_phone_mask as phone, o.pickup_type, o.return_type, o.self_service, m.name as model_name, s.name as store_name,
       case when f.at_return then o.return_address else o.pickup_address end as address, d.name as driver_name,
       n.content as note, coalesce(r.fen, c.fen, b.fen, h.fen) as amount_fen, f.promised_at
     from page f join orders o on o.id = f.id join models m on m.id = o.model_id
       join stores s on s.id = case when f.at_return then o.return_store_id else o.store_id end
       left join drives t on t.order_id = f.id
         and t.type = case when f.at_return then ${driverTaskType.collect} else ${driverTaskType.deliver} end
       left join drivers d on d.id = t.account_id
       left join notes n on n.order_id = f.id
       left join refunds r on r.order_id = f.id and f.kind in ('refund', 'payback')
       left join checks c on c.order_id = f.id and f.kind = 'payCheck'
       left join backs b on b.order_id = f.id and f.kind = 'depositBack'
       left join deposits h on h.order_id = f.id and f.kind = 'violationRelease'
     order by ${urgency}`,
    [ask.storeId ?? null, at(ask.until), ask.accountId],
  )
  return rows.slice(0, ask.limit)
}
