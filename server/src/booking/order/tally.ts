import { orderStatus, orderStatuses } from '@cheyi/domain/booking/order/codes'
import { asksInstalments } from '@cheyi/domain/rental/instalment/steps'
import type { Context } from '../../kernel/context.ts'

/*
 * Sums of what is long to count, kept by triggers: orders by kind and status, those of which an instalment is due or late, and what
 * was billed on a day, by the stores of their orders. Who sees only own orders counts them.
 */

/**
 * The sums in sight, to select from: `name`, `store_id`, `return_store_id`, `n`. What one sum is, several rows add up to.
 */
export const talliesSql = `(select name, store_id, return_store_id, n from tally
  union all select name, store_id, return_store_id, n from tally_change)`

/** How many orders of a kind are in a status, dropped drafts aside. */
export const ordersTally = (kind: number, status: number): string => `order ${kind} ${status}`

/**
 * How many orders of a kind have their next instalment due on a date, YYYY-MM-DD, and none late. Names sort by their dates, so that
 * what is due by a date is a range of them: no row is written when a date comes.
 */
export const dueTally = (kind: number, date: string): string => `plan ${kind} ${date}`

/** How many orders of a kind have a late instalment; it stands before all that are due. */
export const lateTally = (kind: number): string => `plan ${kind} 0`

/** Fen billed (J1, and what channels add, J3) on a date, YYYY-MM-DD. */
export const billedTally = (date: string): string => `billed ${date}`

/** Adds up what changed of the merchant, so that each sum is one row again. */
export const foldTallies = async (ctx: Context): Promise<void> => {
  await ctx.query('select tally_fold()')
}

/** A sum that is kept, and what counting says. */
export interface TallyDifference {
  readonly name: string
  readonly storeId: string | null
  readonly returnStoreId: string | null
  readonly kept: number
  readonly counted: number
}

/** A draft that was dropped before it became an order is kept, but shown and counted nowhere. Of the order `o`. */
export const noDroppedDraft = `(o.status <> ${orderStatus.cancelled} or o.prev_status is distinct from ${orderStatus.notSubmitted})`

const asking = orderStatuses.values.filter(asksInstalments).join(', ')

/** Sums of all stores in sight against what they sum: triggers keep them, so none differs. */
export const tallyDifferences = (ctx: Pick<Context, 'query'>): Promise<TallyDifference[]> =>
  ctx.query<TallyDifference>(
    `with kept as (select name, store_id, return_store_id, sum(n) as n from ${talliesSql} t group by 1, 2, 3),
     counted as (
       select 'order ' || o.order_kind || ' ' || o.status as name, o.store_id, o.return_store_id, count(*) as n from "order" o
        where ${noDroppedDraft} group by 1, 2, 3
       union all
       select 'plan ' || o.order_kind || ' ' || case when o.instalments_overdue > 0 then '0' else to_char(o.next_due_on, 'YYYY-MM-DD') end,
           o.store_id, o.return_store_id, count(*) from "order" o
        where o.next_due_fen > 0 and o.next_due_on is not null and o.status in (${asking}) and ${noDroppedDraft} group by 1, 2, 3
       union all
       select 'billed ' || t.posted_on, o.store_id, o.return_store_id, sum(e.credit_fen - e.debit_fen)
         from ledger_txn t join ledger_entry e on e.merchant_id = t.merchant_id and e.txn_id = t.id and e.account = 'unearned'
           join "order" o on o.merchant_id = t.merchant_id and o.id = t.order_id
        where t.journal in (1, 3, 4, 5) group by 1, 2, 3)
     select coalesce(k.name, c.name) as name, coalesce(k.store_id, c.store_id) as store_id,
         coalesce(k.return_store_id, c.return_store_id) as return_store_id,
         coalesce(k.n, 0)::bigint as kept, coalesce(c.n, 0)::bigint as counted
       from kept k full join counted c on (k.name, coalesce(k.store_id, 0), coalesce(k.return_store_id, 0))
         = (c.name, coalesce(c.store_id, 0), coalesce(c.return_store_id, 0))
      where coalesce(k.n, 0) <> coalesce(c.n, 0) order by name`,
  )
