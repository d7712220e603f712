import type { Todo } from '@cheyi/contract/todo'
import { depositKind } from '@cheyi/domain/deposit/codes'
import { driverTaskStatus, driverTaskType } from '@cheyi/domain/driver/codes'
import { type OrderStatus, orderStatus } from '@cheyi/domain/order/codes'
import { taskKind } from '@cheyi/domain/todo/task'
import { depositDueSql } from '../../deposit/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { namedRows } from '../../kernel/db/named.ts'
import { payCheckSql } from '../../order/actions.ts'
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
  /** Of those with a time, and of money: at most so many of each, so that neither hides the other. */
  readonly limit: number
  /** Jobs that the account may do. */
  readonly jobs: readonly Job[]
  /** Who asks: what is another's alone is left out. */
  readonly accountId: string
}

export const jobs = [
  'return',
  'pickUp',
  'arrange',
  'accept',
  'retryRefund',
  'checkPay',
  'collectDeposit',
  'cancel',
  'release',
] as const
export type Job = (typeof jobs)[number]

const now = '(select app_now())'
const atPickup = '($1::bigint is null or o.store_id = $1)'
const atReturn = '($1::bigint is null or o.return_store_id = $1)'

/** What is next of an order that is open, by its status: what to call it. Due at `next_at`. */
const steps = {
  return: {
    status: orderStatus.pickedUp,
    kind: `case when o.return_at < g.late_before then 'overdue' when o.next_at < ${now} then 'lateReturn' else 'return' end`,
  },
  pickUp: {
    status: orderStatus.arranged,
    kind: `case when o.next_at < ${now} then 'latePickup' else 'pickup' end`,
  },
  arrange: { status: orderStatus.confirmed, kind: `'arrange'` },
} as const satisfies Partial<Record<Job, { status: OrderStatus; kind: string }>>

/** One look at the open orders. Who may cancel a no-show sees it once, not as a late pickup too. */
function stepsSql(asked: readonly Job[], ofKinds: string): string[] {
  const chosen = (Object.keys(steps) as (keyof typeof steps)[])
    .filter((job) => asked.includes(job))
    .map((job) => steps[job])
  if (chosen.length === 0) return []
  const isReturn = `o.status = ${steps.return.status}`
  return [
    `select o.id, case o.status ${chosen.map(({ status, kind }) => `when ${status} then ${kind}`).join(' ')} end as kind,
       o.next_at as due_at, null::timestamptz as promised_at, ${isReturn} as at_return, null::bigint as fen
     from "order" o left join graces g on g.id = o.store_id
     where ${ofKinds} and o.status in (${chosen.map(({ status }) => status).join(', ')}) and o.next_at < $2
       and case when ${isReturn} then ${atReturn} else ${atPickup} end
       ${asked.includes('cancel') ? `and (${isReturn} or o.id <> all (array(select order_id from tasks where kind = '${taskKind.noShow}')))` : ''}`,
  ]
}

const acceptSql = (ofKinds: string) =>
  `select o.id, 'confirm' as kind, coalesce(o.confirm_deadline, o.next_at) as due_at, null::timestamptz as promised_at,
     false as at_return, null::bigint as fen
   from "order" o where ${ofKinds} and o.status = ${orderStatus.confirming}
     and coalesce(o.confirm_deadline, o.next_at) < $2 and ${atPickup}`

const ofNobodyElse = (kind: PaybackTask) => isMineSql(kind, 'k.assignee_id', '(select id from me)')

/** A refund of an order that was to begin later is due today all the same. */
const retryRefundSql = (ofKinds: string) =>
  `select o.id, case o.refund_wait when 'failed' then 'refund' else 'payback' end as kind,
     coalesce(k.due_at, least(o.next_at, $2)) as due_at, k.due_at as promised_at, true as at_return, null::bigint as fen
   from "order" o left join tasks k on k.kind = '${taskKind.refund}' and k.order_id = o.id
   where ${ofKinds} and o.refund_wait is not null and ${ofNobodyElse(taskKind.refund)} and ${atPickup}`

interface Named {
  readonly job: Job
  /** Its to-do. */
  readonly kind: Todo['kind']
  /** Where its orders are named: a row with what is due when, for how much. */
  readonly from: string
  /** Of the order `o` and what names it, `k`. */
  readonly dueAt: string
  readonly where: string
  /** Until when somebody promised it. */
  readonly promisedAt?: string
  /** The end of the order where it is done, or from where the car came back. */
  readonly end: 'pickup' | 'return'
}

const namedByTask = (kind: string) => `from tasks where kind = '${kind}'`

/** Orders that a task or a payment names. */
const named: readonly Named[] = [
  {
    job: 'checkPay',
    kind: 'payCheck',
    from: 'from checks',
    dueAt: 'least(o.next_at, $2)',
    where: atPickup,
    end: 'pickup',
  },
  {
    job: 'collectDeposit',
    kind: 'authEnded',
    from: namedByTask(taskKind.ended),
    dueAt: 'least(o.next_at, $2)',
    where: `o.status between ${orderStatus.confirming} and ${orderStatus.returned} and ${atPickup}`,
    end: 'pickup',
  },
  {
    job: 'cancel',
    kind: 'noShow',
    from: namedByTask(taskKind.noShow),
    dueAt: 'o.next_at',
    where: `o.status in (${orderStatus.confirmed}, ${orderStatus.arranged}) and o.next_at < ${now} and ${atPickup}`,
    end: 'pickup',
  },
  {
    job: 'release',
    kind: 'depositBack',
    from: namedByTask(taskKind.deposit),
    dueAt: 'coalesce(k.due_at, k.asked_at)',
    where: `${ofNobodyElse(taskKind.deposit)} and ${atReturn}`,
    promisedAt: 'k.due_at',
    end: 'return',
  },
  // A deduction may have used the deposit up since, a debt keep it, an undo have taken its day back.
  {
    job: 'release',
    kind: 'violationRelease',
    from: namedByTask(taskKind.violation),
    dueAt: 'o.violation_free_at',
    where: `${depositDueSql(depositKind.violation)} and ${atReturn}`,
    end: 'return',
  },
]

function namedSql(asked: readonly Job[], ofKinds: string): string[] {
  const chosen = named.filter(({ job }) => asked.includes(job))
  if (chosen.length === 0) return []
  const by = (value: (one: Named) => string) =>
    `case k.kind ${chosen.map((one) => `when '${one.kind}' then ${value(one)}`).join('\n       ')} end`
  const each = chosen.map(
    ({ kind, from }) => `select '${kind}' as kind, order_id, due_at, assignee_id, asked_at, fen ${from}`,
  )
  return [
    `select o.id, k.kind, ${by(({ dueAt }) => dueAt)} as due_at,
       ${by(({ promisedAt }) => promisedAt ?? 'null::timestamptz')} as promised_at,
       ${by(({ end }) => String(end === 'return'))} as at_return, k.fen
     from (${each.join('\n       union all ')}) k join "order" o on o.id = k.order_id
     where ${ofKinds} and ${by(({ where }) => where)}`,
  ]
}

/** Every job in few looks at the orders: each brings the policy's conditions along. Kinds are literals, so that PostgreSQL keeps the cached query plan. */
function dueSql({ jobs: asked, kinds }: TodoAsk): string {
  const ofKinds = `o.order_kind in (${kinds.join(', ')})`
  return [
    ...stepsSql(asked, ofKinds),
    ...(asked.includes('accept') ? [acceptSql(ofKinds)] : []),
    ...(asked.includes('retryRefund') ? [retryRefundSql(ofKinds)] : []),
    ...namedSql(asked, ofKinds),
  ].join('\n union all ')
}

const tasksOfOrders = [taskKind.noShow, taskKind.refund, taskKind.deposit, taskKind.violation, taskKind.ended]

/** For money nobody waits at the counter, unless a time was promised. */
const isMoney = `f.promised_at is null and f.kind in ('refund', 'payback', 'depositBack', 'payCheck', 'authEnded', 'violationRelease')`
/** A deposit may wait longer than other money. */
const urgency = `f.kind = 'violationRelease', f.due_at, f.id`

/** The first of one part. */
const firstSql = (where: string) => `(select f.* from due f where ${where} order by ${urgency} limit $4)`

/** To-dos by the time they are, or were, due, money after them; what is past the `limit` of either is only counted. */
export function todos(query: Context['query'], ask: TodoAsk): Promise<TodoRow[]> {
  return query<TodoRow>(
    `with graces as materialized (select s.id, ${lateBeforeSql('s.settings')} as late_before from store s),
     me as materialized (select $3::bigint as id),
     tasks as materialized (select t.kind, case t.kind when '${taskKind.noShow}' then t.ref_id else t.order_id end as order_id,
         min(t.due_at) as due_at, min(t.assignee_id) as assignee_id, min(t.created_at) as asked_at,
         sum((t.detail ->> 'amount')::bigint)::bigint as fen
       from task t where t.done_at is null and t.kind in (${tasksOfOrders.map((kind) => `'${kind}'`).join(', ')}) group by 1, 2),
     checks as materialized (select p.order_id, null::timestamptz as due_at, null::bigint as assignee_id,
         null::timestamptz as asked_at, sum(p.amount_fen)::bigint as fen
       from payment p where ${payCheckSql('p')} group by p.order_id),
     due as materialized (${dueSql(ask)}),
     page as materialized (${firstSql(`not (${isMoney})`)} union all ${firstSql(isMoney)}),
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
     deposits as materialized (select h.order_id, (h.held_fen - h.captured_fen - h.released_fen - h.in_flight_fen) as fen
       from deposit h where h.order_id = any (array(select id from page where kind = 'violationRelease'))
         and h.kind = ${depositKind.violation})
     select f.kind, f.due_at as at, (select count(*)::int from due) as total, o.id as order_id, o.order_no, o.order_kind, o.status, o.plate, o.contact_name,
       o.contact_phone_mask as phone, o.pickup_type, o.return_type, o.self_service, m.name as model_name, s.name as store_name,
       case when f.at_return then o.return_address else o.pickup_address end as address, d.name as driver_name,
       n.content as note, coalesce(f.fen, r.fen, h.fen) as amount_fen, f.promised_at
     from page f join orders o on o.id = f.id join models m on m.id = o.model_id
       join stores s on s.id = case when f.at_return then o.return_store_id else o.store_id end
       left join drives t on t.order_id = f.id
         and t.type = case when f.at_return then ${driverTaskType.collect} else ${driverTaskType.deliver} end
       left join drivers d on d.id = t.account_id
       left join notes n on n.order_id = f.id
       left join refunds r on r.order_id = f.id and f.kind in ('refund', 'payback')
       left join deposits h on h.order_id = f.id and f.kind = 'violationRelease'
     order by ${isMoney}, ${urgency}`,
    [ask.storeId ?? null, at(ask.until), ask.accountId, ask.limit],
  )
}
