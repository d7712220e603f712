import type { Todo } from '@cheyi/contract/todo'
import { depositKind } from '@cheyi/domain/deposit/codes'
import { driverTaskStatus, driverTaskType } from '@cheyi/domain/driver/codes'
import { type OrderStatus, orderStatus } from '@cheyi/domain/order/codes'
import { type TaskKind, taskKind } from '@cheyi/domain/todo/task'
import { depositDueSql } from '../../deposit/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { payCheckSql } from '../../order/actions.ts'
import { waitingRefund } from '../../payment/actions.ts'
import { lateBeforeSql } from '../store-counters.ts'
import { isMineSql } from '../store-payback.ts'

/** As it leaves, but for its verb; the address is that of the end where it is done. */
export type TodoRow = Omit<Todo, 'action' | 'actionLabel'> & { readonly total: number }

export interface TodoAsk {
  readonly kinds: readonly number[]
  readonly storeId: string | undefined
  /** Of an account that sees some stores, these; null where it sees all, or own orders. */
  readonly stores: readonly string[] | null
  /** End of today. */
  readonly until: number
  /** Of those with a time, and of money: at most so many of each, so that neither hides the other. */
  readonly limit: number
  /** Jobs that the account may do. */
  readonly jobs: readonly Job[]
  /** Who asks: what is another's alone is left out. */
  readonly accountId: string
}

/** What the text of the statement depends on. */
type Asked = Pick<TodoAsk, 'kinds' | 'jobs'> & {
  /** The stores in sight ($5) are looked at one by one. */
  readonly byStore: boolean
}

/** Of so many stores each is looked at by itself; of more, all that is open of the merchant is gone through. */
const FEW_STORES = 5

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

/** What is next of an order that is open, by its status. Due at `next_at`; how late it is, is said of the few that are shown. */
const steps = {
  return: { status: orderStatus.pickedUp, kind: 'return' },
  pickUp: { status: orderStatus.arranged, kind: 'pickup' },
  arrange: { status: orderStatus.confirmed, kind: 'arrange' },
} as const satisfies Partial<Record<Job, { status: OrderStatus; kind: Todo['kind'] }>>

/** Of the order `o` and what is due of it, `f`: overdue is what should have come back before the grace of its pickup store. */
const kindSql = `case f.kind
  when '${steps.return.kind}' then case when o.return_at < (select ${lateBeforeSql('g.settings')} from store g where g.id = o.store_id) then 'overdue'
    when f.due_at < ${now} then 'lateReturn' else f.kind end
  when '${steps.pickUp.kind}' then case when f.due_at < ${now} then 'latePickup' else f.kind end
  else f.kind end`

/** The open orders that are due, no more of each than sorts and counts them: they are all of a day's. */
const openSql = (statuses: readonly OrderStatus[], where: string) =>
  `select o.id, o.status, o.next_at from "order" o where ${where} and o.status in (${statuses.join(', ')}) and o.next_at < $2`

/**
 * The same of the stores in sight: what begins there, and what ends there and begins elsewhere. `offset 0` keeps the planner
 * from reading all stores in one scan of `order_open`.
 */
const openByStore = (open: string) =>
  ['o.store_id = mine.id', 'o.return_store_id <> o.store_id and o.return_store_id = mine.id and o.store_id <> all ($5)']
    .map((side) => `select o.* from unnest($5::bigint[]) mine (id), lateral (${open} and ${side} offset 0) o`)
    .join('\n union all ')

/** One look at the open orders. Who may cancel a no-show sees it once, not as a late pickup too. */
function stepsSql({ jobs: asked, kinds, byStore }: Asked): { open: string; first: string } {
  const chosen = Object.entries(steps).flatMap(([job, step]) => (asked.includes(job as Job) ? [step] : []))
  if (chosen.length === 0) return { open: openSql([steps.return.status], 'false'), first: noneSql }
  const isReturn = `status = ${steps.return.status}`
  const open = `${openSql(
    chosen.map(({ status }) => status),
    `o.order_kind in (${kinds.join(', ')})`,
  )}
       and case when o.${isReturn} then ${atReturn} else ${atPickup} end
       ${asked.includes('cancel') ? `and (o.${isReturn} or o.id <> all (array(select order_id from tasks where kind = '${taskKind.noShow}')))` : ''}`
  return {
    open: byStore ? openByStore(open) : open,
    first: `select o.id, case o.status ${chosen.map(({ status, kind }) => `when ${status} then '${kind}'`).join(' ')} end as kind,
         o.next_at as due_at, null::timestamptz as promised_at, o.${isReturn} as at_return, null::bigint as fen
       from (select * from open order by next_at, id limit $4) o`,
  }
}

const acceptSql = (ofKinds: string) =>
  `select o.id, 'confirm' as kind, coalesce(o.confirm_deadline, o.next_at) as due_at, null::timestamptz as promised_at,
     false as at_return, null::bigint as fen
   from "order" o where ${ofKinds} and o.status = ${orderStatus.confirming}
     and coalesce(o.confirm_deadline, o.next_at) < $2 and ${atPickup}`

/** A refund of an order that was to begin later is due today all the same. */
const retryRefundSql = (ofKinds: string) =>
  `select o.id, case o.refund_wait when 'failed' then 'refund' else 'payback' end as kind,
     coalesce(k.due_at, least(o.next_at, $2)) as due_at, k.due_at as promised_at, true as at_return, null::bigint as fen
   from "order" o left join tasks k on k.kind = '${taskKind.refund}' and k.order_id = o.id
   where ${ofKinds} and o.refund_wait is not null and k.mine is not false and ${atPickup}`

interface Named {
  readonly job: Job
  /** Its to-do. */
  readonly kind: Todo['kind']
  /** Kind of the task that names its orders, or `payCheck` for a payment. */
  readonly by: TaskKind | typeof payCheck
  /** Of the order `o` and what names it, `k`. */
  readonly dueAt: string
  readonly where: string
  /** Until when somebody promised it. */
  readonly promisedAt?: string
  /** The end of the order where it is done, or from where the car came back. */
  readonly end: 'pickup' | 'return'
}

const payCheck = 'payCheck'

/** Orders that a task or a payment names. */
const named: readonly Named[] = [
  { job: 'checkPay', kind: 'payCheck', by: payCheck, dueAt: 'least(o.next_at, $2)', where: atPickup, end: 'pickup' },
  {
    job: 'collectDeposit',
    kind: 'authEnded',
    by: taskKind.ended,
    dueAt: 'least(o.next_at, $2)',
    where: `o.status between ${orderStatus.confirming} and ${orderStatus.returned} and ${atPickup}`,
    end: 'pickup',
  },
  {
    job: 'cancel',
    kind: 'noShow',
    by: taskKind.noShow,
    dueAt: 'o.next_at',
    where: `o.status in (${orderStatus.confirmed}, ${orderStatus.arranged}) and o.next_at < ${now} and ${atPickup}`,
    end: 'pickup',
  },
  {
    job: 'release',
    kind: 'depositBack',
    by: taskKind.deposit,
    dueAt: 'coalesce(k.due_at, k.asked_at)',
    where: `k.mine and ${atReturn}`,
    promisedAt: 'k.due_at',
    end: 'return',
  },
  // A deduction may have used the deposit up since, a debt keep it, an undo have taken its day back.
  {
    job: 'release',
    kind: 'violationRelease',
    by: taskKind.violation,
    dueAt: 'o.violation_free_at',
    where: `${depositDueSql(depositKind.violation)} and ${atReturn}`,
    end: 'return',
  },
]

function namedSql(asked: readonly Job[], ofKinds: string): string[] {
  const chosen = named.filter(({ job }) => asked.includes(job))
  if (chosen.length === 0) return []
  const by = (value: (one: Named) => string) =>
    `case k.kind ${chosen.map((one) => `when '${one.by}' then ${value(one)}`).join('\n       ')} end`
  const byPayment = chosen.some((one) => one.by === payCheck)
  const byTask = chosen.flatMap((one) => (one.by === payCheck ? [] : [`'${one.by}'`]))
  const from = [
    ...(byTask.length === 0 ? [] : [`select * from tasks where kind in (${byTask.join(', ')})`]),
    ...(byPayment ? [checksSql] : []),
  ]
  return [
    `select o.id, ${by(({ kind }) => `'${kind}'`)} as kind, ${by(({ dueAt }) => dueAt)} as due_at,
       ${by(({ promisedAt }) => promisedAt ?? 'null::timestamptz')} as promised_at,
       ${by(({ end }) => String(end === 'return'))} as at_return, k.fen
     from (${from.join('\n       union all ')}) k join "order" o on o.id = k.order_id
     where ${ofKinds} and ${by(({ where }) => where)}`,
  ]
}

/** The other jobs in few looks at the orders: each brings the policy's conditions along. Kinds are literals, so that PostgreSQL keeps the cached query plan. */
function othersSql({ jobs: asked, kinds }: Asked): string {
  const ofKinds = `o.order_kind in (${kinds.join(', ')})`
  const looks = [
    ...(asked.includes('accept') ? [acceptSql(ofKinds)] : []),
    ...(asked.includes('retryRefund') ? [retryRefundSql(ofKinds)] : []),
    ...namedSql(asked, ofKinds),
  ]
  return looks.length === 0 ? noneSql : looks.join('\n union all ')
}

/** A look that finds nothing. */
const noneSql = `select null::bigint as id, null::text as kind, null::timestamptz as due_at, null::timestamptz as promised_at,
       false as at_return, null::bigint as fen where false`

const tasksOfOrders = [taskKind.noShow, taskKind.refund, taskKind.deposit, taskKind.violation, taskKind.ended]

/** Open tasks by kind and order, and whether one is the account's ($3): what is another's alone is left out. */
const tasksSql = `select t.*, ${isMineSql('t.kind', 't.assignee_id', '$3::bigint')} as mine
   from (select kind, case kind when '${taskKind.noShow}' then ref_id else order_id end as order_id,
       min(due_at) as due_at, min(assignee_id) as assignee_id, min(created_at) as asked_at,
       sum((detail ->> 'amount')::bigint)::bigint as fen
     from task where done_at is null and kind in (${tasksOfOrders.map((kind) => `'${kind}'`).join(', ')}) group by 1, 2) t`

/** Payments to look after, by their order, like a row of the tasks. */
const checksSql = `select '${payCheck}', p.order_id, null::timestamptz, null::bigint, null::timestamptz,
         sum(p.amount_fen)::bigint, true
       from payment p where ${payCheckSql('p')} group by p.order_id`

/** For money nobody waits at the counter, unless a time was promised. */
const isMoney = `f.promised_at is null and f.kind in ('refund', 'payback', 'depositBack', 'payCheck', 'authEnded', 'violationRelease')`
/** A deposit may wait longer than other money. */
const urgency = `f.kind = 'violationRelease', f.due_at, f.id`

/** The first of one part. */
const firstSql = (...looks: string[]) =>
  `(select f.* from (${looks.join('\n union all ')}) f order by ${urgency} limit $4)`

/** What goes back of an order, by hand or again, fen. */
const refundsSql = `(select sum(p.amount_fen)::bigint from payment p where p.order_id = o.id and ${waitingRefund('p')})`

/** Who drives there: looked up by its id where there is one, where a join would begin at the accounts for each row. */
const driverSql = `(select (select a.name from account a where a.id = t.account_id) from driver_task t
         where t.order_id = o.id and t.type = case when f.at_return then ${driverTaskType.collect} else ${driverTaskType.deliver} end
           and t.status in (${driverTaskStatus.waiting}, ${driverTaskStatus.running}))`

/** What is held of its violation deposit, fen. */
const heldSql = `(select h.held_fen - h.captured_fen - h.released_fen - h.in_flight_fen from deposit h
           where h.order_id = o.id and h.kind = ${depositKind.violation})`

/** Statements by what is asked for: accounts of one role ask for the same. */
const statements = new Map<string, string>()

/** To-dos by the time they are, or were, due, money after them; what is past the `limit` of either is only counted. */
export function todos(query: Context['query'], ask: TodoAsk): Promise<TodoRow[]> {
  const { stores, storeId } = ask
  const byStore = stores !== null && stores.length <= FEW_STORES && ask.jobs.some((job) => job in steps)
  const name = `${ask.kinds} ${ask.jobs} ${byStore}`
  const text = statements.get(name) ?? todosSql({ ...ask, byStore })
  statements.set(name, text)
  const values = [storeId ?? null, at(ask.until), ask.accountId, ask.limit]
  return query<TodoRow>(text, byStore ? [...values, stores] : values)
}

function todosSql(ask: Asked): string {
  const { open, first } = stepsSql(ask)
  return `with tasks as materialized (${tasksSql}),
     open as materialized (${open}),
     others as materialized (${othersSql(ask)}),
     page as materialized (${firstSql(first, `select f.* from others f where not (${isMoney})`)}
       union all ${firstSql(`select f.* from others f where ${isMoney}`)})
     select ${kindSql} as kind, f.due_at as at, ((select count(*) from open) + (select count(*) from others))::int as total, o.id as order_id, o.order_no, o.order_kind, o.status, o.plate, o.contact_name,
       o.contact_phone_mask as phone, o.pickup_type, o.return_type, o.self_service, m.name as model_name, s.name as store_name,
       case when f.at_return then o.return_address else o.pickup_address end as address, ${driverSql} as driver_name,
       (select k.content from remark k where k.order_id = o.id and k.top_flag order by k.id desc limit 1) as note,
       coalesce(f.fen, case when f.kind in ('refund', 'payback') then ${refundsSql}
         when f.kind = 'violationRelease' then ${heldSql} end) as amount_fen, f.promised_at
     from page f join "order" o on o.id = f.id join model m on m.id = o.model_id
       join store s on s.id = case when f.at_return then o.return_store_id else o.store_id end
     order by ${isMoney}, ${urgency}`
}
