import type { Todo } from '@cheyi/contract/todo'
import { depositKind } from '@cheyi/domain/deposit/codes'
import { driverTaskStatus, driverTaskType } from '@cheyi/domain/driver/codes'
import { type OrderStatus, orderStatus } from '@cheyi/domain/order/codes'
import { type TaskKind, taskKind } from '@cheyi/domain/todo/task'
import { depositDueSql } from '../../deposit/actions.ts'
import type { Context } from '../../kernel/context.ts'
import { at } from '../../kernel/db/instant.ts'
import { carModelSql, carOutSql, oneWaySql, payCheckSql, refundsFenSql } from '../../order/actions.ts'
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
  /** The stores in sight ($4) are looked at one by one. */
  readonly byStore: boolean
  /** Of the store that is asked for, its parameter: whoever asks for none is spared the comparisons. */
  readonly store: '$4' | '$5' | undefined
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

/** The end of an order where a to-do is done, or from where the car came back. */
type End = 'pickup' | 'return'

/** Of the order `o`: that end is at the store that is asked for. */
const isAt = (end: End, { store }: Asked): string =>
  store === undefined ? 'true' : `o.${end === 'return' ? 'return_store_id' : 'store_id'} = ${store}`

/** What is next of an order that is open, by its status. Due at `next_at`; how late it is, is said of the few that are shown. */
const steps = {
  return: { status: orderStatus.pickedUp, kind: 'return' },
  pickUp: { status: orderStatus.arranged, kind: 'pickup' },
  arrange: { status: orderStatus.confirmed, kind: 'arrange' },
} as const satisfies Partial<Record<Job, { status: OrderStatus; kind: Todo['kind'] }>>

/** Of the order `o`, its pickup store `s` and what is due of it, `f`: overdue is what should have come back before that store's grace. */
const kindSql = `case f.kind
  when '${steps.return.kind}' then case when o.return_at < ${lateBeforeSql('s.settings')} then 'overdue'
    when f.due_at < ${now} then 'lateReturn' else f.kind end
  when '${steps.pickUp.kind}' then case when f.due_at < ${now} then 'latePickup' else f.kind end
  else f.kind end`

/** The open orders that are due, no more of each than sorts and counts them: they are all of a day's. */
const openSql = (statuses: readonly OrderStatus[], where: string) =>
  `select o.id, o.status, o.next_at from "order" o where ${where} and o.status in (${statuses.join(', ')}) and o.next_at < $1`

/**
 * The same of the stores in sight: what begins there, and what ends there and begins elsewhere. `offset 0` keeps the planner
 * from reading all stores in one scan of `order_open`.
 */
const openByStore = (open: string) =>
  ['o.store_id = mine.id', 'o.return_store_id <> o.store_id and o.return_store_id = mine.id and o.store_id <> all ($4)']
    .map((side) => `select o.* from unnest($4::bigint[]) mine (id), lateral (${open} and ${side} offset 0) o`)
    .join('\n union all ')

/** One look at the open orders. Who may cancel a no-show sees it once, not as a late pickup too. */
function stepsSql(ask: Asked): { open: string; first: string } {
  const { jobs: asked, kinds, byStore } = ask
  const chosen = Object.entries(steps).flatMap(([job, step]) => (asked.includes(job as Job) ? [step] : []))
  if (chosen.length === 0) return { open: openSql([steps.return.status], 'false'), first: noneSql }
  const isReturn = `status = ${steps.return.status}`
  const open = `${openSql(
    chosen.map(({ status }) => status),
    `o.order_kind in (${kinds.join(', ')})`,
  )}
       ${ask.store === undefined ? '' : `and case when o.${isReturn} then ${isAt('return', ask)} else ${isAt('pickup', ask)} end`}
       ${asked.includes('cancel') ? `and (o.${isReturn} or o.id <> all (array(select order_id from tasks where kind = '${taskKind.noShow}')))` : ''}`
  return {
    open: byStore ? openByStore(open) : open,
    first: `select o.id, case o.status ${chosen.map(({ status, kind }) => `when ${status} then '${kind}'`).join(' ')} end as kind,
         o.next_at as due_at, null::timestamptz as promised_at, o.${isReturn} as at_return, null::bigint as fen
       from (select * from open order by next_at, id limit $3) o`,
  }
}

const acceptSql = (ofKinds: string, ask: Asked) =>
  `select o.id, 'confirm' as kind, coalesce(o.confirm_deadline, o.next_at) as due_at, null::timestamptz as promised_at,
     false as at_return, null::bigint as fen
   from "order" o where ${ofKinds} and o.status = ${orderStatus.confirming}
     and coalesce(o.confirm_deadline, o.next_at) < $1 and ${isAt('pickup', ask)}`

/** A refund of an order that was to begin later is due today all the same. */
const retryRefundSql = (ofKinds: string, ask: Asked) =>
  `select o.id, case o.refund_wait when 'failed' then 'refund' else 'payback' end as kind,
     coalesce(k.due_at, least(o.next_at, $1)) as due_at, k.due_at as promised_at, true as at_return, null::bigint as fen
   from "order" o left join tasks k on k.kind = '${taskKind.refund}' and k.order_id = o.id
   where ${ofKinds} and o.refund_wait is not null and k.mine is not false and ${isAt('pickup', ask)}`

/** Of the columns of their index alone, however many nobody has looked at: the orders keep what goes back, and from when. */
const violationSql = (ofKinds: string, ask: Asked) =>
  `select o.id, 'violationRelease' as kind, o.violation_free_at as due_at, null::timestamptz as promised_at, true as at_return,
     o.violation_free_fen as fen
   from "order" o where ${ofKinds} and ${depositDueSql(depositKind.violation)} and ${isAt('return', ask)}`

interface Named {
  readonly job: Job
  /** Its to-do. */
  readonly kind: Todo['kind']
  /** Kind of the task that names its orders, or `payCheck` for a payment. */
  readonly by: TaskKind | typeof payCheck
  /** Of the order `o` and what names it, `k`. */
  readonly dueAt: string
  readonly where?: string
  /** Until when somebody promised it. */
  readonly promisedAt?: string
  readonly end: End
}

const payCheck = 'payCheck'

/** Orders that a task or a payment names. */
const named: readonly Named[] = [
  { job: 'checkPay', kind: 'payCheck', by: payCheck, dueAt: 'least(o.next_at, $1)', end: 'pickup' },
  {
    job: 'collectDeposit',
    kind: 'authEnded',
    by: taskKind.ended,
    dueAt: 'least(o.next_at, $1)',
    where: `o.status between ${orderStatus.confirming} and ${orderStatus.returned}`,
    end: 'pickup',
  },
  {
    job: 'cancel',
    kind: 'noShow',
    by: taskKind.noShow,
    dueAt: 'o.next_at',
    where: `o.status in (${orderStatus.confirmed}, ${orderStatus.arranged}) and o.next_at < ${now}`,
    end: 'pickup',
  },
  {
    job: 'release',
    kind: 'depositBack',
    by: taskKind.deposit,
    dueAt: 'coalesce(k.due_at, k.asked_at)',
    where: 'k.mine',
    promisedAt: 'k.due_at',
    end: 'return',
  },
]

function namedSql(ofKinds: string, ask: Asked): string[] {
  const chosen = named.filter(({ job }) => ask.jobs.includes(job))
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
     where ${ofKinds} and ${by(({ where = 'true', end }) => `${where} and ${isAt(end, ask)}`)}`,
  ]
}

/** The other jobs in few looks at the orders: each brings the policy's conditions along. Kinds are literals, so that PostgreSQL keeps the cached query plan. */
function othersSql(ask: Asked): string {
  const ofKinds = `o.order_kind in (${ask.kinds.join(', ')})`
  const looks = [
    ...(ask.jobs.includes('accept') ? [acceptSql(ofKinds, ask)] : []),
    ...(ask.jobs.includes('retryRefund') ? [retryRefundSql(ofKinds, ask)] : []),
    ...(ask.jobs.includes('release') ? [violationSql(ofKinds, ask)] : []),
    ...namedSql(ofKinds, ask),
  ]
  return looks.length === 0 ? noneSql : looks.join('\n union all ')
}

/** A look that finds nothing. */
const noneSql = `select null::bigint as id, null::text as kind, null::timestamptz as due_at, null::timestamptz as promised_at,
       false as at_return, null::bigint as fen where false`

const tasksOfOrders = [taskKind.noShow, taskKind.refund, taskKind.deposit, taskKind.ended]

/** Open tasks by kind and order, and whether one is the account's ($2): what is another's alone is left out. */
const tasksSql = `select t.*, ${isMineSql('t.kind', 't.assignee_id', '$2::bigint')} as mine
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
  `(select f.* from (${looks.join('\n union all ')}) f order by ${urgency} limit $3)`

/** What goes back of an order, by hand or again, fen. */
const refundsSql = refundsFenSql('o')

/** Who drives there: looked up by its id where there is one, where a join would begin at the accounts for each row. */
const driverSql = `(select (select a.name from account a where a.id = t.account_id) from driver_task t
         where t.order_id = o.id and t.type = case when f.at_return then ${driverTaskType.collect} else ${driverTaskType.deliver} end
           and t.status in (${driverTaskStatus.waiting}, ${driverTaskStatus.running}))`

/** Statements by what is asked for: accounts of one role ask for the same. */
const statements = new Map<string, string>()

/** To-dos by the time they are, or were, due, money after them; what is past the `limit` of either is only counted. */
export function todos(query: Context['query'], ask: TodoAsk): Promise<TodoRow[]> {
  const { stores, storeId } = ask
  const byStore = stores !== null && stores.length <= FEW_STORES && ask.jobs.some((job) => job in steps)
  const store = storeId === undefined ? undefined : byStore ? '$5' : '$4'
  const name = `${ask.kinds} ${ask.jobs} ${byStore} ${store}`
  const text = statements.get(name) ?? todosSql({ ...ask, byStore, store })
  statements.set(name, text)
  const values: unknown[] = [at(ask.until), ask.accountId, ask.limit]
  if (byStore) values.push(stores)
  if (store !== undefined) values.push(storeId)
  return query<TodoRow>(text, values)
}

function todosSql(ask: Asked): string {
  const { open, first } = stepsSql(ask)
  return `with tasks as materialized (${tasksSql}),
     open as materialized (${open}),
     others as materialized (${othersSql(ask)}),
     page as materialized (${firstSql(first, `select f.* from others f where not (${isMoney})`)}
       union all ${firstSql(`select f.* from others f where ${isMoney}`)})
     select ${kindSql} as kind, f.due_at as at, ((select count(*) from open) + (select count(*) from others))::int as total, o.id as order_id, o.order_no, o.order_kind, o.status, o.plate, o.contact_name,
       o.contact_phone_mask as phone, o.pickup_type, o.return_type, o.self_service, ${carModelSql('o', 'm.name')} as model_name, ${carOutSql('o')} as car_out,
       case when f.at_return and o.return_store_id <> o.store_id then (select r.name from store r where r.id = o.return_store_id) else s.name end as store_name,
       ${oneWaySql('o')} as one_way,
       case when f.at_return then o.return_address else o.pickup_address end as address, ${driverSql} as driver_name,
       (select k.content from remark k where k.order_id = o.id and k.top_flag order by k.id desc limit 1) as note,
       coalesce(f.fen, case when f.kind in ('refund', 'payback') then ${refundsSql} end) as amount_fen, f.promised_at
     from page f join "order" o on o.id = f.id join model m on m.id = o.model_id join store s on s.id = o.store_id
     order by ${isMoney}, ${urgency}`
}
