import type { Todo } from '@cheyi/contract/platform/todo'
import { isOnRent } from '@cheyi/domain/booking/order/steps'
import {
  kindsListedAt,
  kindsOfMoney,
  kindsOfReturn,
  type PendingKind,
  type PendingSubject,
} from '@cheyi/domain/platform/pending-work/kinds'
import { driverTaskType } from '@cheyi/domain/rental/driver/codes'
import type { Context } from '../../../kernel/context.ts'
import { at } from '../../../kernel/db/instant.ts'
import { isMineSql } from '../store-refund-task.ts'
import { loadOrderTodos, type OrderTodoFacts } from './todo-facts.ts'

/** A row of pending work with its position in the list. */
interface Listed {
  readonly waits: PendingKind
  readonly subject: PendingSubject
  readonly subjectId: string
  /** The row belongs to the return of its rental, not to the pickup. */
  readonly atReturn: boolean
  readonly at: number
  /** The due time has passed. */
  readonly late: boolean
  /** A return that is also past the grace period. */
  readonly overdue: boolean
  readonly amountFen: number | null
  readonly promisedAt: number | null
  readonly total: number
}

/** A row as the API returns it, without kind and verb. The address is that of the pickup or return, where the work is done. */
export type TodoRow = Listed &
  Omit<OrderTodoFacts, 'pickupStore' | 'returnStore' | 'pickupAddress' | 'returnAddress' | 'drivers'> &
  Pick<Todo, 'storeName' | 'address' | 'driverName'>

export interface TodoAsk {
  /** Kinds of orders. */
  readonly kinds: readonly number[]
  readonly ticketKinds: readonly number[]
  /** Ids of the permissions of the account. */
  readonly rights: readonly number[]
  readonly storeId: string | undefined
  /** End of today; epoch ms. */
  readonly until: number
  /** Most rows with a time, and separately most rows of money, so that neither group hides the other. */
  readonly limit: number
  /** Kinds of pending work that the account may do. */
  readonly waits: readonly PendingKind[]
  /** The account of the caller: work that is assigned to another account is left out. */
  readonly accountId: string
}

/**
 * Current rows of the list, numbered by time; money without a promised time is numbered separately. An order with a no-show is listed once,
 * not as a late pickup too. Requests of colleagues come first, since a customer is beside them; violation deposits last, since they may
 * wait longest. The kind is compared as an expression, because a plan for any kinds would search the primary key by them and read every
 * row, also those that are not listed yet.
 */
const listedSql = `select w.*, count(*) over ()::int as total,
       row_number() over (partition by w.money order by w.subject <> 'referral', w.last, w.at, w.subject_id) as place
     from (select w.*, w.kind = 'violationDeposit' as last, w.kind = any ($8::text[]) as at_return,
         w.promised_at is null and w.kind = any ($9::text[]) as money,
         case when w.promised_at is null then least(w.due_at, $1) else w.due_at end as at
       from pending_work w
       where w.listed_from <= (select app_now()) and w.kind || '' = any ($4::text[]) and w.order_kind = any (case w.subject when 'order' then $5::smallint[] when 'ticket' then $11 else $12 end)
         and ($6::bigint is null or w.store_id = $6 and w.kind = any ($7::text[]) or w.return_store_id = $6 and w.kind = any ($10::text[]))
         and ${isMineSql('w.kind', 'w.assignee_id', '$2::bigint')} and w.except_id is distinct from $2
         and not (w.kind in ('pickup', 'arrange') and 'noShow' = any ($4::text[])
           and w.subject_id in (select b.subject_id from pending_work b where b.kind = 'noShow'))) w`

const pageSql = `select w.kind as waits, w.subject, w.subject_id, w.at_return, w.at, w.due_at < (select app_now()) as late,
       w.kind = 'return' and w.subject_id in (select b.subject_id from pending_work b
         where b.kind = 'overdue' and b.counts_from <= (select app_now())) as overdue,
       w.listed_fen as amount_fen, w.promised_at, w.total
     from (${listedSql}) w where w.place <= $3
     order by w.money, w.last, w.at, w.subject_id`

/** To-dos by due time, money last; rows beyond the `limit` of each group are only counted. */
export const todoRows = (query: Context['query'], ask: TodoAsk): Promise<Listed[]> =>
  query<Listed>(pageSql, [
    at(ask.until),
    ask.accountId,
    ask.limit,
    ask.waits,
    ask.kinds,
    ask.storeId ?? null,
    kindsListedAt('pickup'),
    kindsOfReturn,
    kindsOfMoney,
    kindsListedAt('return'),
    ask.ticketKinds,
    ask.rights,
  ])

/** Adds order data to the listed rows that are about orders, by their ids. */
export async function withOrders(ctx: Context, page: readonly Listed[]): Promise<TodoRow[]> {
  const ofOrders = page.filter(({ subject }) => subject === 'order')
  const orders = await loadOrderTodos(
    ctx,
    ofOrders.map(({ subjectId }) => subjectId),
  )
  return ofOrders.map((row) => {
    const { pickupStore, returnStore, pickupAddress, returnAddress, drivers, ...order } = orders.get(row.subjectId)!
    // A self-check that a customer submitted is listed where the vehicle is: at the return during the rental, else at the pickup.
    const end =
      row.atReturn || (row.waits === 'selfCheck' && isOnRent(order.status))
        ? { storeName: returnStore, address: returnAddress, driverName: drivers?.[driverTaskType.collect] ?? null }
        : { storeName: pickupStore, address: pickupAddress, driverName: drivers?.[driverTaskType.deliver] ?? null }
    return { ...order, ...row, ...end }
  })
}
