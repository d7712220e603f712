import { orderStatus, orderStatuses } from '@cheyi/domain/booking/order/codes'
import { asksInstalments } from '@cheyi/domain/booking/order/steps'
import type { Context } from '../../kernel/context.ts'

/*
 * Sums that are slow to count, maintained by triggers: orders by kind and status, those with an instalment that is due or
 * late, and the amount billed on a day, by the stores of their orders. For an account that sees only its own orders they are
 * counted instead.
 */

/**
 * The sums visible to the account, to select from: `name`, `store_id`, `return_store_id`, `n`. A sum may be the total of
 * several rows.
 */
export const talliesSql = `(select name, store_id, return_store_id, n from tally
  union all select name, store_id, return_store_id, n from tally_change)`

/** The number of orders of a kind in a status, without dropped drafts. */
export const ordersTally = (kind: number, status: number): string => `order ${kind} ${status}`

/**
 * The number of orders of a kind whose next instalment is due on a date, YYYY-MM-DD, and that have no late one. Names sort
 * by date, so the instalments due by a date are a range of names, and no row must be updated when a date is reached.
 */
export const dueTally = (kind: number, date: string): string => `plan ${kind} ${date}`

/** The number of orders of a kind with a late instalment; the name sorts before all due dates. */
export const lateTally = (kind: number): string => `plan ${kind} 0`

/** Fen billed (J1, and the part of channels, J3) on a date, YYYY-MM-DD. */
export const billedTally = (date: string): string => `billed ${date}`

/** Adds the recorded changes of the merchant to its sums, so that each sum is one row again. */
export const foldTallies = async (ctx: Context): Promise<void> => {
  await ctx.query('select tally_fold()')
}

/** A stored sum, and the result of counting. */
export interface TallyDifference {
  readonly name: string
  readonly storeId: string | null
  readonly returnStoreId: string | null
  readonly kept: number
  readonly counted: number
}

/** A draft that was dropped before it became an order remains stored, but is neither shown nor counted. For the order `o`. */
export const noDroppedDraft = `(o.status <> ${orderStatus.cancelled} or o.prev_status is distinct from ${orderStatus.notSubmitted})`

const asking = orderStatuses.values.filter(asksInstalments).join(', ')

/**
 * Compares the sums of all visible stores with the rows that they summarize; there must be no difference, because triggers
 * maintain them.
 */
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
